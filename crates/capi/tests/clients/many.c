/* Many small clients: each makes arguments, calls an entry point, and looks at the result in another way. */
#include "many.h"
#include "check.h"

#include <stdbool.h>
#include <stdint.h>

static struct futhark_context *ctx;

static void succeeds(int code) {
  if (code != 0) {
    char *error = futhark_context_get_error(ctx);
    fprintf(stderr, "%s\n", error ? error : "no error");
    free(error);
    exit(1);
  }
}

static struct futhark_i64_1d *numbers(const int64_t *data, int64_t n) {
  struct futhark_i64_1d *array = futhark_new_i64_1d(ctx, data, n);
  CHECK(array != NULL);
  return array;
}

static bool same(struct futhark_i64_1d *array, const int64_t *wanted, int64_t n) {
  int64_t data[16] = {0};
  CHECK(n <= 16 && futhark_shape_i64_1d(ctx, array)[0] == n);
  succeeds(futhark_values_i64_1d(ctx, array, data));
  succeeds(futhark_context_sync(ctx));
  succeeds(futhark_free_i64_1d(ctx, array));
  return memcmp(data, wanted, (size_t)n * sizeof *data) == 0;
}

static void histograms(void) {
  const int64_t data[] = {0, 2, 2, 1, 2, 7, -1}, counts[] = {1, 1, 3};
  struct futhark_i64_1d *xs = numbers(data, 7), *out;
  succeeds(futhark_entry_histogram(ctx, &out, 3, xs));
  CHECK(same(out, counts, 3));
  succeeds(futhark_entry_histogram(ctx, &out, 0, xs));
  CHECK(same(out, counts, 0));
  CHECK(futhark_entry_histogram(ctx, &out, -1, xs) != 0);
  char *error = futhark_context_get_error(ctx);
  CHECK(error != NULL);
  free(error);
  succeeds(futhark_free_i64_1d(ctx, xs));
}

static void matrices(void) {
  const float a[] = {1, 2, 3, 4, 5, 6};
  float data[9];
  struct futhark_f32_2d *left = futhark_new_f32_2d(ctx, a, 2, 3), *right, *product;
  succeeds(futhark_entry_transposed(ctx, &right, left));
  const int64_t *shape = futhark_shape_f32_2d(ctx, right);
  CHECK(shape[0] == 3 && shape[1] == 2);
  succeeds(futhark_entry_matmul(ctx, &product, left, right));
  succeeds(futhark_values_f32_2d(ctx, product, data));
  CHECK(data[0] == 14 && data[1] == 32 && data[2] == 32 && data[3] == 77);
  succeeds(futhark_free_f32_2d(ctx, product));
  /* Sizes that do not agree are found before anything is computed. */
  CHECK(futhark_entry_matmul(ctx, &product, left, left) != 0);
  CHECK(windrow_context_failure(ctx)->row_len == 0);
  char *error = futhark_context_get_error(ctx);
  CHECK(strstr(error, "dimension 0 has size 2") != NULL);
  free(error);
  float one;
  succeeds(futhark_index_f32_2d(ctx, &one, left, 1, 2));
  CHECK(one == 6);
  CHECK(futhark_index_f32_2d(ctx, &one, left, 2, 0) != 0);
  free(futhark_context_get_error(ctx));
  succeeds(futhark_free_f32_2d(ctx, left));
  succeeds(futhark_free_f32_2d(ctx, right));
}

