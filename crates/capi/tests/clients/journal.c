/* Arrays of Arrow that another system made, with structs written by hand: offsets, nulls, children that are longer than they need to be,
 * and release callbacks that are counted. */
#include "arrow.h"
#include "check.h"
#include "journal.h"
#include "windrow.h"

#include <stdbool.h>
#include <stdint.h>

static int schemas_released, arrays_released;

static void release_schema(struct ArrowSchema *schema) {
  for (int64_t i = 0; i < schema->n_children; i++)
    if (schema->children[i]->release != NULL) schema->children[i]->release(schema->children[i]);
  schemas_released++;
  schema->release = NULL;
}

static void release_array(struct ArrowArray *array) {
  for (int64_t i = 0; i < array->n_children; i++)
    if (array->children[i]->release != NULL) array->children[i]->release(array->children[i]);
  arrays_released++;
  array->release = NULL;
}

static struct ArrowSchema typed(const char *format, const char *name, int64_t n, struct ArrowSchema **children) {
  struct ArrowSchema schema;
  memset(&schema, 0, sizeof schema);
  schema.format = format;
  schema.name = name;
  schema.n_children = n;
  schema.children = children;
  schema.release = release_schema;
  return schema;
}

static struct ArrowArray holding(int64_t length, int64_t nulls, int64_t offset, int64_t n_buffers, const void **buffers, int64_t n,
                                 struct ArrowArray **children) {
  struct ArrowArray array;
  memset(&array, 0, sizeof array);
  array.length = length;
  array.null_count = nulls;
  array.offset = offset;
  array.n_buffers = n_buffers;
  array.buffers = buffers;
  array.n_children = n;
  array.children = children;
  array.release = release_array;
  return array;
}

static struct ArrowDeviceArray on(struct ArrowArray array, int32_t device) {
  struct ArrowDeviceArray result;
  memset(&result, 0, sizeof result);
  result.array = array;
  result.device_id = -1;
  result.device_type = device;
  return result;
}

static bool released(int schemas, int arrays) {
  bool same = schemas_released == schemas && arrays_released == arrays;
  schemas_released = arrays_released = 0;
  return same;
}

static bool says(struct futhark_context *ctx, const char *part) {
  char *error = futhark_context_get_error(ctx);
  bool found = error != NULL && strstr(error, part) != NULL;
  if (!found) fprintf(stderr, "%s\n", error ? error : "no error");
  free(error);
  return found;
}

static void compare(struct futhark_context *ctx, struct futhark_f64_1d *xs, int64_t n, const double *wanted) {
  double found[8];
  CHECK(n <= 8 && futhark_shape_f64_1d(ctx, xs)[0] == n);
  CHECK(futhark_values_f64_1d(ctx, xs, found) == 0);
  for (int64_t i = 0; i < n; i++) CHECK(found[i] == wanted[i]);
  CHECK(futhark_free_f64_1d(ctx, xs) == 0);
}

/* Rows 1 and 2 of three, by offsets of 64 or 32 bits, over elements that begin later. */
static void test_rows(struct futhark_context *ctx, bool wide, int64_t nulls, unsigned char valid) {
  static const double elements[] = {9, 9, 1, 2, 3, 4, 9};
  static const int64_t offsets[] = {0, 1, 3, 4};
  static const int32_t narrow[] = {0, 1, 3, 4};
  const void *element_buffers[] = {NULL, elements};
  const void *buffers[] = {&valid, wide ? (const void *)offsets : (const void *)narrow};
  struct ArrowSchema item = typed("g", "item", 0, NULL), *items[] = {&item};
  struct ArrowArray values = holding(5, 0, 1, 2, element_buffers, 0, NULL), *children[] = {&values};
  struct ArrowSchema schema = typed(wide ? "+L" : "+l", "", 1, items);
  struct ArrowDeviceArray array = on(holding(2, nulls, 1, 2, buffers, 1, children), ARROW_DEVICE_CPU);
  struct futhark_f64_2d_ragged *in = futhark_import_f64_2d_ragged(ctx, &schema, &array), *out;
  CHECK(schema.release == NULL && array.array.release == NULL);
  if (nulls != 0 && (valid & 6) != 6) {
    CHECK(in == NULL && released(2, 2));
    const struct windrow_failure *failure = windrow_context_failure(ctx);
    CHECK(failure->row_len == 1 && failure->row[0] == 1);
    CHECK(says(ctx, "is null"));
    return;
  }
  CHECK(in != NULL);
  struct futhark_f64_1d *sums;
  CHECK(futhark_entry_sums(ctx, &sums, in) == 0);
  const double wanted[] = {3, 3};
  compare(ctx, sums, 2, wanted);
  /* The elements are used where they are, so they are released with the array, and not before. */
  CHECK(arrays_released == 0);
  CHECK(futhark_values_raw_f64_2d_ragged(ctx, in) == (const unsigned char *)(elements + 2));
  CHECK(futhark_entry_doubled(ctx, &out, in) == 0);
  CHECK(futhark_free_f64_2d_ragged(ctx, in) == 0);
  double doubled[3];
  int64_t starts[3];
  CHECK(futhark_values_f64_2d_ragged(ctx, out, doubled) == 0 && doubled[0] == 2 && doubled[2] == 6);
  CHECK(futhark_offsets_f64_2d_ragged(ctx, out, starts) == 0 && starts[0] == 0 && starts[1] == 2 && starts[2] == 3);
  CHECK(futhark_free_f64_2d_ragged(ctx, out) == 0);
  CHECK(released(2, 2));
}

