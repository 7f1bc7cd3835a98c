/* Sums as C sees them: variants by number, payloads of every kind, arrays of sums. */
#include "options.h"

#include "check.h"

/* Variants are numbered in alphabetical order, as in the manifest. */
enum { BLUE, GREEN, RED };
enum { EMPTY, NUMBER, PAIR, TEXT, TINTED };
enum { NONE, SOME };

static void test_enumeration(struct futhark_context *ctx) {
  struct futhark_opaque_colour *c, *next;
  const int wanted[3] = {GREEN, BLUE, RED};
  CHECK(futhark_new_opaque_colour_red(ctx, &c) == 0 && futhark_variant_opaque_colour(ctx, c) == RED);
  for (int i = 0; i < 3; i++) {
    CHECK(futhark_entry_next(ctx, &next, c) == 0 && futhark_free_opaque_colour(ctx, c) == 0);
    c = next;
    CHECK(futhark_variant_opaque_colour(ctx, c) == wanted[i]);
  }
  CHECK(futhark_destruct_opaque_colour_red(ctx, c) == 0 && futhark_destruct_opaque_colour_blue(ctx, c) != 0);
  free(futhark_context_get_error(ctx));
  CHECK(futhark_free_opaque_colour(ctx, c) == 0);
}

static int64_t size(struct futhark_context *ctx, struct futhark_opaque_content *content) {
  int64_t found = -1;
  CHECK(futhark_entry_size(ctx, &found, content) == 0);
  CHECK(futhark_free_opaque_content(ctx, content) == 0);
  return found;
}

static void test_payloads(struct futhark_context *ctx) {
  struct futhark_opaque_content *content;
  CHECK(futhark_new_opaque_content_empty(ctx, &content) == 0 && size(ctx, content) == 0);
  CHECK(futhark_new_opaque_content_number(ctx, &content, 2.5) == 0);
  double number;
  CHECK(futhark_destruct_opaque_content_number(ctx, &number, content) == 0 && number == 2.5 && size(ctx, content) == 1);
  const uint8_t bytes[4] = {'a', 'b', 'c', 'd'};
  struct futhark_u8_1d *text = futhark_new_u8_1d(ctx, bytes, 4), *back;
  CHECK(futhark_new_opaque_content_text(ctx, &content, text) == 0 && size(ctx, content) == 4);
  CHECK(futhark_entry_wrap(ctx, &content, text) == 0 && futhark_variant_opaque_content(ctx, content) == TEXT);
  uint8_t found[4];
  CHECK(futhark_destruct_opaque_content_text(ctx, &back, content) == 0);
  CHECK(futhark_shape_u8_1d(ctx, back)[0] == 4 && futhark_values_u8_1d(ctx, back, found) == 0 && found[3] == 'e');
  CHECK(futhark_free_u8_1d(ctx, text) == 0 && futhark_free_u8_1d(ctx, back) == 0 && size(ctx, content) == 4);
  text = futhark_new_u8_1d(ctx, bytes, 0);
  CHECK(futhark_entry_wrap(ctx, &content, text) == 0 && futhark_variant_opaque_content(ctx, content) == EMPTY);
  CHECK(futhark_free_opaque_content(ctx, content) == 0 && futhark_free_u8_1d(ctx, text) == 0);
  struct futhark_opaque_colour *blue;
  CHECK(futhark_new_opaque_colour_blue(ctx, &blue) == 0);
  CHECK(futhark_new_opaque_content_tinted(ctx, &content, blue) == 0 && size(ctx, content) == 100);
  CHECK(futhark_free_opaque_colour(ctx, blue) == 0);
}

static void test_options(struct futhark_context *ctx) {
  const int32_t data[4] = {4, 7, 8, 7};
  struct futhark_i32_1d *xs = futhark_new_i32_1d(ctx, data, 4);
  struct futhark_opaque_maybe *at, *none;
  int32_t place, sum;
  CHECK(futhark_entry_find(ctx, &at, 7, xs) == 0 && futhark_variant_opaque_maybe(ctx, at) == SOME);
  CHECK(futhark_destruct_opaque_maybe_some(ctx, &place, at) == 0 && place == 1);
  CHECK(futhark_entry_find(ctx, &none, 9, xs) == 0 && futhark_variant_opaque_maybe(ctx, none) == NONE);
  struct futhark_opaque_arr1d_maybe *halves, *built;
  CHECK(futhark_entry_halves(ctx, &halves, xs) == 0 && futhark_shape_opaque_arr1d_maybe(ctx, halves)[0] == 4);
  CHECK(futhark_entry_all_found(ctx, &sum, halves) == 0 && sum == 6);
  CHECK(futhark_set_opaque_arr1d_maybe(ctx, halves, at, 0) == 0);
  CHECK(futhark_entry_all_found(ctx, &sum, halves) == 0 && sum == 5);
  struct futhark_opaque_maybe *elems[3] = {at, none, at};
  CHECK(futhark_new_opaque_arr1d_maybe(ctx, &built, elems, 3) == 0);
  CHECK(futhark_entry_all_found(ctx, &sum, built) == 0 && sum == 2);
  CHECK(futhark_free_opaque_arr1d_maybe(ctx, built) == 0);
  CHECK(futhark_new_opaque_arr1d_maybe(ctx, &built, elems, 0) == 0);
  CHECK(futhark_shape_opaque_arr1d_maybe(ctx, built)[0] == 0 && futhark_entry_all_found(ctx, &sum, built) == 0 && sum == 0);
  /* Bytes of an array of sums, in the client's memory. */
  size_t bytes;
  unsigned char room[512];
  void *place_of = room;
  CHECK(futhark_store_opaque_arr1d_maybe(ctx, halves, NULL, &bytes) == 0 && bytes <= sizeof(room));
  CHECK(futhark_store_opaque_arr1d_maybe(ctx, halves, &place_of, &bytes) == 0 && place_of == room);
  struct futhark_opaque_arr1d_maybe *restored = futhark_restore_opaque_arr1d_maybe(ctx, room);
  CHECK(restored != NULL && futhark_entry_all_found(ctx, &sum, restored) == 0 && sum == 5);
  CHECK(futhark_free_opaque_arr1d_maybe(ctx, restored) == 0 && futhark_free_opaque_arr1d_maybe(ctx, built) == 0);
  CHECK(futhark_free_opaque_arr1d_maybe(ctx, halves) == 0 && futhark_free_i32_1d(ctx, xs) == 0);
  CHECK(futhark_free_opaque_maybe(ctx, at) == 0 && futhark_free_opaque_maybe(ctx, none) == 0);
}

int main(void) {
  struct futhark_context_config *cfg = futhark_context_config_new();
  struct futhark_context *ctx = futhark_context_new(cfg);
  CHECK(futhark_context_get_error(ctx) == NULL);
  test_enumeration(ctx);
  test_payloads(ctx);
  test_options(ctx);
  futhark_context_free(ctx);
  futhark_context_config_free(cfg);
  return 0;
}