static void groups(void) {
  const int64_t keys[] = {2, 0, 2, 2};
  const double values[] = {1, 2, 3, 4};
  struct futhark_i64_1d *ks = numbers(keys, 4);
  struct futhark_f64_1d *vs = futhark_new_f64_1d(ctx, values, 4), *row;
  struct futhark_f64_2d_ragged *out;
  succeeds(futhark_entry_groups(ctx, &out, ks, vs, 3));
  const int64_t *shape = futhark_shape_f64_2d_ragged(ctx, out);
  CHECK(shape[0] == 3 && shape[1] == 4);
  int64_t offsets[4];
  double data[4];
  succeeds(futhark_offsets_f64_2d_ragged(ctx, out, offsets));
  succeeds(futhark_values_f64_2d_ragged(ctx, out, data));
  CHECK(offsets[0] == 0 && offsets[1] == 1 && offsets[2] == 1 && offsets[3] == 4 && data[0] == 2 && data[3] == 4);
  succeeds(futhark_index_f64_2d_ragged(ctx, &row, out, 1));
  CHECK(futhark_shape_f64_1d(ctx, row)[0] == 0);
  succeeds(futhark_free_f64_1d(ctx, row));
  succeeds(futhark_free_f64_2d_ragged(ctx, out));
  succeeds(futhark_free_f64_1d(ctx, vs));
  succeeds(futhark_free_i64_1d(ctx, ks));
}

static void text(void) {
  const char *words = "one\n\nthree\nrest";
  struct futhark_u8_1d *in = futhark_new_u8_1d(ctx, (const uint8_t *)words, (int64_t)strlen(words)), *line;
  struct futhark_u8_2d_ragged *out;
  succeeds(futhark_entry_lines(ctx, &out, in));
  CHECK(futhark_shape_u8_2d_ragged(ctx, out)[0] == 3);
  char read[6] = {0};
  succeeds(futhark_index_u8_2d_ragged(ctx, &line, out, 2));
  CHECK(futhark_shape_u8_1d(ctx, line)[0] == 5);
  succeeds(futhark_values_u8_1d(ctx, line, (uint8_t *)read));
  CHECK(strcmp(read, "three") == 0);
  succeeds(futhark_free_u8_1d(ctx, line));
  succeeds(futhark_free_u8_2d_ragged(ctx, out));
  succeeds(futhark_free_u8_1d(ctx, in));
}

static struct futhark_opaque_arr1d_point *points(const float *x, const float *y, int64_t n) {
  struct futhark_f32_1d *xs = futhark_new_f32_1d(ctx, x, n), *ys = futhark_new_f32_1d(ctx, y, n);
  struct futhark_opaque_arr1d_point *ps;
  succeeds(futhark_zip_opaque_arr1d_point(ctx, &ps, xs, ys));
  succeeds(futhark_free_f32_1d(ctx, xs));
  succeeds(futhark_free_f32_1d(ctx, ys));
  return ps;
}