/* Nulls are `#none`, and what stands in their places is not looked at. */
static void test_nulls(struct futhark_context *ctx) {
  const double elements[] = {9, 1, 9, 3}, wanted[] = {1, -1, 3};
  const unsigned char valid = 0x0a;
  const void *buffers[] = {&valid, elements};
  struct ArrowSchema schema = typed("g", "", 0, NULL);
  struct ArrowDeviceArray array = on(holding(3, 1, 1, 2, buffers, 0, NULL), ARROW_DEVICE_CPU);
  struct futhark_opaque_arr1d_maybe *in = futhark_import_opaque_arr1d_maybe(ctx, &schema, &array);
  struct futhark_opaque_maybe *one;
  struct futhark_f64_1d *out;
  CHECK(in != NULL && futhark_entry_filled(ctx, &out, in, -1) == 0);
  compare(ctx, out, 3, wanted);
  double x = 0;
  CHECK(futhark_index_opaque_arr1d_maybe(ctx, &one, in, 2) == 0 && futhark_variant_opaque_maybe(ctx, one) == 1);
  CHECK(futhark_destruct_opaque_maybe_some(ctx, &x, one) == 0 && x == 3);
  CHECK(futhark_destruct_opaque_maybe_none(ctx, one) != 0 && says(ctx, "#some"));
  CHECK(futhark_free_opaque_maybe(ctx, one) == 0 && futhark_free_opaque_arr1d_maybe(ctx, in) == 0 && released(1, 1));
}

/* A table: a struct with an offset, whose children are longer, text in rows, and nulls in one column. */
static void test_table(struct futhark_context *ctx) {
  const int32_t days[] = {9, 1, 2}, starts[] = {0, 1, 3, 3}, texts[] = {0, 1, 3, 6};
  const double moods[] = {9, 7, 8};
  const unsigned char valid = 0x05;
  const void *day_buffers[] = {NULL, days}, *mood_buffers[] = {&valid, moods}, *note_buffers[] = {NULL, starts};
  const void *text_buffers[] = {NULL, texts, "abbccc"}, *none[] = {NULL};
  struct ArrowSchema day = typed("i", "day", 0, NULL), mood = typed("g", "mood", 0, NULL), text = typed("u", "item", 0, NULL);
  struct ArrowSchema *text_types[] = {&text}, notes = typed("+l", "notes", 1, text_types), other = typed("n", "other", 0, NULL);
  struct ArrowSchema *columns[] = {&other, &notes, &day, &mood}, schema = typed("+s", "", 4, columns);
  struct ArrowArray of_day = holding(3, 0, 0, 2, day_buffers, 0, NULL), of_mood = holding(3, -1, 0, 2, mood_buffers, 0, NULL);
  struct ArrowArray of_text = holding(3, 0, 0, 3, text_buffers, 0, NULL), *of_texts[] = {&of_text};
  struct ArrowArray of_notes = holding(3, 0, 0, 2, note_buffers, 1, of_texts), of_other = holding(3, 3, 0, 0, NULL, 0, NULL);
  struct ArrowArray *parts[] = {&of_other, &of_notes, &of_day, &of_mood};
  struct ArrowDeviceArray array = on(holding(2, 0, 1, 1, none, 4, parts), ARROW_DEVICE_CPU);
  struct futhark_opaque_arr1d_page *pages = futhark_import_opaque_arr1d_page(ctx, &schema, &array);
  struct futhark_f64_1d *out;
  CHECK(pages != NULL || says(ctx, "?"));
  CHECK(futhark_entry_moods(ctx, &out, pages) == 0);
  const double wanted[] = {1 + 5 + 0.5, 2 + 0 + 8};
  compare(ctx, out, 2, wanted);
  struct futhark_opaque_page *page;
  struct futhark_u8_2d_ragged *rows;
  int32_t number;
  char letters[6] = {0};
  CHECK(futhark_index_opaque_arr1d_page(ctx, &page, pages, 0) == 0 && futhark_project_opaque_page_notes(ctx, &rows, page) == 0);
  CHECK(futhark_project_opaque_page_day(ctx, &number, page) == 0 && number == 1);
  /* In an odd order. */
  CHECK(futhark_free_opaque_arr1d_page(ctx, pages) == 0 && futhark_free_opaque_page(ctx, page) == 0);
  CHECK(futhark_values_u8_2d_ragged(ctx, rows, (uint8_t *)letters) == 0 && strcmp(letters, "bbccc") == 0);
  CHECK(futhark_free_u8_2d_ragged(ctx, rows) == 0);
  CHECK(released(6, 6));
}

