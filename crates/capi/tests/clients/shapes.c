/* Records, sums, and arrays of them. */
#include "shapes.h"

#include "check.h"

static struct futhark_opaque_point *point(struct futhark_context *ctx, double x, double y) {
  struct futhark_opaque_point *p;
  CHECK(futhark_new_opaque_point(ctx, &p, x, y) == 0);
  return p;
}

static double x_of(struct futhark_context *ctx, const struct futhark_opaque_point *p) {
  double x = -1;
  CHECK(futhark_project_opaque_point_x(ctx, &x, p) == 0);
  return x;
}

static void test_records(struct futhark_context *ctx) {
  struct futhark_opaque_point *p = point(ctx, 1, 2), *q;
  CHECK(futhark_entry_moved(ctx, &q, p, 3) == 0);
  CHECK(x_of(ctx, p) == 1 && x_of(ctx, q) == 4);
  struct futhark_opaque_line *line;
  CHECK(futhark_new_opaque_line(ctx, &line, p, q) == 0);
  double length;
  CHECK(futhark_entry_length(ctx, &length, line) == 0 && length > 4.24 && length < 4.25);
  CHECK(futhark_free_opaque_point(ctx, p) == 0);
  CHECK(futhark_project_opaque_line_0(ctx, &p, line) == 0 && x_of(ctx, p) == 1);

  void *bytes = NULL;
  size_t count, again;
  CHECK(futhark_store_opaque_line(ctx, line, &bytes, &count) == 0);
  CHECK(futhark_store_opaque_line(ctx, line, NULL, &again) == 0 && again == count);
  struct futhark_opaque_line *restored = futhark_restore_opaque_line(ctx, bytes);
  CHECK(restored != NULL && futhark_entry_length(ctx, &length, restored) == 0 && length > 4.24 && length < 4.25);
  CHECK(futhark_restore_opaque_point(ctx, bytes) == NULL);
  memset(bytes, 0, count);
  CHECK(futhark_restore_opaque_line(ctx, bytes) == NULL);
  free(bytes);
  free(futhark_context_get_error(ctx));
  CHECK(futhark_free_opaque_line(ctx, restored) == 0 && futhark_free_opaque_line(ctx, line) == 0);
  CHECK(futhark_free_opaque_point(ctx, p) == 0 && futhark_free_opaque_point(ctx, q) == 0);
}

static void test_sums(struct futhark_context *ctx) {
  struct futhark_opaque_point *centre = point(ctx, 5, 6), *found;
  struct futhark_opaque_shape *circle, *nothing, *other;
  double area, radius;
  CHECK(futhark_new_opaque_shape_circle(ctx, &circle, centre, 2) == 0);
  CHECK(futhark_new_opaque_shape_nothing(ctx, &nothing) == 0);
  CHECK(futhark_entry_area(ctx, &area, circle) == 0 && area == 12);
  /* Variants are numbered as the manifest lists them: circle, nothing, polygon. */
  CHECK(futhark_variant_opaque_shape(ctx, circle) == 0 && futhark_variant_opaque_shape(ctx, nothing) == 1);
  CHECK(futhark_entry_bigger(ctx, &other, circle) == 0);
  CHECK(futhark_destruct_opaque_shape_circle(ctx, &found, &radius, other) == 0);
  CHECK(radius == 3 && x_of(ctx, found) == 5);
  CHECK(futhark_destruct_opaque_shape_circle(ctx, &found, &radius, nothing) != 0);
  char *error = futhark_context_get_error(ctx);
  CHECK(error != NULL && strstr(error, "#nothing") != NULL);
  free(error);
  CHECK(futhark_free_opaque_shape(ctx, other) == 0 && futhark_entry_bigger(ctx, &other, nothing) == 0);
  int64_t corners;
  CHECK(futhark_variant_opaque_shape(ctx, other) == 2);
  CHECK(futhark_destruct_opaque_shape_polygon(ctx, &corners, other) == 0 && corners == 3);
  CHECK(futhark_free_opaque_shape(ctx, other) == 0 && futhark_free_opaque_shape(ctx, circle) == 0);
  CHECK(futhark_free_opaque_shape(ctx, nothing) == 0);
  CHECK(futhark_free_opaque_point(ctx, centre) == 0 && futhark_free_opaque_point(ctx, found) == 0);
}