static void records(void) {
  const float x[] = {1, -2, 3}, y[] = {4, 5, -6};
  struct futhark_opaque_arr1d_point *ps = points(x, y, 3), *moved;
  struct futhark_opaque_tup2_point_point *both;
  struct futhark_opaque_point *low, *high, *again;
  float number;
  /* The result whole, and in two. */
  succeeds(futhark_entry_bounds(ctx, &both, ps));
  succeeds(futhark_project_opaque_tup2_point_point_0(ctx, &low, both));
  succeeds(futhark_project_opaque_point_x(ctx, &number, low));
  CHECK(number == -2);
  succeeds(futhark_free_opaque_point(ctx, low));
  succeeds(futhark_free_opaque_tup2_point_point(ctx, both));
  succeeds(futhark_entry_bounds(ctx, &low, &high, ps));
  succeeds(futhark_project_opaque_point_y(ctx, &number, high));
  CHECK(number == 5);
  /* Through bytes. */
  void *bytes = NULL;
  size_t count;
  succeeds(futhark_store_opaque_point(ctx, high, &bytes, &count));
  again = futhark_restore_opaque_point(ctx, bytes);
  CHECK(again != NULL);
  free(bytes);
  succeeds(futhark_project_opaque_point_x(ctx, &number, again));
  CHECK(number == 3);
  succeeds(futhark_free_opaque_point(ctx, again));
  succeeds(futhark_free_opaque_point(ctx, low));
  succeeds(futhark_free_opaque_point(ctx, high));
  /* A state that is consumed: to use it again is an error, to free it is not. */
  succeeds(futhark_entry_step(ctx, &moved, ps, 0.5f));
  CHECK(futhark_entry_step(ctx, &moved, ps, 0.5f) != 0);
  free(futhark_context_get_error(ctx));
  succeeds(futhark_free_opaque_arr1d_point(ctx, ps));
  for (int i = 0; i < 9; i++) {
    struct futhark_opaque_arr1d_point *next;
    succeeds(futhark_entry_step(ctx, &next, moved, 0.5f));
    succeeds(futhark_free_opaque_arr1d_point(ctx, moved));
    moved = next;
  }
  struct futhark_f32_1d *xs;
  float data[3];
  succeeds(futhark_project_opaque_arr1d_point_x(ctx, &xs, moved));
  succeeds(futhark_values_f32_1d(ctx, xs, data));
  CHECK(data[0] == 6 && data[1] == 3 && data[2] == 8);
  succeeds(futhark_free_f32_1d(ctx, xs));
  /* An element is replaced. */
  struct futhark_opaque_point *p;
  succeeds(futhark_new_opaque_point(ctx, &p, 9, 9));
  succeeds(futhark_set_opaque_arr1d_point(ctx, moved, p, 1));
  CHECK(futhark_set_opaque_arr1d_point(ctx, moved, p, 3) != 0);
  free(futhark_context_get_error(ctx));
  succeeds(futhark_free_opaque_point(ctx, p));
  succeeds(futhark_index_opaque_arr1d_point(ctx, &p, moved, 1));
  succeeds(futhark_project_opaque_point_y(ctx, &number, p));
  CHECK(number == 9);
  succeeds(futhark_free_opaque_point(ctx, p));
  succeeds(futhark_free_opaque_arr1d_point(ctx, moved));
}

static void sums(void) {
  struct futhark_opaque_arr1d_token *made, *own;
  double total;
  succeeds(futhark_entry_tokens(ctx, &made, 7));
  succeeds(futhark_entry_total(ctx, &total, made));
  CHECK(total == 0 + 1 + 0 + 3 + 1 + 0 + 6);
  struct futhark_opaque_token *tokens[3];
  struct futhark_u8_1d *word = futhark_new_u8_1d(ctx, (const uint8_t *)"12345678", 8), *read;
  succeeds(futhark_new_opaque_token_number(ctx, &tokens[0], 2.5));
  succeeds(futhark_new_opaque_token_word(ctx, &tokens[1], word));
  succeeds(futhark_new_opaque_token_end(ctx, &tokens[2]));
  succeeds(futhark_new_opaque_arr1d_token(ctx, &own, tokens, 3));
  succeeds(futhark_entry_total(ctx, &total, own));
  CHECK(total == 3.5);
  /* What another constructor carries cannot be had. */
  double number;
  CHECK(futhark_destruct_opaque_token_number(ctx, &number, tokens[1]) != 0);
  free(futhark_context_get_error(ctx));
  succeeds(futhark_destruct_opaque_token_word(ctx, &read, tokens[1]));
  CHECK(futhark_shape_u8_1d(ctx, read)[0] == 8);
  CHECK(futhark_variant_opaque_token(ctx, tokens[0]) != futhark_variant_opaque_token(ctx, tokens[2]));
  succeeds(futhark_free_u8_1d(ctx, read));
  succeeds(futhark_free_u8_1d(ctx, word));
  for (int i = 0; i < 3; i++) succeeds(futhark_free_opaque_token(ctx, tokens[i]));
  struct futhark_opaque_token *first;
  succeeds(futhark_entry_first(ctx, &first, made));
  succeeds(futhark_destruct_opaque_token_number(ctx, &number, first));
  CHECK(number == 0);
  succeeds(futhark_free_opaque_token(ctx, first));
  succeeds(futhark_free_opaque_arr1d_token(ctx, made));
  succeeds(futhark_free_opaque_arr1d_token(ctx, own));
  struct futhark_opaque_option *option;
  succeeds(futhark_entry_maybe(ctx, &option, 16));
  succeeds(futhark_destruct_opaque_option_some(ctx, &number, option));
  CHECK(number == 4);
  succeeds(futhark_free_opaque_option(ctx, option));
  succeeds(futhark_entry_maybe(ctx, &option, -1));
  CHECK(futhark_variant_opaque_option(ctx, option) == 0);
  succeeds(futhark_destruct_opaque_option_none(ctx, option));
  succeeds(futhark_free_opaque_option(ctx, option));
}

