/* Scalars, arrays of every type, tuples, unique parameters, failures: programs that Futhark could compile. */
#include "plain.h"

#include "check.h"

/* An entry point that adds one to every element. */
#define ARRAY_TEST(name, type, one, two)                                                  \
  static void test_##name##s(struct futhark_context *ctx) {                              \
    const type data[3] = {one, two, one};                                                 \
    type found[3];                                                                        \
    struct futhark_##name##_1d *in = futhark_new_##name##_1d(ctx, data, 3), *out = NULL;  \
    CHECK(in != NULL);                                                                    \
    CHECK(futhark_entry_##name##s(ctx, &out, in) == FUTHARK_SUCCESS);                     \
    CHECK(futhark_context_sync(ctx) == 0);                                                \
    CHECK(futhark_shape_##name##_1d(ctx, out)[0] == 3);                                   \
    CHECK(futhark_values_##name##_1d(ctx, out, found) == 0);                              \
    CHECK(found[0] == two && found[2] == two);                                            \
    CHECK(futhark_index_##name##_1d(ctx, &found[1], in, 2) == 0 && found[1] == one);      \
    CHECK(futhark_index_##name##_1d(ctx, &found[1], in, 3) != 0);                         \
    CHECK(futhark_index_##name##_1d(ctx, &found[1], in, -1) != 0);                        \
    CHECK(futhark_free_##name##_1d(ctx, in) == 0 && futhark_free_##name##_1d(ctx, out) == 0); \
    in = futhark_new_##name##_1d(ctx, NULL, 0);                                           \
    CHECK(in != NULL && futhark_shape_##name##_1d(ctx, in)[0] == 0);                      \
    CHECK(futhark_entry_##name##s(ctx, &out, in) == 0);                                   \
    CHECK(futhark_values_##name##_1d(ctx, out, NULL) == 0);                               \
    CHECK(futhark_free_##name##_1d(ctx, in) == 0 && futhark_free_##name##_1d(ctx, out) == 0); \
  }
ARRAY_TEST(i8, int8_t, 127, -128)
ARRAY_TEST(i16, int16_t, -1, 0)
ARRAY_TEST(i32, int32_t, -7, -6)
ARRAY_TEST(i64, int64_t, 1, 2)
ARRAY_TEST(u8, uint8_t, 255, 0)
ARRAY_TEST(u16, uint16_t, 65535, 0)
ARRAY_TEST(u32, uint32_t, 4294967295u, 0)
ARRAY_TEST(u64, uint64_t, 1, 2)
/* The bits of 1 and 2. */
ARRAY_TEST(f16, uint16_t, 0x3c00, 0x4000)
ARRAY_TEST(f32, float, 0.5f, 1.5f)
ARRAY_TEST(f64, double, 0.5, 1.5)
ARRAY_TEST(bool, bool, true, false)

static void test_scalars(struct futhark_context *ctx) {
  int8_t a;
  int16_t b;
  int32_t c;
  int64_t d;
  uint8_t e;
  uint16_t f;
  uint32_t g;
  uint64_t h;
  uint16_t i;
  float j;
  double k;
  bool l;
  CHECK(futhark_entry_ids(ctx, &a, &b, &c, &d, &e, &f, &g, &h, &i, &j, &k, &l, (int8_t)-1, (int16_t)-2, -3, -4, (uint8_t)5,
                          (uint16_t)6, 7u, 8u, (uint16_t)0x3c00, 9.5f, 10.5, true) == 0);
  CHECK(a == -1 && b == -2 && c == -3 && d == -4 && e == 5 && f == 6 && g == 7 && h == 8);
  CHECK(i == 0x3c00 && j == 9.5f && k == 10.5 && l);
}

static void test_2d(struct futhark_context *ctx) {
  const int32_t data[6] = {1, 2, 3, 4, 5, 6}, wanted[6] = {1, 4, 2, 5, 3, 6};
  int32_t found[6];
  struct futhark_i32_2d *in = futhark_new_i32_2d(ctx, data, 2, 3), *out;
  CHECK(futhark_entry_transposed(ctx, &out, in) == 0);
  CHECK(futhark_shape_i32_2d(ctx, out)[0] == 3 && futhark_shape_i32_2d(ctx, out)[1] == 2);
  CHECK(futhark_values_i32_2d(ctx, out, found) == 0 && memcmp(found, wanted, sizeof(wanted)) == 0);
  CHECK(futhark_index_i32_2d(ctx, found, in, 1, 2) == 0 && found[0] == 6);
  CHECK(futhark_free_i32_2d(ctx, in) == 0 && futhark_free_i32_2d(ctx, out) == 0);
  CHECK(futhark_new_i32_2d(ctx, data, 2, -3) == NULL);
  free(futhark_context_get_error(ctx));
}

/* A tuple comes apart or as one value, as the number of arguments says. */
static void test_tuple(struct futhark_context *ctx) {
  int64_t quotient, remainder;
  CHECK(futhark_entry_divmod(ctx, &quotient, &remainder, 17, 5) == 0);
  CHECK(quotient == 3 && remainder == 2);
  struct futhark_opaque_tup2_i64_i64 *pair;
  CHECK(futhark_entry_divmod(ctx, &pair, 17, 5) == 0);
  CHECK(futhark_project_opaque_tup2_i64_i64_1(ctx, &remainder, pair) == 0 && remainder == 2);
  CHECK(futhark_free_opaque_tup2_i64_i64(ctx, pair) == 0);
  int (*whole)(struct futhark_context *, struct futhark_opaque_tup2_i64_i64 **, const int64_t, const int64_t) =
      futhark_entry_divmod;
  CHECK(whole(ctx, &pair, 9, 2) == 0 && futhark_free_opaque_tup2_i64_i64(ctx, pair) == 0);
}

static void test_unique(struct futhark_context *ctx) {
  const int64_t data[3] = {1, 2, 3};
  int64_t found[3];
  struct futhark_i64_1d *in = futhark_new_i64_1d(ctx, data, 3), *out, *again;
  const unsigned char *address = futhark_values_raw_i64_1d(ctx, in);
  CHECK(address != NULL && memcmp(address, data, sizeof(data)) == 0);
  CHECK(futhark_free_i64_1d(ctx, in) == 0);

  in = futhark_new_i64_1d(ctx, data, 3);
  CHECK(futhark_entry_bump(ctx, &out, in, 1, 42) == 0);
  CHECK(futhark_values_i64_1d(ctx, out, found) == 0 && found[1] == 42 && found[2] == 3);
  /* Nothing but freeing is allowed, and everything else says so. */
  CHECK(futhark_values_i64_1d(ctx, in, found) != 0);
  CHECK(futhark_entry_bump(ctx, &again, in, 1, 42) == FUTHARK_PROGRAM_ERROR);
  char *error = futhark_context_get_error(ctx);
  CHECK(error != NULL && strstr(error, "consumed") != NULL);
  free(error);
  CHECK(futhark_free_i64_1d(ctx, in) == 0);

  /* A call whose sizes are refused consumes nothing. */
  struct futhark_i64_1d *shorter = futhark_new_i64_1d(ctx, data, 2);
  CHECK(futhark_entry_both(ctx, &again, out, shorter) == FUTHARK_PROGRAM_ERROR);
  CHECK(strstr(windrow_context_failure(ctx)->message, "ys") != NULL);
  CHECK(futhark_free_i64_1d(ctx, shorter) == 0);
  free(futhark_context_get_error(ctx));

  /* The same value for a parameter that is consumed and one that is not. */
  CHECK(futhark_entry_both(ctx, &again, out, out) == 0);
  CHECK(futhark_values_i64_1d(ctx, again, found) == 0 && found[0] == 2 && found[1] == 84);
  CHECK(futhark_free_i64_1d(ctx, out) == 0 && futhark_free_i64_1d(ctx, again) == 0);
}

static void test_raw(struct futhark_context *ctx) {
  double data[3] = {1, 2, 3}, x = 0, found[3];
  struct futhark_f64_1d *in = futhark_new_raw_f64_1d(ctx, (unsigned char *)data, 3), *out;
  CHECK(in != NULL && futhark_values_raw_f64_1d(ctx, in) == (unsigned char *)data);
  CHECK(futhark_entry_dot(ctx, &x, in, in) == 0 && x == 14);
  /* What is the caller's is copied before it is overwritten. */
  CHECK(futhark_entry_scaled(ctx, &out, 2, in) == 0);
  CHECK(data[0] == 1 && futhark_values_f64_1d(ctx, out, found) == 0 && found[2] == 6);
  CHECK(futhark_free_f64_1d(ctx, in) == 0 && futhark_free_f64_1d(ctx, out) == 0);
  CHECK(futhark_new_raw_f64_1d(ctx, (unsigned char *)data + 1, 2) == NULL);
  free(futhark_context_get_error(ctx));
}

static void test_failures(struct futhark_context *ctx) {
  const double data[3] = {1, 2, 3};
  const int64_t numbers[3] = {0, 1, 7};
  struct futhark_f64_1d *three = futhark_new_f64_1d(ctx, data, 3), *two = futhark_new_f64_1d(ctx, data, 2);
  double x = -1;
  CHECK(futhark_context_get_error(ctx) == NULL);
  CHECK(futhark_entry_dot(ctx, &x, three, two) == FUTHARK_PROGRAM_ERROR && x == -1);
  char *error = futhark_context_get_error(ctx);
  CHECK(error != NULL && strstr(error, "ys") != NULL);
  free(error);
  CHECK(futhark_context_get_error(ctx) == NULL);
  CHECK(futhark_entry_dot(ctx, &x, three, NULL) == FUTHARK_PROGRAM_ERROR);
  CHECK(futhark_entry_dot(ctx, NULL, three, three) == FUTHARK_PROGRAM_ERROR);
  free(futhark_context_get_error(ctx));
  CHECK(futhark_entry_dot(ctx, &x, three, three) == 0 && x == 14);

  struct futhark_i64_1d *xs = futhark_new_i64_1d(ctx, numbers, 3), *out = NULL;
  CHECK(futhark_entry_picked(ctx, &out, xs, xs) == FUTHARK_PROGRAM_ERROR && out == NULL);
  const struct windrow_failure *failure = windrow_context_failure(ctx);
  CHECK(failure != NULL && failure->code == FUTHARK_PROGRAM_ERROR);
  CHECK(strstr(failure->message, "out of bounds") != NULL);
  CHECK(strstr(failure->file, "plain.fut") != NULL && failure->line == 31 && failure->column > 0);
  CHECK(failure->row_len == 1 && failure->row[0] == 2);
  CHECK(failure->diagnostics_len == 0);
  error = futhark_context_get_error(ctx);
  CHECK(error != NULL && strstr(error, "out of bounds") != NULL);
  free(error);
  CHECK(futhark_free_i64_1d(ctx, xs) == 0 && futhark_free_f64_1d(ctx, three) == 0 && futhark_free_f64_1d(ctx, two) == 0);
}

int main(void) {
  struct futhark_context_config *cfg = futhark_context_config_new();
  futhark_context_config_set_num_threads(cfg, 2);
  futhark_context_config_set_profiling(cfg, 1);
  CHECK(futhark_get_tuning_param_count() == 0 && futhark_context_config_set_tuning_param(cfg, "x", 1) != 0);
  struct futhark_context *ctx = futhark_context_new(cfg);
  CHECK(futhark_context_get_error(ctx) == NULL && windrow_context_failure(ctx) == NULL);
  test_scalars(ctx);
  test_i8s(ctx);
  test_i16s(ctx);
  test_i32s(ctx);
  test_i64s(ctx);
  test_u8s(ctx);
  test_u16s(ctx);
  test_u32s(ctx);
  test_u64s(ctx);
  test_f16s(ctx);
  test_f32s(ctx);
  test_f64s(ctx);
  test_bools(ctx);
  test_2d(ctx);
  test_tuple(ctx);
  test_unique(ctx);
  test_raw(ctx);
  test_failures(ctx);
  futhark_context_pause_profiling(ctx);
  char *report = futhark_context_report(ctx);
  CHECK(report != NULL && strstr(report, "\"divmod\":{\"calls\":3,") != NULL);
  free(report);
  CHECK(futhark_context_clear_caches(ctx) == 0);
  futhark_context_free(ctx);
  futhark_context_config_free(cfg);
  return 0;
}
