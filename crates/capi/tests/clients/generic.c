/* Programs that are compiled when the client runs: windrow.h. */
#include "windrow.h"

#include <stdbool.h>

#include "arrow.h"
#include "check.h"

static const char *program_text =
    "entry sums [n] (xss: [n][?]f64): [n]f64 = map f64.sum xss\n"
    "entry split (x: i64): (i64, i64) = (x / 10, x % 10)\n"
    "entry swap (p: {x: i32, y: i32}) = {x = p.y, y = p.x}\n"
    "entry next (s: #first | #second i64): #first | #second i64 =\n"
    "  match s case #first -> #second 1 case #second n -> if n > 1 then #first else #second (n + 1)\n"
    "entry checked (xs: []i64) = map (\\x -> assert (x > 0) x) xs\n"
    "entry negated [n] (xs: *[n]i64): *[n]i64 = map i64.neg xs\n"
    "entry points (n: i64): [n]{x: i64, y: bool} = map (\\i -> {x = i, y = i > 1}) (iota n)\n";

static struct windrow_value *i64(struct windrow_context *ctx, int64_t x) {
  struct windrow_value *value = windrow_scalar(ctx, WINDROW_I64, &x);
  CHECK(value != NULL);
  return value;
}

static struct windrow_entry *entry(struct windrow_program *program, const char *name) {
  struct windrow_entry *found;
  CHECK(windrow_entry(program, name, &found) == 0);
  return found;
}

static void test_compile_errors(struct windrow_context *ctx) {
  struct windrow_program *program = NULL;
  CHECK(windrow_compile(ctx, "wrong.fut", "entry f (x: i32) =\n  x + true\n", &program) == WINDROW_ERROR);
  CHECK(program == NULL);
  const struct windrow_failure *failure = windrow_context_failure(ctx);
  CHECK(failure->diagnostics_len >= 1 && failure->line == 2 && failure->column > 0);
  CHECK(strcmp(failure->diagnostics[0].file, "wrong.fut") == 0 && failure->diagnostics[0].line == 2);
  CHECK(strlen(failure->diagnostics[0].message) > 0);
  char *error = windrow_context_get_error(ctx);
  CHECK(error != NULL && strstr(error, "wrong.fut:2") != NULL && strstr(error, "x + true") != NULL);
  free(error);
  CHECK(windrow_compile(ctx, "name", NULL, &program) != 0);
  CHECK(windrow_compile_file(ctx, "/nowhere.fut", &program) != 0);
  free(windrow_context_get_error(ctx));
}

static void test_arrays(struct windrow_context *ctx, struct windrow_program *program) {
  const double data[3] = {1, 2, 3};
  const int64_t offsets[4] = {0, 2, 2, 3}, shape[2] = {3, 0};
  const int64_t *const rows[2] = {NULL, offsets};
  struct windrow_value *xss = windrow_array(ctx, WINDROW_F64, data, 2, shape, rows), *sums;
  CHECK(xss != NULL && windrow_rank(ctx, xss) == 2);
  CHECK(strcmp(windrow_type(ctx, xss), "[][?]f64") == 0);
  struct windrow_entry *found = entry(program, "sums");
  CHECK(strcmp(windrow_entry_signature(found), "sums : (xss: [n][?]f64) -> [n]f64") == 0);
  const struct windrow_value *in[1] = {xss};
  CHECK(windrow_call(found, in, 1, &sums, 1) == 0);
  double numbers[3];
  CHECK(windrow_shape(ctx, sums)[0] == 3 && windrow_values(ctx, sums, numbers) == 0);
  CHECK(numbers[0] == 3 && numbers[1] == 0 && numbers[2] == 3);
  char *text = windrow_show(ctx, sums);
  CHECK(strcmp(text, "[3.0f64, 0.0f64, 3.0f64]") == 0);
  free(text);
  int64_t starts[4];
  CHECK(windrow_offsets(ctx, xss, 1, starts) == 0 && memcmp(starts, offsets, sizeof(offsets)) == 0);
  CHECK(windrow_offsets(ctx, xss, 2, starts) != 0);
  const int64_t index[2] = {2, 0};
  struct windrow_value *element = windrow_index(ctx, xss, 2, index);
  CHECK(windrow_get_scalar(ctx, element, numbers) == 0 && numbers[0] == 3);
  CHECK(windrow_context_of(element) == ctx);
  /* The wrong number and the wrong types of arguments. */
  CHECK(windrow_call(found, in, 0, &sums, 1) == WINDROW_PROGRAM_ERROR);
  const struct windrow_value *wrong[1] = {element};
  CHECK(windrow_call(found, wrong, 1, &sums, 1) == WINDROW_PROGRAM_ERROR);
  CHECK(strstr(windrow_context_failure(ctx)->message, "must be [n][?]f64") != NULL);
  CHECK(windrow_call(found, in, 1, &sums, 2) == WINDROW_PROGRAM_ERROR);
  free(windrow_context_get_error(ctx));

  struct ArrowSchema schema;
  struct ArrowDeviceArray array;
  CHECK(windrow_export(ctx, xss, NULL, &schema, &array) == 0);
  struct windrow_value *again = windrow_import(ctx, "[][?]f64", &schema, &array);
  CHECK(again != NULL && windrow_shape(ctx, again)[1] == 3);
  CHECK(windrow_import(ctx, "no type", &schema, &array) == NULL);
  free(windrow_context_get_error(ctx));
  windrow_free(again);
  windrow_free(element);
  windrow_free(xss);
  windrow_free(sums);
  windrow_entry_free(found);
}

