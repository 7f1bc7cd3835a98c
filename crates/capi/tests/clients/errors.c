/* Failures of every kind: codes, messages, results that stay as they were, and a context that goes on. */
#include "errors.h"

#include "check.h"

/* The text of the last failure mentions a part; there is no text any more. */
static void expect(struct futhark_context *ctx, const char *part) {
  char *error = futhark_context_get_error(ctx);
  CHECK(error != NULL);
  if (strstr(error, part) == NULL) {
    fprintf(stderr, "%s is not in: %s\n", part, error);
    exit(1);
  }
  free(error);
  CHECK(futhark_context_get_error(ctx) == NULL);
}

int main(void) {
  struct futhark_context_config *cfg = futhark_context_config_new();
  struct futhark_context *ctx = futhark_context_new(cfg);
  CHECK(futhark_context_get_error(ctx) == NULL);
  int32_t x = 77;

  CHECK(futhark_entry_divide(ctx, &x, 1, 0) == FUTHARK_PROGRAM_ERROR && x == 77);
  expect(ctx, "errors.fut:3:");
  CHECK(futhark_entry_divide(ctx, &x, 7, 2) == FUTHARK_SUCCESS && x == 3);

  const int32_t data[6] = {1, 2, 3, 4, 5, 6};
  struct futhark_i32_2d *xss = futhark_new_i32_2d(ctx, data, 2, 3);
  CHECK(futhark_entry_at(ctx, &x, xss, 1, 2) == 0 && x == 6);
  CHECK(futhark_entry_at(ctx, &x, xss, 2, 0) == FUTHARK_PROGRAM_ERROR && x == 6);
  expect(ctx, "out of bounds");
  CHECK(futhark_entry_at(ctx, &x, xss, 0, -1) == FUTHARK_PROGRAM_ERROR);
  expect(ctx, "-1");
  CHECK(futhark_entry_square(ctx, &x, xss) == FUTHARK_PROGRAM_ERROR);
  expect(ctx, "xss");

  const float good[2] = {4, 9}, bad[2] = {4, -9};
  float roots[2];
  struct futhark_f32_1d *in = futhark_new_f32_1d(ctx, bad, 2), *out = NULL;
  CHECK(futhark_entry_checked(ctx, &out, in) == FUTHARK_PROGRAM_ERROR && out == NULL);
  expect(ctx, "errors.fut:");
  CHECK(futhark_free_f32_1d(ctx, in) == 0);
  in = futhark_new_f32_1d(ctx, good, 2);
  CHECK(futhark_entry_checked(ctx, &out, in) == 0 && futhark_values_f32_1d(ctx, out, roots) == 0 && roots[1] == 3);
  CHECK(futhark_free_f32_1d(ctx, in) == 0 && futhark_free_f32_1d(ctx, out) == 0);

  /* Sizes: of two arguments, of one, fixed ones, and those that a coercion asks for. */
  struct futhark_i32_1d *three = futhark_new_i32_1d(ctx, data, 3), *two = futhark_new_i32_1d(ctx, data, 2), *sum = NULL;
  CHECK(futhark_entry_pairwise(ctx, &sum, three, two) == FUTHARK_PROGRAM_ERROR && sum == NULL);
  expect(ctx, "ys");
  CHECK(futhark_entry_pairwise(ctx, &sum, three, three) == 0 && futhark_free_i32_1d(ctx, sum) == 0);
  CHECK(futhark_entry_coerced(ctx, &sum, three, 4) == FUTHARK_PROGRAM_ERROR);
  expect(ctx, "errors.fut:");
  CHECK(futhark_entry_coerced(ctx, &sum, three, 3) == 0 && futhark_free_i32_1d(ctx, sum) == 0);
  const float pairs[4] = {1, 2, 3, 4};
  float total;
  struct futhark_f32_2d *narrow = futhark_new_f32_2d(ctx, pairs, 2, 2);
  CHECK(futhark_entry_threes(ctx, &total, narrow) == FUTHARK_PROGRAM_ERROR);
  expect(ctx, "3");
  CHECK(futhark_free_f32_2d(ctx, narrow) == 0);

  /* What has failed while it ran has consumed its argument, which is still to be freed. */
  CHECK(futhark_entry_updated(ctx, &sum, two, 9) == FUTHARK_PROGRAM_ERROR);
  expect(ctx, "out of bounds");
  CHECK(futhark_free_i32_1d(ctx, two) == 0);

  /* More memory than there is, and than there can be. */
  struct futhark_u8_1d *bytes = NULL;
  CHECK(futhark_entry_filled(ctx, &bytes, INT64_C(1) << 44) == FUTHARK_OUT_OF_MEMORY && bytes == NULL);
  expect(ctx, "memory");
  CHECK(futhark_entry_filled(ctx, &bytes, INT64_C(1) << 60) == FUTHARK_PROGRAM_ERROR && bytes == NULL);
  expect(ctx, "too large");
  CHECK(futhark_entry_filled(ctx, &bytes, -1) == FUTHARK_PROGRAM_ERROR && bytes == NULL);
  expect(ctx, "-1");
  CHECK(futhark_entry_filled(ctx, &bytes, 10) == 0 && futhark_shape_u8_1d(ctx, bytes)[0] == 10);
  CHECK(futhark_free_u8_1d(ctx, bytes) == 0);
  CHECK(futhark_new_u8_1d(ctx, NULL, 5) == NULL);
  free(futhark_context_get_error(ctx));

  CHECK(futhark_free_i32_1d(ctx, three) == 0 && futhark_free_i32_2d(ctx, xss) == 0);
  CHECK(futhark_context_sync(ctx) == 0);
  futhark_context_free(ctx);
  futhark_context_config_free(cfg);
  return 0;
}