static void test_arrays_of_records(struct futhark_context *ctx) {
  const double xs[3] = {1, 2, 6}, ys[3] = {0, 0, 3};
  double found[6];
  struct futhark_f64_1d *x = futhark_new_f64_1d(ctx, xs, 3), *y = futhark_new_f64_1d(ctx, ys, 3);
  struct futhark_f64_1d *shorter = futhark_new_f64_1d(ctx, ys, 2), *column;
  struct futhark_opaque_arr1d_point *points;
  CHECK(futhark_zip_opaque_arr1d_point(ctx, &points, x, shorter) == 1);
  free(futhark_context_get_error(ctx));
  CHECK(futhark_zip_opaque_arr1d_point(ctx, &points, x, y) == 0);
  CHECK(futhark_shape_opaque_arr1d_point(ctx, points)[0] == 3);
  struct futhark_opaque_point *p;
  CHECK(futhark_entry_centre(ctx, &p, points) == 0 && x_of(ctx, p) == 3);
  CHECK(futhark_set_opaque_arr1d_point(ctx, points, p, 3) != 0);
  free(futhark_context_get_error(ctx));
  CHECK(futhark_set_opaque_arr1d_point(ctx, points, p, 2) == 0);
  CHECK(futhark_free_opaque_point(ctx, p) == 0);
  CHECK(futhark_index_opaque_arr1d_point(ctx, &p, points, 2) == 0 && x_of(ctx, p) == 3);
  CHECK(futhark_project_opaque_arr1d_point_x(ctx, &column, points) == 0);
  CHECK(futhark_values_f64_1d(ctx, column, found) == 0 && found[1] == 2 && found[2] == 3);
  CHECK(futhark_free_opaque_point(ctx, p) == 0 && futhark_free_opaque_arr1d_point(ctx, points) == 0);
  CHECK(futhark_free_f64_1d(ctx, x) == 0 && futhark_free_f64_1d(ctx, y) == 0);
  CHECK(futhark_free_f64_1d(ctx, shorter) == 0 && futhark_free_f64_1d(ctx, column) == 0);

  struct futhark_opaque_arr2d_point *grid, *other;
  struct futhark_f64_2d *rows, *columns;
  CHECK(futhark_entry_grid(ctx, &grid, 2, 3) == 0);
  CHECK(futhark_shape_opaque_arr2d_point(ctx, grid)[0] == 2 && futhark_shape_opaque_arr2d_point(ctx, grid)[1] == 3);
  CHECK(futhark_project_opaque_arr2d_point_x(ctx, &rows, grid) == 0);
  CHECK(futhark_project_opaque_arr2d_point_y(ctx, &columns, grid) == 0);
  CHECK(futhark_values_f64_2d(ctx, columns, found) == 0 && found[2] == 2 && found[3] == 0);
  CHECK(futhark_zip_opaque_arr2d_point(ctx, &other, columns, rows) == 0);
  CHECK(futhark_index_opaque_arr2d_point(ctx, &p, other, 1, 2) == 0 && x_of(ctx, p) == 2);
  CHECK(futhark_free_opaque_point(ctx, p) == 0);
  CHECK(futhark_free_f64_2d(ctx, rows) == 0 && futhark_free_f64_2d(ctx, columns) == 0);
  CHECK(futhark_free_opaque_arr2d_point(ctx, grid) == 0 && futhark_free_opaque_arr2d_point(ctx, other) == 0);
}

static void test_arrays_of_sums(struct futhark_context *ctx) {
  struct futhark_opaque_arr1d_shape *shapes, *chosen;
  struct futhark_opaque_shape *elems[2];
  double found[4];
  CHECK(futhark_entry_shapes(ctx, &shapes, 4) == 0);
  CHECK(futhark_index_opaque_arr1d_shape(ctx, &elems[0], shapes, 2) == 0);
  CHECK(futhark_variant_opaque_shape(ctx, elems[0]) == 0);
  CHECK(futhark_index_opaque_arr1d_shape(ctx, &elems[1], shapes, 1) == 0);
  CHECK(futhark_new_opaque_arr1d_shape(ctx, &chosen, elems, 2) == 0);
  struct futhark_f64_1d *areas;
  CHECK(futhark_entry_areas(ctx, &areas, chosen) == 0);
  CHECK(futhark_values_f64_1d(ctx, areas, found) == 0 && found[0] == 12 && found[1] == 1);
  CHECK(futhark_set_opaque_arr1d_shape(ctx, shapes, elems[0], 0) == 0);
  CHECK(futhark_free_f64_1d(ctx, areas) == 0);
  CHECK(futhark_entry_areas(ctx, &areas, shapes) == 0);
  CHECK(futhark_values_f64_1d(ctx, areas, found) == 0 && found[0] == 12 && found[1] == 1 && found[3] == 0);
  CHECK(futhark_free_f64_1d(ctx, areas) == 0);
  CHECK(futhark_free_opaque_shape(ctx, elems[0]) == 0 && futhark_free_opaque_shape(ctx, elems[1]) == 0);
  CHECK(futhark_free_opaque_arr1d_shape(ctx, shapes) == 0 && futhark_free_opaque_arr1d_shape(ctx, chosen) == 0);
}

int main(void) {
  struct futhark_context_config *cfg = futhark_context_config_new();
  struct futhark_context *ctx = futhark_context_new(cfg);
  CHECK(futhark_context_get_error(ctx) == NULL);
  test_records(ctx);
  test_sums(ctx);
  test_arrays_of_records(ctx);
  test_arrays_of_sums(ctx);
  futhark_context_free(ctx);
  futhark_context_config_free(cfg);
  return 0;
}