static void nests(void) {
  struct futhark_i32_3d_ragged *made, *own;
  struct futhark_i32_2d_ragged *inner;
  struct futhark_i64_1d *out;
  const int64_t wanted[] = {0, 0, 1, 3};
  succeeds(futhark_entry_nest(ctx, &made, 4));
  succeeds(futhark_entry_depths(ctx, &out, made));
  CHECK(same(out, wanted, 4));
  const int64_t *shape = futhark_shape_i32_3d_ragged(ctx, made);
  CHECK(shape[0] == 4 && shape[1] == 6 && shape[2] == 4);
  int64_t outer[5], rows[7];
  int32_t data[4];
  succeeds(futhark_offsets_i32_3d_ragged(ctx, made, outer, rows));
  succeeds(futhark_values_i32_3d_ragged(ctx, made, data));
  CHECK(outer[4] == 6 && rows[6] == 4 && data[3] == 1);
  own = futhark_new_i32_3d_ragged(ctx, data, outer, rows, 4);
  CHECK(own != NULL);
  succeeds(futhark_entry_depths(ctx, &out, own));
  CHECK(same(out, wanted, 4));
  succeeds(futhark_index_i32_3d_ragged(ctx, &inner, own, 3));
  CHECK(futhark_shape_i32_2d_ragged(ctx, inner)[0] == 3 && futhark_shape_i32_2d_ragged(ctx, inner)[1] == 3);
  succeeds(futhark_free_i32_2d_ragged(ctx, inner));
  /* Offsets that go back are refused. */
  rows[5] = 9;
  CHECK(futhark_new_i32_3d_ragged(ctx, data, outer, rows, 4) == NULL);
  free(futhark_context_get_error(ctx));
  succeeds(futhark_free_i32_3d_ragged(ctx, made));
  succeeds(futhark_free_i32_3d_ragged(ctx, own));
  /* No rows at all. */
  const int64_t nothing[] = {0};
  own = futhark_new_i32_3d_ragged(ctx, NULL, nothing, nothing, 0);
  CHECK(own != NULL);
  succeeds(futhark_entry_depths(ctx, &out, own));
  CHECK(same(out, wanted, 0));
  succeeds(futhark_free_i32_3d_ragged(ctx, own));
}

static void graphs(void) {
  struct futhark_opaque_arr2d_ragged_edge *made, *own;
  struct futhark_opaque_arr1d_edge *edges;
  struct futhark_i64_2d_ragged *to;
  struct futhark_f32_2d_ragged *w, *others;
  struct futhark_f32_1d *out;
  float data[3];
  succeeds(futhark_entry_graph(ctx, &made, 3));
  succeeds(futhark_project_opaque_arr2d_ragged_edge_to(ctx, &to, made));
  const int64_t offsets[] = {0, 0, 1, 3}, other[] = {0, 1, 1, 3};
  const float weights[] = {1, 2, 4};
  w = futhark_new_f32_2d_ragged(ctx, weights, offsets, 3);
  others = futhark_new_f32_2d_ragged(ctx, weights, other, 3);
  succeeds(futhark_zip_opaque_arr2d_ragged_edge(ctx, &own, to, w));
  succeeds(futhark_entry_weights(ctx, &out, own));
  succeeds(futhark_values_f32_1d(ctx, out, data));
  CHECK(data[0] == 0 && data[1] == 1 && data[2] == 6);
  succeeds(futhark_free_f32_1d(ctx, out));
  /* Columns of different rows. */
  struct futhark_opaque_arr2d_ragged_edge *wrong;
  CHECK(futhark_zip_opaque_arr2d_ragged_edge(ctx, &wrong, to, others) != 0);
  free(futhark_context_get_error(ctx));
  succeeds(futhark_index_opaque_arr2d_ragged_edge(ctx, &edges, own, 2));
  struct futhark_opaque_edge *edge;
  succeeds(futhark_index_opaque_arr1d_edge(ctx, &edge, edges, 1));
  float weight;
  succeeds(futhark_project_opaque_edge_w(ctx, &weight, edge));
  CHECK(weight == 4);
  succeeds(futhark_free_opaque_edge(ctx, edge));
  succeeds(futhark_free_opaque_arr1d_edge(ctx, edges));
  succeeds(futhark_free_f32_2d_ragged(ctx, w));
  succeeds(futhark_free_f32_2d_ragged(ctx, others));
  succeeds(futhark_free_i64_2d_ragged(ctx, to));
  succeeds(futhark_free_opaque_arr2d_ragged_edge(ctx, made));
  succeeds(futhark_free_opaque_arr2d_ragged_edge(ctx, own));
}