/* Offsets that cannot be are refused, whatever they make of the elements. */
static void test_malformed(struct windrow_context *ctx) {
  const int64_t data[1] = {1}, none[2] = {0, 0}, negative[2] = {0, -5}, huge[2] = {0, INT64_C(1) << 61}, shape[3] = {1, 0, 0};
  const int64_t *const inner[3] = {NULL, negative, none};
  CHECK(windrow_array(ctx, WINDROW_I64, data, 3, shape, inner) == NULL);
  CHECK(strstr(windrow_context_failure(ctx)->message, "dimension 1") != NULL);
  const int64_t *const many[2] = {NULL, huge};
  CHECK(windrow_array(ctx, WINDROW_I64, data, 2, shape, many) == NULL);
  free(windrow_context_get_error(ctx));
}

/* What a generated library calls to replace an element. */
#ifdef __cplusplus
extern "C"
#endif
int windrow_library_set(struct windrow_context *ctx, struct windrow_value *value, const char *type,
                        const struct windrow_value *elem, size_t rank, const int64_t *index);

/* After an element has been replaced, addresses are those of the new elements. */
static void test_set(struct windrow_context *ctx) {
  const int64_t data[3] = {1, 2, 3}, shape[1] = {3}, index[1] = {1};
  struct windrow_value *xs = windrow_array(ctx, WINDROW_I64, data, 1, shape, NULL), *x = i64(ctx, 20);
  CHECK(((const int64_t *)windrow_values_raw(ctx, xs))[1] == 2 && windrow_shape(ctx, xs)[0] == 3);
  CHECK(windrow_library_set(ctx, xs, "[]i64", x, 1, index) == 0);
  CHECK(((const int64_t *)windrow_values_raw(ctx, xs))[1] == 20 && windrow_shape(ctx, xs)[0] == 3);
  windrow_free(x);
  windrow_free(xs);
}

static void test_structures(struct windrow_context *ctx, struct windrow_program *program) {
  const int32_t one = 1, two = 2;
  int32_t x;
  const char *const names[2] = {"x", "y"};
  struct windrow_value *fields[2] = {windrow_scalar(ctx, WINDROW_I32, &one), windrow_scalar(ctx, WINDROW_I32, &two)};
  struct windrow_value *point = windrow_record(ctx, 2, names, (const struct windrow_value *const *)fields), *swapped, *field;
  struct windrow_entry *found = entry(program, "swap");
  const struct windrow_value *in[1] = {point};
  CHECK(windrow_call(found, in, 1, &swapped, 1) == 0);
  field = windrow_project(ctx, swapped, "x");
  CHECK(windrow_get_scalar(ctx, field, &x) == 0 && x == 2);
  CHECK(windrow_project(ctx, swapped, "z") == NULL);
  CHECK(strstr(windrow_context_failure(ctx)->message, "no field z") != NULL);
  windrow_free(field);
  windrow_free(fields[0]);
  windrow_free(fields[1]);
  windrow_free(point);
  windrow_free(swapped);
  windrow_entry_free(found);

  struct windrow_value *sum = windrow_sum(ctx, "first", 0, NULL), *next;
  int64_t carried;
  found = entry(program, "next");
  in[0] = sum;
  CHECK(windrow_call(found, in, 1, &next, 1) == 0 && strcmp(windrow_constructor(ctx, next), "second") == 0);
  field = windrow_payload(ctx, next, 0);
  CHECK(windrow_get_scalar(ctx, field, &carried) == 0 && carried == 1 && windrow_payload(ctx, next, 1) == NULL);
  windrow_free(field);
  windrow_free(next);
  windrow_free(sum);
  windrow_entry_free(found);

  struct windrow_value *count = i64(ctx, 3), *points, *column;
  bool flags[3];
  found = entry(program, "points");
  in[0] = count;
  CHECK(windrow_call(found, in, 1, &points, 1) == 0);
  column = windrow_project(ctx, points, "y");
  CHECK(windrow_values(ctx, column, flags) == 0 && !flags[1] && flags[2]);
  windrow_free(column);
  windrow_free(count);
  windrow_free(points);
  windrow_entry_free(found);
}

