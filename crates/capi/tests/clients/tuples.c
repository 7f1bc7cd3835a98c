/* Tuples as one value and apart, nested, in arrays; functions that return nothing. */
#include "tuples.h"

#include "check.h"

static void test_nested(struct futhark_context *ctx) {
  struct futhark_opaque_tup2_f32_bool *inner;
  struct futhark_opaque_tup2_i32_tup2_f32_bool *outer;
  CHECK(futhark_new_opaque_tup2_f32_bool(ctx, &inner, 1.5f, true) == 0);
  CHECK(futhark_new_opaque_tup2_i32_tup2_f32_bool(ctx, &outer, 7, inner) == 0);
  struct futhark_opaque_tup2_bool_f32 *pair;
  int32_t x;
  /* Apart. */
  CHECK(futhark_entry_nested(ctx, &pair, &x, outer) == 0 && x == 7);
  bool flag;
  float number;
  CHECK(futhark_project_opaque_tup2_bool_f32_0(ctx, &flag, pair) == 0 && flag);
  CHECK(futhark_project_opaque_tup2_bool_f32_1(ctx, &number, pair) == 0 && number == 1.5f);
  CHECK(futhark_free_opaque_tup2_bool_f32(ctx, pair) == 0);
  /* As one value. */
  struct futhark_opaque_tup2_tup2_bool_f32_i32 *whole;
  CHECK(futhark_entry_nested(ctx, &whole, outer) == 0);
  CHECK(futhark_project_opaque_tup2_tup2_bool_f32_i32_0(ctx, &pair, whole) == 0);
  CHECK(futhark_project_opaque_tup2_bool_f32_1(ctx, &number, pair) == 0 && number == 1.5f);
  CHECK(futhark_free_opaque_tup2_bool_f32(ctx, pair) == 0 && futhark_free_opaque_tup2_tup2_bool_f32_i32(ctx, whole) == 0);
  CHECK(futhark_free_opaque_tup2_f32_bool(ctx, inner) == 0);
  CHECK(futhark_free_opaque_tup2_i32_tup2_f32_bool(ctx, outer) == 0);
}

static void test_arrays(struct futhark_context *ctx) {
  const int32_t ints[3] = {1, 2, 3};
  const double reals[3] = {0.5, 1.5, 2.5};
  struct futhark_i32_1d *xs = futhark_new_i32_1d(ctx, ints, 3), *first;
  struct futhark_f64_1d *ys = futhark_new_f64_1d(ctx, reals, 3), *second, *column;
  struct futhark_opaque_arr1d_tup2_i32_f64 *pairs, *called;
  CHECK(futhark_zip_opaque_arr1d_tup2_i32_f64(ctx, &pairs, xs, ys) == 0);
  CHECK(futhark_entry_unzipped(ctx, &first, &second, pairs) == 0);
  int32_t found[3];
  double real[3];
  CHECK(futhark_values_i32_1d(ctx, first, found) == 0 && memcmp(found, ints, sizeof(ints)) == 0);
  CHECK(futhark_values_f64_1d(ctx, second, real) == 0 && memcmp(real, reals, sizeof(reals)) == 0);
  CHECK(futhark_entry_zipped(ctx, &called, first, second) == 0);
  CHECK(futhark_project_opaque_arr1d_tup2_i32_f64_1(ctx, &column, called) == 0);
  struct futhark_opaque_tup2_i32_f64 *last;
  CHECK(futhark_index_opaque_arr1d_tup2_i32_f64(ctx, &last, called, 2) == 0);
  CHECK(futhark_project_opaque_tup2_i32_f64_0(ctx, found, last) == 0 && found[0] == 3);
  CHECK(futhark_set_opaque_arr1d_tup2_i32_f64(ctx, called, last, 0) == 0);
  /* The column was taken before. */
  CHECK(futhark_index_f64_1d(ctx, real, column, 0) == 0 && real[0] == 0.5);
  CHECK(futhark_index_opaque_arr1d_tup2_i32_f64(ctx, &last, called, 5) != 0);
  free(futhark_context_get_error(ctx));
  CHECK(futhark_free_opaque_tup2_i32_f64(ctx, last) == 0 && futhark_free_f64_1d(ctx, column) == 0);
  CHECK(futhark_free_opaque_arr1d_tup2_i32_f64(ctx, pairs) == 0 && futhark_free_opaque_arr1d_tup2_i32_f64(ctx, called) == 0);
  CHECK(futhark_free_i32_1d(ctx, xs) == 0 && futhark_free_i32_1d(ctx, first) == 0);
  CHECK(futhark_free_f64_1d(ctx, ys) == 0 && futhark_free_f64_1d(ctx, second) == 0);

  struct futhark_opaque_arr1d_tup2_i64_tup2_i64_bool *triples;
  struct futhark_opaque_arr1d_tup2_i64_bool *inner;
  struct futhark_bool_1d *flags;
  bool flag[3];
  CHECK(futhark_entry_triples(ctx, &triples, 3) == 0);
  CHECK(futhark_project_opaque_arr1d_tup2_i64_tup2_i64_bool_1(ctx, &inner, triples) == 0);
  CHECK(futhark_project_opaque_arr1d_tup2_i64_bool_1(ctx, &flags, inner) == 0);
  CHECK(futhark_values_bool_1d(ctx, flags, flag) == 0 && !flag[1] && flag[2]);
  CHECK(futhark_free_bool_1d(ctx, flags) == 0 && futhark_free_opaque_arr1d_tup2_i64_bool(ctx, inner) == 0);
  CHECK(futhark_free_opaque_arr1d_tup2_i64_tup2_i64_bool(ctx, triples) == 0);
}