static void small_types(void) {
  /* 1.0, 2.0, 3.0 as halves. */
  const uint16_t halves[] = {0x3c00, 0x4000, 0x4200};
  uint16_t read[3];
  struct futhark_f16_1d *in = futhark_new_f16_1d(ctx, halves, 3), *out;
  succeeds(futhark_entry_halves(ctx, &out, 0x4000, in));
  succeeds(futhark_values_f16_1d(ctx, out, read));
  CHECK(read[0] == 0x3800 && read[1] == 0x3c00 && read[2] == 0x3e00);
  succeeds(futhark_free_f16_1d(ctx, in));
  succeeds(futhark_free_f16_1d(ctx, out));
  const bool flags[] = {true, true, false}, inner[] = {true, false, true};
  const int64_t offsets[] = {0, 1, 2, 3};
  bool result[3];
  struct futhark_bool_1d *bs = futhark_new_bool_1d(ctx, flags, 3), *made;
  struct futhark_bool_2d_ragged *bss = futhark_new_bool_2d_ragged(ctx, inner, offsets, 3);
  succeeds(futhark_entry_flags(ctx, &made, bs, bss));
  succeeds(futhark_values_bool_1d(ctx, made, result));
  CHECK(result[0] && !result[1] && !result[2]);
  succeeds(futhark_free_bool_1d(ctx, bs));
  succeeds(futhark_free_bool_1d(ctx, made));
  succeeds(futhark_free_bool_2d_ragged(ctx, bss));
}

static void no_arguments(void) {
  struct futhark_opaque_unit *unit;
  struct futhark_i32_1d *four;
  int32_t data[4];
  succeeds(futhark_entry_nothing(ctx, &unit));
  succeeds(futhark_free_opaque_unit(ctx, unit));
  succeeds(futhark_entry_constant(ctx, &four));
  CHECK(futhark_shape_i32_1d(ctx, four)[0] == 4);
  succeeds(futhark_values_i32_1d(ctx, four, data));
  CHECK(data[0] == 1 && data[3] == 4);
  succeeds(futhark_free_i32_1d(ctx, four));
}

static void tuples(void) {
  struct futhark_opaque_tup2_i64_i64 *pair, *swapped;
  int64_t a, b;
  succeeds(futhark_new_opaque_tup2_i64_i64(ctx, &pair, 1, 2));
  succeeds(futhark_entry_swap(ctx, &swapped, pair));
  succeeds(futhark_project_opaque_tup2_i64_i64_0(ctx, &a, swapped));
  CHECK(a == 2);
  succeeds(futhark_entry_swap(ctx, &a, &b, swapped));
  CHECK(a == 1 && b == 2);
  succeeds(futhark_free_opaque_tup2_i64_i64(ctx, pair));
  succeeds(futhark_free_opaque_tup2_i64_i64(ctx, swapped));
}

