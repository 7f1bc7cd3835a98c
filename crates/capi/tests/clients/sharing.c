/* Who owns what: values that share elements, freed in every order, consumed while shared, kept in the client's memory. */
#include "sharing.h"

#include "check.h"

static double first(struct futhark_context *ctx, const struct futhark_f64_1d *xs) {
  double x = -1;
  CHECK(futhark_index_f64_1d(ctx, &x, xs, 0) == 0);
  return x;
}

static long copies(struct futhark_context *ctx) {
  char *report = futhark_context_report(ctx);
  const char *found = strstr(report, "\"copies\":{\"count\":");
  CHECK(found != NULL);
  const long count = strtol(found + 18, NULL, 10);
  free(report);
  return count;
}

static void test_same(struct futhark_context *ctx) {
  const double data[3] = {1, 2, 3};
  struct futhark_f64_1d *xs = futhark_new_f64_1d(ctx, data, 3), *ys, *a, *b;
  long before = copies(ctx);
  /* A function that returns its argument: both are freed. */
  CHECK(futhark_entry_same(ctx, &ys, xs) == 0);
  CHECK(futhark_values_raw_f64_1d(ctx, xs) == futhark_values_raw_f64_1d(ctx, ys) && copies(ctx) == before);
  CHECK(futhark_free_f64_1d(ctx, xs) == 0);
  CHECK(futhark_entry_twice(ctx, &a, &b, ys) == 0 && futhark_free_f64_1d(ctx, ys) == 0 && copies(ctx) == before);
  /* Consuming one leaves the other alone. */
  CHECK(futhark_entry_set(ctx, &xs, 0, 9, a) == 0 && copies(ctx) == before + 1);
  CHECK(first(ctx, xs) == 9 && first(ctx, b) == 1);
  CHECK(futhark_free_f64_1d(ctx, a) == 0 && futhark_free_f64_1d(ctx, b) == 0);
  /* Nobody else has these: no copy. */
  before = copies(ctx);
  CHECK(futhark_entry_set(ctx, &ys, 1, 8, xs) == 0 && copies(ctx) == before);
  CHECK(futhark_free_f64_1d(ctx, xs) == 0 && futhark_free_f64_1d(ctx, ys) == 0);
}

static void test_records(struct futhark_context *ctx) {
  const double data[4] = {1, 2, 3, 4};
  double x, found[4];
  struct futhark_f64_2d *m = futhark_new_f64_2d(ctx, data, 2, 2), *all;
  struct futhark_f64_1d *row, *cleared;
  struct futhark_opaque_rows *rows, *built;
  CHECK(futhark_entry_record(ctx, &rows, m) == 0 && futhark_free_f64_2d(ctx, m) == 0);
  CHECK(futhark_project_opaque_rows_first(ctx, &row, rows) == 0 && futhark_project_opaque_rows_all(ctx, &all, rows) == 0);
  CHECK(futhark_free_opaque_rows(ctx, rows) == 0);
  CHECK(futhark_values_f64_2d(ctx, all, found) == 0 && found[3] == 4);
  /* The fields in alphabetical order: all, first. */
  CHECK(futhark_new_opaque_rows(ctx, &built, all, row) == 0);
  CHECK(futhark_entry_cleared(ctx, &cleared, row) == 0 && first(ctx, cleared) == 0);
  CHECK(futhark_entry_total(ctx, &x, built) == 0 && x == 13);
  CHECK(futhark_free_f64_1d(ctx, row) == 0 && futhark_free_f64_1d(ctx, cleared) == 0);
  CHECK(futhark_free_f64_2d(ctx, all) == 0);
  CHECK(futhark_entry_total(ctx, &x, built) == 0 && x == 13);
  /* Through a file. */
  void *bytes = NULL;
  size_t size;
  CHECK(futhark_store_opaque_rows(ctx, built, &bytes, &size) == 0);
  FILE *file = tmpfile();
  CHECK(fwrite(bytes, 1, size, file) == size);
  free(bytes);
  rewind(file);
  char *again = (char *)malloc(size);
  CHECK(fread(again, 1, size, file) == size && fclose(file) == 0);
  CHECK((rows = futhark_restore_opaque_rows(ctx, again)) != NULL);
  free(again);
  CHECK(futhark_entry_total(ctx, &x, rows) == 0 && x == 13);
  CHECK(futhark_free_opaque_rows(ctx, rows) == 0 && futhark_free_opaque_rows(ctx, built) == 0);
}

/* Elements in the client's memory are read where they are, and results that show them are good for as long as they are. */
static void test_raw(struct futhark_context *ctx) {
  double *data = (double *)malloc(3 * sizeof(double));
  data[0] = 5, data[1] = 6, data[2] = 7;
  const long before = copies(ctx);
  struct futhark_f64_1d *raw = futhark_new_raw_f64_1d(ctx, (unsigned char *)data, 3), *same, *own;
  CHECK(futhark_entry_same(ctx, &same, raw) == 0 && copies(ctx) == before);
  CHECK(futhark_entry_set(ctx, &own, 0, 1, same) == 0 && copies(ctx) == before + 1);
  CHECK(first(ctx, own) == 1 && data[0] == 5);
  CHECK(futhark_free_f64_1d(ctx, raw) == 0 && futhark_free_f64_1d(ctx, same) == 0);
  free(data);
  CHECK(first(ctx, own) == 1 && futhark_free_f64_1d(ctx, own) == 0);
}

int main(void) {
  struct futhark_context_config *cfg = futhark_context_config_new();
  struct futhark_context *ctx = futhark_context_new(cfg);
  CHECK(futhark_context_get_error(ctx) == NULL);
  test_same(ctx);
  test_records(ctx);
  test_raw(ctx);
  /* Values of another context are refused or copied, never misread. */
  struct futhark_context *other = futhark_context_new(cfg);
  const double data[1] = {3};
  struct futhark_f64_1d *xs = futhark_new_f64_1d(ctx, data, 1), *ys = NULL;
  if (futhark_entry_same(other, &ys, xs) == 0) {
    CHECK(first(other, ys) == 3 && futhark_free_f64_1d(other, ys) == 0);
  } else {
    char *error = futhark_context_get_error(other);
    CHECK(error != NULL && ys == NULL);
    free(error);
  }
  /* Values may be freed after their context. */
  futhark_context_free(other);
  futhark_context_free(ctx);
  CHECK(futhark_free_f64_1d(NULL, xs) == 0);
  futhark_context_config_free(cfg);
  return 0;
}