static void test_calls(struct windrow_context *ctx, struct windrow_program *program) {
  struct windrow_value *number = i64(ctx, 42), *parts[2], *whole;
  const struct windrow_value *in[1] = {number};
  struct windrow_entry *found = entry(program, "split");
  int64_t x;
  CHECK(windrow_call(found, in, 1, parts, 2) == 0);
  CHECK(windrow_get_scalar(ctx, parts[0], &x) == 0 && x == 4);
  CHECK(windrow_get_scalar(ctx, parts[1], &x) == 0 && x == 2);
  CHECK(windrow_call(found, in, 1, &whole, 1) == 0 && strcmp(windrow_type(ctx, whole), "(i64, i64)") == 0);
  windrow_free(parts[0]);
  windrow_free(parts[1]);
  windrow_free(whole);
  windrow_free(number);
  windrow_entry_free(found);

  const int64_t data[3] = {5, -1, 6}, shape[1] = {3};
  struct windrow_value *xs = windrow_array(ctx, WINDROW_I64, data, 1, shape, NULL), *out;
  in[0] = xs;
  found = entry(program, "checked");
  CHECK(windrow_call(found, in, 1, &out, 1) == WINDROW_PROGRAM_ERROR);
  const struct windrow_failure *failure = windrow_context_failure(ctx);
  CHECK(failure->row_len == 1 && failure->row[0] == 1 && failure->line == 6);
  free(windrow_context_get_error(ctx));
  windrow_entry_free(found);

  found = entry(program, "negated");
  CHECK(windrow_call(found, in, 1, &out, 1) == 0);
  CHECK(windrow_call(found, in, 1, &out, 1) == WINDROW_PROGRAM_ERROR);
  CHECK(strstr(windrow_context_failure(ctx)->message, "consumed") != NULL);
  windrow_free(xs);
  windrow_free(out);
  windrow_entry_free(found);
  CHECK(windrow_entry(program, "missing", &found) != 0);
  CHECK(strstr(windrow_context_failure(ctx)->message, "no entry point called missing") != NULL);
}

int main(void) {
  struct windrow_config *cfg = windrow_config_new();
  CHECK(windrow_config_set_backend(cfg, "quantum") != 0);
  CHECK(windrow_config_set_backend(cfg, "native") == 0);
  windrow_config_set_threads(cfg, 2);
  windrow_config_set_logging(cfg, 1);
  struct windrow_context *ctx = windrow_context_new(cfg);
  windrow_config_free(cfg);
  CHECK(windrow_context_get_error(ctx) == NULL && strcmp(windrow_context_backend(ctx), "native") == 0);
  FILE *log = tmpfile();
  windrow_context_set_logging_file(ctx, log);
  test_compile_errors(ctx);
  test_malformed(ctx);
  test_set(ctx);
  struct windrow_program *program;
  CHECK(windrow_compile(ctx, "generic.fut", program_text, &program) == 0);
  CHECK(windrow_program_entries(program) == 7 && strcmp(windrow_program_entry_name(program, 1), "split") == 0);
  CHECK(windrow_program_entry_name(program, 7) == NULL);
  test_arrays(ctx, program);
  test_structures(ctx, program);
  test_calls(ctx, program);
  windrow_program_free(program);
  CHECK(windrow_context_sync(ctx) == 0);
  CHECK(ftell(log) > 0);
  fclose(log);
  /* Values may outlive their context. */
  struct windrow_value *last = i64(ctx, 7);
  windrow_context_free(ctx);
  CHECK(windrow_free(last) == 0);

  cfg = windrow_config_new();
  windrow_config_set_backend(cfg, "native");
  windrow_config_set_device(cfg, "no such device");
  ctx = windrow_context_new(cfg);
  char *error = windrow_context_get_error(ctx);
  CHECK(error != NULL && strstr(error, "no such device") != NULL);
  free(error);
  CHECK(windrow_compile(ctx, "generic.fut", program_text, &program) != 0);
  windrow_context_free(ctx);
  windrow_config_free(cfg);
  return 0;
}
