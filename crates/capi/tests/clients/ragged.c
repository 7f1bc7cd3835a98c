/* Rows of different sizes, as offsets and as arrays of Arrow. */
#include "ragged.h"

#include "arrow.h"
#include "check.h"

static const double values[6] = {1, 2, 3, 40, 50, 6};
static const int64_t offsets[5] = {0, 2, 2, 5, 6};

static struct futhark_f64_2d_ragged *rows(struct futhark_context *ctx) {
  struct futhark_f64_2d_ragged *made = futhark_new_f64_2d_ragged(ctx, values, offsets, 4);
  CHECK(made != NULL);
  return made;
}

static void test_rows(struct futhark_context *ctx) {
  struct futhark_f64_2d_ragged *in = rows(ctx), *kept;
  struct futhark_f64_1d *sums, *row;
  struct futhark_i64_1d *counts;
  double found[6];
  int64_t starts[5];
  CHECK(futhark_shape_f64_2d_ragged(ctx, in)[0] == 4 && futhark_shape_f64_2d_ragged(ctx, in)[1] == 6);
  CHECK(futhark_entry_sums(ctx, &sums, in) == 0);
  CHECK(futhark_values_f64_1d(ctx, sums, found) == 0 && found[0] == 3 && found[1] == 0 && found[2] == 93);
  CHECK(futhark_entry_outliers(ctx, &kept, &counts, in, 2.5) == 0);
  CHECK(futhark_shape_f64_2d_ragged(ctx, kept)[1] == 4);
  CHECK(futhark_offsets_f64_2d_ragged(ctx, kept, starts) == 0);
  CHECK(starts[0] == 0 && starts[1] == 0 && starts[2] == 0 && starts[3] == 3 && starts[4] == 4);
  CHECK(futhark_values_f64_2d_ragged(ctx, kept, found) == 0 && found[0] == 3 && found[3] == 6);
  CHECK(futhark_index_f64_2d_ragged(ctx, &row, in, 2) == 0);
  CHECK(futhark_shape_f64_1d(ctx, row)[0] == 3 && futhark_values_f64_1d(ctx, row, found) == 0 && found[1] == 40);
  CHECK(futhark_free_f64_1d(ctx, row) == 0 && futhark_free_f64_1d(ctx, sums) == 0);
  CHECK(futhark_index_f64_2d_ragged(ctx, &row, in, 4) != 0);
  const int64_t falling[3] = {0, 2, 1};
  CHECK(futhark_new_f64_2d_ragged(ctx, values, falling, 2) == NULL);
  char *error = futhark_context_get_error(ctx);
  CHECK(error != NULL && strstr(error, "row 1 begins at 2 and ends at 1") != NULL);
  free(error);
  CHECK(futhark_free_f64_2d_ragged(ctx, in) == 0 && futhark_free_f64_2d_ragged(ctx, kept) == 0);
  CHECK(futhark_free_i64_1d(ctx, counts) == 0);

  /* Elements and offsets of the caller's. */
  in = futhark_new_raw_f64_2d_ragged(ctx, (unsigned char *)values, (unsigned char *)offsets, 4);
  CHECK(in != NULL && futhark_values_raw_f64_2d_ragged(ctx, in) == (const unsigned char *)values);
  CHECK(futhark_entry_sums(ctx, &sums, in) == 0);
  CHECK(futhark_values_f64_1d(ctx, sums, found) == 0 && found[2] == 93);
  CHECK(futhark_free_f64_1d(ctx, sums) == 0 && futhark_free_f64_2d_ragged(ctx, in) == 0);
}

static void test_deeper(struct futhark_context *ctx) {
  const int32_t data[6] = {1, 2, 3, 4, 5, 6};
  const int64_t outer[3] = {0, 2, 3}, inner[4] = {0, 1, 3, 6};
  int32_t found[3];
  struct futhark_i32_3d_ragged *in = futhark_new_i32_3d_ragged(ctx, data, outer, inner, 2);
  struct futhark_i32_2d_ragged *out;
  CHECK(in != NULL && futhark_shape_i32_3d_ragged(ctx, in)[2] == 6);
  CHECK(futhark_entry_deep(ctx, &out, in) == 0);
  CHECK(futhark_values_i32_2d_ragged(ctx, out, found) == 0 && found[0] == 1 && found[1] == 5 && found[2] == 15);
  CHECK(futhark_free_i32_3d_ragged(ctx, in) == 0 && futhark_free_i32_2d_ragged(ctx, out) == 0);

  const float pairs[6] = {1, 2, 3, 4, 5, 6};
  const int64_t lengths[3] = {0, 1, 3};
  float sums[2];
  struct futhark_f32_3d_ragged_1 *of_pairs = futhark_new_f32_3d_ragged_1(ctx, pairs, lengths, 2, 2);
  struct futhark_f32_1d *result;
  CHECK(of_pairs != NULL && futhark_entry_pairs(ctx, &result, of_pairs) == 0);
  CHECK(futhark_values_f32_1d(ctx, result, sums) == 0 && sums[0] == 2 && sums[1] == 42);
  CHECK(futhark_free_f32_3d_ragged_1(ctx, of_pairs) == 0 && futhark_free_f32_1d(ctx, result) == 0);
}