static void test_records_inside(struct futhark_context *ctx) {
  const uint8_t pixels[6] = {1, 2, 9, 4, 5, 6};
  struct futhark_u8_2d *image = futhark_new_u8_2d(ctx, pixels, 2, 3);
  struct futhark_opaque_size *size;
  uint8_t most;
  int64_t height, width;
  CHECK(futhark_entry_extent(ctx, &size, &most, image) == 0 && most == 9);
  CHECK(futhark_project_opaque_size_height(ctx, &height, size) == 0 && height == 2);
  CHECK(futhark_project_opaque_size_width(ctx, &width, size) == 0 && width == 3);
  CHECK(futhark_free_opaque_size(ctx, size) == 0 && futhark_free_u8_2d(ctx, image) == 0);

  const int64_t data[4] = {1, 2, 3, 4};
  struct futhark_i64_1d *xs = futhark_new_i64_1d(ctx, data, 4), *front, *back;
  CHECK(futhark_entry_split(ctx, &front, &back, 3, xs) == 0);
  CHECK(futhark_shape_i64_1d(ctx, front)[0] == 3 && futhark_shape_i64_1d(ctx, back)[0] == 1);
  CHECK(futhark_free_i64_1d(ctx, front) == 0 && futhark_free_i64_1d(ctx, back) == 0);
  front = back = NULL;
  CHECK(futhark_entry_split(ctx, &front, &back, 5, xs) == FUTHARK_PROGRAM_ERROR && front == NULL && back == NULL);
  free(futhark_context_get_error(ctx));
  CHECK(futhark_free_i64_1d(ctx, xs) == 0);
}

static void test_nothing(struct futhark_context *ctx) {
  struct futhark_opaque_unit *unit;
  int32_t x;
  CHECK(futhark_entry_nothing(ctx, &unit, 1) == 0);
  CHECK(futhark_entry_ignore(ctx, &x, unit, 4) == 0 && x == 5);
  CHECK(futhark_free_opaque_unit(ctx, unit) == 0);
  CHECK(futhark_entry_nothing(ctx, &unit, 0) == FUTHARK_PROGRAM_ERROR);
  free(futhark_context_get_error(ctx));
}

int main(void) {
  struct futhark_context_config *cfg = futhark_context_config_new();
  struct futhark_context *ctx = futhark_context_new(cfg);
  CHECK(futhark_context_get_error(ctx) == NULL);
  test_nested(ctx);
  test_arrays(ctx);
  test_records_inside(ctx);
  test_nothing(ctx);
  futhark_context_free(ctx);
  futhark_context_config_free(cfg);
  return 0;
}
