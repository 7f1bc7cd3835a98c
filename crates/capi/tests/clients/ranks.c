/* Every type of elements at ranks 1 to 3, through all functions that arrays have. */
#include "ranks.h"

#include "check.h"

#define TEST(name, type)                                                                                        \
  static void test_##name(struct futhark_context *ctx) {                                                        \
    type data[24], found[24];                                                                                   \
    for (int i = 0; i < 24; i++) {                                                                              \
      data[i] = (type)(i % 2);                                                                                  \
    }                                                                                                           \
    data[3] = (type)1, data[4] = (type)1, data[10] = (type)1;                                                   \
    struct futhark_##name##_1d *a = futhark_new_##name##_1d(ctx, data, 5), *x;                                  \
    struct futhark_##name##_2d *b = futhark_new_##name##_2d(ctx, data, 2, 3), *y;                               \
    struct futhark_##name##_3d *c = futhark_new_##name##_3d(ctx, data, 2, 3, 4), *z;                            \
    CHECK(a != NULL && b != NULL && c != NULL);                                                                 \
    CHECK(futhark_entry_##name##s(ctx, &x, &y, &z, a, b, c) == 0 && futhark_context_sync(ctx) == 0);            \
    CHECK(futhark_shape_##name##_1d(ctx, x)[0] == 5);                                                           \
    CHECK(futhark_shape_##name##_2d(ctx, y)[0] == 3 && futhark_shape_##name##_2d(ctx, y)[1] == 2);              \
    const int64_t *shape = futhark_shape_##name##_3d(ctx, z);                                                   \
    CHECK(shape[0] == 2 && shape[1] == 4 && shape[2] == 3);                                                     \
    CHECK(futhark_values_##name##_1d(ctx, x, found) == 0);                                                      \
    for (int i = 0; i < 5; i++) {                                                                               \
      CHECK(found[i] == data[4 - i]);                                                                           \
    }                                                                                                           \
    CHECK(futhark_values_##name##_2d(ctx, y, found) == 0);                                                      \
    for (int i = 0; i < 6; i++) {                                                                               \
      CHECK(found[i] == data[i % 2 * 3 + i / 2]);                                                               \
    }                                                                                                           \
    CHECK(futhark_values_##name##_3d(ctx, z, found) == 0);                                                      \
    for (int i = 0; i < 24; i++) {                                                                              \
      CHECK(found[i] == data[i / 12 * 12 + i % 3 * 4 + i / 3 % 4]);                                             \
    }                                                                                                           \
    type one;                                                                                                   \
    CHECK(futhark_index_##name##_1d(ctx, &one, a, 3) == 0 && one == data[3]);                                   \
    CHECK(futhark_index_##name##_2d(ctx, &one, b, 1, 1) == 0 && one == data[4]);                                \
    CHECK(futhark_index_##name##_3d(ctx, &one, c, 0, 2, 2) == 0 && one == data[10]);                            \
    CHECK(futhark_index_##name##_2d(ctx, &one, b, 0, 3) != 0 && futhark_index_##name##_3d(ctx, &one, c, 2, 0, 0) != 0); \
    free(futhark_context_get_error(ctx));                                                                       \
    /* Raw elements are used where they are. */                                                                 \
    struct futhark_##name##_3d *raw = futhark_new_raw_##name##_3d(ctx, (unsigned char *)data, 4, 3, 2);         \
    CHECK(raw != NULL && futhark_values_raw_##name##_3d(ctx, raw) == (unsigned char *)data);                    \
    CHECK(futhark_index_##name##_3d(ctx, &one, raw, 3, 2, 1) == 0 && one == data[23]);                          \
    CHECK(futhark_free_##name##_3d(ctx, raw) == 0);                                                             \
    CHECK(futhark_free_##name##_1d(ctx, a) == 0 && futhark_free_##name##_1d(ctx, x) == 0);                      \
    CHECK(futhark_free_##name##_2d(ctx, b) == 0 && futhark_free_##name##_2d(ctx, y) == 0);                      \
    CHECK(futhark_free_##name##_3d(ctx, c) == 0 && futhark_free_##name##_3d(ctx, z) == 0);                      \
  }
TEST(i8, int8_t)
TEST(i16, int16_t)
TEST(i32, int32_t)
TEST(i64, int64_t)
TEST(u8, uint8_t)
TEST(u16, uint16_t)
TEST(u32, uint32_t)
TEST(u64, uint64_t)
TEST(f16, uint16_t)
TEST(f32, float)
TEST(f64, double)
TEST(bool, bool)

int main(void) {
  struct futhark_context_config *cfg = futhark_context_config_new();
  struct futhark_context *ctx = futhark_context_new(cfg);
  CHECK(futhark_context_get_error(ctx) == NULL);
  test_i8(ctx);
  test_i16(ctx);
  test_i32(ctx);
  test_i64(ctx);
  test_u8(ctx);
  test_u16(ctx);
  test_u32(ctx);
  test_u64(ctx);
  test_f16(ctx);
  test_f32(ctx);
  test_f64(ctx);
  test_bool(ctx);
  futhark_context_free(ctx);
  futhark_context_config_free(cfg);
  return 0;
}