/* The name of a record without a name is the MD5 sum of `{at: i64, values: []f64}`. */
#define EVENT(name) name##_opaque_arr1d_df39406f31f1680aa953597014adffd7
#define events_struct EVENT(futhark)

static void test_records(struct futhark_context *ctx) {
  struct events_struct *events, *again;
  struct futhark_f64_1d *totals;
  double found[4];
  CHECK(futhark_entry_events(ctx, &events, 4) == 0);
  CHECK(futhark_entry_totals(ctx, &totals, events) == 0);
  CHECK(futhark_values_f64_1d(ctx, totals, found) == 0 && found[0] == 0 && found[3] == 33);
  CHECK(futhark_free_f64_1d(ctx, totals) == 0);

  struct ArrowSchema schema;
  struct ArrowDeviceArray array;
  CHECK(EVENT(futhark_export)(ctx, events, &schema, &array) == 0);
  CHECK(strcmp(schema.format, "+s") == 0 && schema.n_children == 2 && array.array.length == 4);
  again = EVENT(futhark_import)(ctx, &schema, &array);
  CHECK(again != NULL && schema.release == NULL && array.array.release == NULL);
  CHECK(futhark_entry_totals(ctx, &totals, again) == 0);
  CHECK(futhark_values_f64_1d(ctx, totals, found) == 0 && found[3] == 33);
  CHECK(futhark_free_f64_1d(ctx, totals) == 0);
  CHECK(EVENT(futhark_free)(ctx, events) == 0 && EVENT(futhark_free)(ctx, again) == 0);
}

static void test_arrow(struct futhark_context *ctx) {
  struct futhark_f64_2d_ragged *in = rows(ctx), *again;
  struct ArrowSchema schema;
  struct ArrowDeviceArray array;
  CHECK(futhark_export_f64_2d_ragged(ctx, in, &schema, &array) == 0);
  CHECK(strcmp(schema.format, "+L") == 0 && array.device_type == ARROW_DEVICE_CPU);
  CHECK(array.array.length == 4 && array.array.null_count == 0);
  CHECK(((const int64_t *)array.array.buffers[1])[3] == 5);
  /* The elements are those of the array, and outlive it. */
  const double *elements = (const double *)array.array.children[0]->buffers[1];
  CHECK((const unsigned char *)elements == futhark_values_raw_f64_2d_ragged(ctx, in));
  CHECK(futhark_free_f64_2d_ragged(ctx, in) == 0);
  CHECK(elements[3] == 40);
  again = futhark_import_f64_2d_ragged(ctx, &schema, &array);
  CHECK(again != NULL && futhark_values_raw_f64_2d_ragged(ctx, again) == (const unsigned char *)elements);
  struct futhark_f64_1d *sums;
  double found[4];
  CHECK(futhark_entry_sums(ctx, &sums, again) == 0);
  CHECK(futhark_values_f64_1d(ctx, sums, found) == 0 && found[2] == 93);

  /* Elements of the wrong type are refused, and released all the same. */
  CHECK(futhark_export_f64_1d(ctx, sums, &schema, &array) == 0);
  CHECK(futhark_import_i64_1d(ctx, &schema, &array) == NULL && array.array.release == NULL);
  free(futhark_context_get_error(ctx));
  CHECK(futhark_free_f64_1d(ctx, sums) == 0 && futhark_free_f64_2d_ragged(ctx, again) == 0);
}

static void test_failure(struct futhark_context *ctx) {
  const int64_t data[4] = {0, 1, 2, 9}, starts[4] = {0, 1, 1, 4}, table[3] = {5, 6, 7};
  struct futhark_i64_2d_ragged *in = futhark_new_i64_2d_ragged(ctx, data, starts, 3), *out = NULL;
  struct futhark_i64_1d *numbers = futhark_new_i64_1d(ctx, table, 3);
  CHECK(futhark_entry_looked_up(ctx, &out, in, numbers) == FUTHARK_PROGRAM_ERROR && out == NULL);
  const struct windrow_failure *failure = windrow_context_failure(ctx);
  CHECK(failure->row_len == 2 && failure->row[0] == 2 && failure->row[1] == 2);
  CHECK(failure->line == 18 && strstr(failure->file, "ragged.fut") != NULL);
  free(futhark_context_get_error(ctx));
  CHECK(futhark_free_i64_2d_ragged(ctx, in) == 0 && futhark_free_i64_1d(ctx, numbers) == 0);
}

int main(void) {
  struct futhark_context_config *cfg = futhark_context_config_new();
  struct futhark_context *ctx = futhark_context_new(cfg);
  CHECK(futhark_context_get_error(ctx) == NULL);
  test_rows(ctx);
  test_deeper(ctx);
  test_records(ctx);
  test_arrow(ctx);
  test_failure(ctx);
  futhark_context_free(ctx);
  futhark_context_config_free(cfg);
  return 0;
}
