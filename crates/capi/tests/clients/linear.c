/* Matrices in and out, several results, results as arguments: a numeric client. */
#include "linear.h"

#include "check.h"

static void test_products(struct futhark_context *ctx) {
  const float a[6] = {1, 2, 3, 4, 5, 6}, b[6] = {1, 0, 0, 1, 1, 1};
  float c[4];
  struct futhark_f32_2d *x = futhark_new_f32_2d(ctx, a, 2, 3), *y = futhark_new_f32_2d(ctx, b, 3, 2), *z, *square;
  CHECK(futhark_entry_matmul(ctx, &z, x, y) == 0 && futhark_context_sync(ctx) == 0);
  const int64_t *shape = futhark_shape_f32_2d(ctx, z);
  CHECK(shape[0] == 2 && shape[1] == 2);
  CHECK(futhark_values_f32_2d(ctx, z, c) == 0 && futhark_context_sync(ctx) == 0);
  CHECK(c[0] == 4 && c[1] == 5 && c[2] == 10 && c[3] == 11);
  /* A result is an argument; the same one twice. */
  CHECK(futhark_entry_matmul(ctx, &square, z, z) == 0);
  CHECK(futhark_values_f32_2d(ctx, square, c) == 0 && c[0] == 66 && c[3] == 171);
  /* Sizes that do not fit leave the result alone. */
  struct futhark_f32_2d *untouched = z;
  CHECK(futhark_entry_matmul(ctx, &untouched, x, x) == FUTHARK_PROGRAM_ERROR && untouched == z);
  char *error = futhark_context_get_error(ctx);
  CHECK(error != NULL && strstr(error, "b") != NULL);
  free(error);
  futhark_free_f32_2d(ctx, x);
  futhark_free_f32_2d(ctx, y);
  futhark_free_f32_2d(ctx, z);
  futhark_free_f32_2d(ctx, square);
}

static void test_volumes(struct futhark_context *ctx) {
  double volume[24], means[6];
  for (int i = 0; i < 24; i++) {
    volume[i] = i;
  }
  struct futhark_f64_3d *in = futhark_new_f64_3d(ctx, volume, 2, 3, 4);
  struct futhark_f64_2d *out;
  CHECK(futhark_shape_f64_3d(ctx, in)[2] == 4);
  CHECK(futhark_entry_blur(ctx, &out, in) == 0);
  CHECK(futhark_values_f64_2d(ctx, out, means) == 0 && means[0] == 1.5 && means[5] == 21.5);
  double x;
  CHECK(futhark_index_f64_3d(ctx, &x, in, 1, 2, 3) == 0 && x == 23);
  CHECK(futhark_index_f64_3d(ctx, &x, in, 1, 3, 0) != 0);
  free(futhark_context_get_error(ctx));
  futhark_free_f64_3d(ctx, in);
  futhark_free_f64_2d(ctx, out);
  /* No rows, and rows without elements, keep their shapes. */
  in = futhark_new_f64_3d(ctx, volume, 0, 3, 4);
  CHECK(in != NULL && futhark_entry_blur(ctx, &out, in) == 0);
  CHECK(futhark_shape_f64_2d(ctx, out)[0] == 0 && futhark_shape_f64_2d(ctx, out)[1] == 3);
  futhark_free_f64_3d(ctx, in);
  futhark_free_f64_2d(ctx, out);
  const double none[1] = {0};
  struct futhark_f64_2d *matrix = futhark_new_f64_2d(ctx, none, 3, 0);
  struct futhark_f64_1d *vector = futhark_new_f64_1d(ctx, none, 0), *product;
  CHECK(futhark_entry_matvec(ctx, &product, matrix, vector) == 0);
  CHECK(futhark_shape_f64_1d(ctx, product)[0] == 3 && futhark_values_f64_1d(ctx, product, means) == 0 && means[2] == 0);
  futhark_free_f64_2d(ctx, matrix);
  futhark_free_f64_1d(ctx, vector);
  futhark_free_f64_1d(ctx, product);
}

static void test_several_results(struct futhark_context *ctx) {
  const double data[4] = {1, 2, 3, 6};
  double mean, variance, least, most;
  struct futhark_f64_1d *xs = futhark_new_f64_1d(ctx, data, 4);
  CHECK(futhark_entry_summary(ctx, &mean, &variance, &least, &most, xs) == 0);
  CHECK(mean == 3 && variance == 3.5 && least == 1 && most == 6);
  struct futhark_opaque_tup4_f64_f64_f64_f64 *all;
  CHECK(futhark_entry_summary(ctx, &all, xs) == 0);
  CHECK(futhark_project_opaque_tup4_f64_f64_f64_f64_3(ctx, &most, all) == 0 && most == 6);
  futhark_free_opaque_tup4_f64_f64_f64_f64(ctx, all);
  futhark_free_f64_1d(ctx, xs);
}

static void test_histograms(struct futhark_context *ctx) {
  const int64_t bins[5] = {0, 2, 2, 9, -1};
  const float weights[5] = {1, 2, 3, 4, 5};
  float found[3];
  struct futhark_i64_1d *is = futhark_new_i64_1d(ctx, bins, 5);
  struct futhark_f32_1d *ws = futhark_new_f32_1d(ctx, weights, 5), *out;
  CHECK(futhark_entry_histogram(ctx, &out, 3, is, ws) == 0);
  CHECK(futhark_values_f32_1d(ctx, out, found) == 0 && found[0] == 1 && found[1] == 0 && found[2] == 5);
  futhark_free_f32_1d(ctx, out);
  /* A size that cannot be. */
  CHECK(futhark_entry_histogram(ctx, &out, -1, is, ws) == FUTHARK_PROGRAM_ERROR);
  free(futhark_context_get_error(ctx));
  CHECK(futhark_entry_histogram(ctx, &out, 0, is, ws) == 0 && futhark_shape_f32_1d(ctx, out)[0] == 0);
  futhark_free_f32_1d(ctx, out);
  futhark_free_i64_1d(ctx, is);
  futhark_free_f32_1d(ctx, ws);
}

int main(void) {
  struct futhark_context_config *cfg = futhark_context_config_new();
  struct futhark_context *ctx = futhark_context_new(cfg);
  CHECK(futhark_context_get_error(ctx) == NULL);
  test_products(ctx);
  test_volumes(ctx);
  test_several_results(ctx);
  test_histograms(ctx);
  futhark_context_free(ctx);
  futhark_context_config_free(cfg);
  return 0;
}