static void loops(void) {
  const int64_t data[] = {1, 7, 27};
  int32_t steps[3];
  struct futhark_i64_1d *xs = numbers(data, 3);
  struct futhark_i32_1d *out;
  succeeds(futhark_entry_collatz(ctx, &out, xs));
  succeeds(futhark_values_i32_1d(ctx, out, steps));
  CHECK(steps[0] == 0 && steps[1] == 16 && steps[2] == 111);
  succeeds(futhark_free_i32_1d(ctx, out));
  succeeds(futhark_free_i64_1d(ctx, xs));
}

static void failures(void) {
  const int64_t data[] = {5, 6};
  int64_t out = -1;
  struct futhark_i64_1d *xs = numbers(data, 2);
  CHECK(futhark_entry_unsafe_at(ctx, &out, xs, 2) != 0);
  const struct windrow_failure *failure = windrow_context_failure(ctx);
  CHECK(failure != NULL && strstr(failure->file, "many.fut") != NULL && failure->line > 0 && failure->column > 0);
  char *error = futhark_context_get_error(ctx);
  CHECK(strstr(error, "ndex") != NULL);
  free(error);
  CHECK(futhark_context_get_error(ctx) == NULL);
  /* The context goes on. */
  succeeds(futhark_entry_unsafe_at(ctx, &out, xs, 1));
  CHECK(out == 6);
  succeeds(futhark_free_i64_1d(ctx, xs));
}

static void several_results(void) {
  const int64_t data[] = {2, 0, 1};
  struct futhark_i64_1d *xs = numbers(data, 3);
  struct futhark_opaque_summary *out, *copy;
  struct futhark_i64_2d_ragged *rows;
  struct futhark_opaque_tup2_i64_arr1d_f32 *pair;
  struct futhark_f32_1d *floats;
  int64_t sum, count, offsets[4];
  float read[3];
  succeeds(futhark_entry_both(ctx, &out, xs));
  succeeds(futhark_project_opaque_summary_sum(ctx, &sum, out));
  succeeds(futhark_project_opaque_summary_rows(ctx, &rows, out));
  succeeds(futhark_project_opaque_summary_pair(ctx, &pair, out));
  succeeds(futhark_project_opaque_tup2_i64_arr1d_f32_0(ctx, &count, pair));
  succeeds(futhark_project_opaque_tup2_i64_arr1d_f32_1(ctx, &floats, pair));
  succeeds(futhark_offsets_i64_2d_ragged(ctx, rows, offsets));
  succeeds(futhark_values_f32_1d(ctx, floats, read));
  CHECK(sum == 3 && count == 3 && offsets[1] == 2 && offsets[2] == 2 && offsets[3] == 3 && read[0] == 2);
  void *bytes = NULL;
  size_t size;
  succeeds(futhark_store_opaque_summary(ctx, out, &bytes, &size));
  copy = futhark_restore_opaque_summary(ctx, bytes);
  CHECK(copy != NULL);
  free(bytes);
  succeeds(futhark_free_opaque_summary(ctx, copy));
  succeeds(futhark_free_opaque_summary(ctx, out));
  succeeds(futhark_free_i64_2d_ragged(ctx, rows));
  succeeds(futhark_free_opaque_tup2_i64_arr1d_f32(ctx, pair));
  succeeds(futhark_free_f32_1d(ctx, floats));
  succeeds(futhark_free_i64_1d(ctx, xs));
}

int main(void) {
  struct futhark_context_config *cfg = futhark_context_config_new();
  futhark_context_config_set_num_threads(cfg, 2);
  ctx = futhark_context_new(cfg);
  char *error = futhark_context_get_error(ctx);
  CHECK(error == NULL);
  histograms();
  matrices();
  groups();
  text();
  records();
  sums();
  nests();
  graphs();
  small_types();
  no_arguments();
  tuples();
  loops();
  failures();
  several_results();
  futhark_context_free(ctx);
  futhark_context_config_free(cfg);
  return 0;
}