static void test_scalars(struct futhark_context *ctx) {
  /* Truth values are bits, from the third on. */
  const unsigned char bits = 0x2c;
  const void *buffers[] = {NULL, &bits};
  struct ArrowSchema schema = typed("b", "", 0, NULL);
  struct ArrowDeviceArray array = on(holding(4, 0, 2, 2, buffers, 0, NULL), ARROW_DEVICE_CPU);
  struct futhark_bool_1d *flags = futhark_import_bool_1d(ctx, &schema, &array), *others;
  CHECK(flags != NULL && futhark_entry_flipped(ctx, &others, flags) == 0);
  bool found[4];
  CHECK(futhark_values_bool_1d(ctx, others, found) == 0 && !found[0] && !found[1] && found[2] && !found[3]);
  CHECK(futhark_free_bool_1d(ctx, flags) == 0 && futhark_free_bool_1d(ctx, others) == 0);
  CHECK(released(1, 1));
  /* Half precision: 1 and -2. */
  const uint16_t numbers[] = {0x3c00, 0xc000};
  struct futhark_f16_1d *halves = futhark_new_f16_1d(ctx, numbers, 2), *less;
  CHECK(halves != NULL && futhark_entry_halved(ctx, &less, halves) == 0);
  uint16_t back[2], one;
  CHECK(futhark_values_f16_1d(ctx, less, back) == 0 && back[0] == 0x3800 && back[1] == 0xbc00);
  CHECK(futhark_index_f16_1d(ctx, &one, less, 1) == 0 && one == 0xbc00);
  CHECK(futhark_free_f16_1d(ctx, halves) == 0 && futhark_free_f16_1d(ctx, less) == 0);
}

static void test_refused(struct futhark_context *ctx) {
  const double elements[] = {1, 2};
  const void *buffers[] = {NULL, elements};
  /* Memory of a CUDA device. */
  struct ArrowSchema schema = typed("g", "", 0, NULL);
  struct ArrowDeviceArray array = on(holding(2, 0, 0, 2, buffers, 0, NULL), 2);
  CHECK(futhark_import_f64_1d(ctx, &schema, &array) == NULL && released(1, 1));
  CHECK(says(ctx, "CUDA"));
  /* Another type, too few buffers, a released array. */
  schema = typed("f", "", 0, NULL);
  array = on(holding(2, 0, 0, 2, buffers, 0, NULL), ARROW_DEVICE_CPU);
  CHECK(futhark_import_f64_1d(ctx, &schema, &array) == NULL && released(1, 1) && says(ctx, "is f32, but must be f64"));
  schema = typed("g", "", 0, NULL);
  array = on(holding(2, 0, 0, 1, buffers, 0, NULL), ARROW_DEVICE_CPU);
  CHECK(futhark_import_f64_1d(ctx, &schema, &array) == NULL && released(1, 1) && says(ctx, "2 buffers"));
  CHECK(futhark_import_f64_1d(ctx, &schema, &array) == NULL && released(0, 0) && says(ctx, "released"));
  CHECK(futhark_import_f64_1d(ctx, NULL, NULL) == NULL && says(ctx, "null"));
}

/* Nothing at all: buffers may be NULL then. */
static void test_empty(struct futhark_context *ctx) {
  const void *buffers[] = {NULL, NULL};
  struct ArrowSchema item = typed("g", "item", 0, NULL), *items[] = {&item};
  struct ArrowArray values = holding(0, 0, 0, 2, buffers, 0, NULL), *children[] = {&values};
  struct ArrowSchema schema = typed("+L", "", 1, items);
  struct ArrowDeviceArray array = on(holding(0, 0, 0, 2, buffers, 1, children), ARROW_DEVICE_CPU);
  struct futhark_f64_2d_ragged *in = futhark_import_f64_2d_ragged(ctx, &schema, &array);
  struct futhark_f64_1d *sums;
  CHECK(in != NULL && futhark_entry_sums(ctx, &sums, in) == 0 && futhark_shape_f64_1d(ctx, sums)[0] == 0);
  CHECK(futhark_free_f64_1d(ctx, sums) == 0 && futhark_free_f64_2d_ragged(ctx, in) == 0 && released(2, 2));
}

/* What one context exports another one takes, and it stays when the first one is freed. */
static void test_contexts(struct futhark_context_config *cfg) {
  struct futhark_context *first = futhark_context_new(cfg), *second = futhark_context_new(cfg);
  const double data[] = {1, 2, 3};
  const int64_t offsets[] = {0, 2, 3};
  struct futhark_f64_2d_ragged *in = futhark_new_f64_2d_ragged(first, data, offsets, 2), *out, *there;
  CHECK(futhark_entry_doubled(first, &out, in) == 0);
  struct ArrowSchema schema;
  struct ArrowDeviceArray array;
  CHECK(futhark_export_f64_2d_ragged(first, out, &schema, &array) == 0);
  /* Values may be freed after their context. */
  futhark_context_free(first);
  CHECK(futhark_free_f64_2d_ragged(first, in) == 0 && futhark_free_f64_2d_ragged(first, out) == 0);
  there = futhark_import_f64_2d_ragged(second, &schema, &array);
  struct futhark_f64_1d *sums;
  CHECK(there != NULL && futhark_entry_sums(second, &sums, there) == 0);
  const double wanted[] = {6, 6};
  compare(second, sums, 2, wanted);
  CHECK(futhark_free_f64_2d_ragged(second, there) == 0);
  futhark_context_free(second);
}

static void test_records(struct futhark_context *ctx) {
  const double xs[] = {1, 2}, ys[] = {3, 4};
  const int64_t names[] = {7, 8};
  struct futhark_opaque_place *place[2], *moved;
  struct futhark_opaque_arr1d_place *places, *others;
  for (int i = 0; i < 2; i++) {
    struct futhark_opaque_point *at;
    CHECK(futhark_new_opaque_point(ctx, &at, xs[i], ys[i]) == 0);
    CHECK(futhark_new_opaque_place(ctx, &place[i], at, names[i]) == 0);
    CHECK(futhark_free_opaque_point(ctx, at) == 0);
  }
  CHECK(futhark_new_opaque_arr1d_place(ctx, &places, place, 2) == 0);
  CHECK(futhark_free_opaque_place(ctx, place[1]) == 0);
  CHECK(futhark_entry_moved(ctx, &others, places, 10) == 0);
  CHECK(futhark_free_opaque_arr1d_place(ctx, places) == 0);
  CHECK(futhark_index_opaque_arr1d_place(ctx, &moved, others, 1) == 0);
  CHECK(futhark_index_opaque_arr1d_place(ctx, &place[1], others, 2) != 0 && says(ctx, "out of bounds"));
  CHECK(futhark_shape_opaque_arr1d_place(ctx, others)[0] == 2);
  struct futhark_opaque_point *at;
  double x;
  int64_t name;
  CHECK(futhark_project_opaque_place_at(ctx, &at, moved) == 0 && futhark_project_opaque_place_name(ctx, &name, moved) == 0);
  CHECK(futhark_project_opaque_point_x(ctx, &x, at) == 0 && x == 12 && name == 8);
  CHECK(futhark_free_opaque_point(ctx, at) == 0 && futhark_free_opaque_place(ctx, moved) == 0);
  CHECK(futhark_free_opaque_place(ctx, place[0]) == 0 && futhark_free_opaque_arr1d_place(ctx, others) == 0);
}

int main(void) {
  struct futhark_context_config *cfg = futhark_context_config_new();
  struct futhark_context *ctx = futhark_context_new(cfg);
  CHECK(futhark_context_get_error(ctx) == NULL);
  for (int wide = 0; wide < 2; wide++) {
    test_rows(ctx, wide, 0, 0);
    test_rows(ctx, wide, 1, 0xfe);
    test_rows(ctx, wide, -1, 0xff);
    test_rows(ctx, wide, -1, 0x02);
  }
  test_nulls(ctx);
  test_table(ctx);
  test_scalars(ctx);
  test_refused(ctx);
  test_empty(ctx);
  test_contexts(cfg);
  test_records(ctx);
  futhark_context_free(ctx);
  futhark_context_config_free(cfg);
  return 0;
}
