/* A simulation whose state stays in the library: a record of arrays of records, advanced and consumed in a loop. */
#include "particles.h"

#include "check.h"

int main(void) {
  struct futhark_context_config *cfg = futhark_context_config_new();
  struct futhark_context *ctx = futhark_context_new(cfg);
  CHECK(futhark_context_get_error(ctx) == NULL);
  const float masses[3] = {1, 4, 2}, places[6] = {0, 0, 10, 1, 20, 2};
  struct futhark_f32_1d *mass = futhark_new_f32_1d(ctx, masses, 3), *trace;
  struct futhark_f32_2d *place = futhark_new_f32_2d(ctx, places, 3, 2);
  struct futhark_opaque_state *state, *next;
  CHECK(futhark_entry_start(ctx, &state, mass, place) == 0);
  CHECK(futhark_free_f32_1d(ctx, mass) == 0 && futhark_free_f32_2d(ctx, place) == 0);

  for (int i = 0; i < 10; i++) {
    CHECK(futhark_entry_step(ctx, &next, 0.5f, state) == 0);
    CHECK(futhark_context_sync(ctx) == 0);
    CHECK(futhark_free_opaque_state(ctx, state) == 0);
    state = next;
  }
  int32_t steps = -1;
  float found[10];
  CHECK(futhark_project_opaque_state_steps(ctx, &steps, state) == 0 && steps == 10);
  CHECK(futhark_project_opaque_state_trace(ctx, &trace, state) == 0);
  CHECK(futhark_shape_f32_1d(ctx, trace)[0] == 10);
  CHECK(futhark_values_f32_1d(ctx, trace, found) == 0 && found[0] == 83.5f && found[9] == 115);
  CHECK(futhark_entry_positions(ctx, &place, state) == 0);
  CHECK(futhark_values_f32_2d(ctx, place, found) == 0 && found[0] == 5 && found[4] == 25 && found[5] == 2);
  CHECK(futhark_free_f32_2d(ctx, place) == 0);

  /* A record as an argument; the state that is not consumed stays. */
  struct futhark_opaque_vec2 *up;
  CHECK(futhark_new_opaque_vec2(ctx, &up, 0, 2) == 0);
  CHECK(futhark_entry_kick(ctx, &next, up, state) == 0);
  struct futhark_opaque_arr1d_particle *particles;
  struct futhark_opaque_particle *heaviest, *third;
  struct futhark_opaque_vec2 *velocity;
  CHECK(futhark_project_opaque_state_particles(ctx, &particles, next) == 0);
  CHECK(futhark_shape_opaque_arr1d_particle(ctx, particles)[0] == 3);
  CHECK(futhark_entry_heaviest(ctx, &heaviest, particles) == 0);
  float x, y;
  CHECK(futhark_project_opaque_particle_mass(ctx, &x, heaviest) == 0 && x == 4);
  CHECK(futhark_project_opaque_particle_velocity(ctx, &velocity, heaviest) == 0);
  CHECK(futhark_project_opaque_vec2_x(ctx, &x, velocity) == 0 && futhark_project_opaque_vec2_y(ctx, &y, velocity) == 0);
  CHECK(x == 1 && y == 2);

  /* A state from its parts: fields in alphabetical order. */
  struct futhark_opaque_particle *few[2];
  CHECK(futhark_index_opaque_arr1d_particle(ctx, &third, particles, 2) == 0);
  few[0] = third;
  few[1] = heaviest;
  struct futhark_opaque_arr1d_particle *chosen;
  CHECK(futhark_new_opaque_arr1d_particle(ctx, &chosen, few, 2) == 0);
  struct futhark_opaque_state *built;
  CHECK(futhark_new_opaque_state(ctx, &built, chosen, 7, trace) == 0);
  struct futhark_opaque_state *stepped;
  CHECK(futhark_entry_step(ctx, &stepped, 1, built) == 0);
  CHECK(futhark_project_opaque_state_steps(ctx, &steps, stepped) == 0 && steps == 8);
  /* The trace was shared and is as it was. */
  CHECK(futhark_shape_f32_1d(ctx, trace)[0] == 10);

  CHECK(futhark_free_opaque_state(ctx, built) == 0 && futhark_free_opaque_state(ctx, stepped) == 0);
  CHECK(futhark_free_opaque_arr1d_particle(ctx, chosen) == 0);
  CHECK(futhark_free_opaque_particle(ctx, third) == 0 && futhark_free_opaque_particle(ctx, heaviest) == 0);
  CHECK(futhark_free_opaque_arr1d_particle(ctx, particles) == 0 && futhark_free_opaque_vec2(ctx, velocity) == 0);
  CHECK(futhark_free_opaque_vec2(ctx, up) == 0 && futhark_free_f32_1d(ctx, trace) == 0);
  CHECK(futhark_free_opaque_state(ctx, state) == 0 && futhark_free_opaque_state(ctx, next) == 0);
  futhark_context_free(ctx);
  futhark_context_config_free(cfg);
  return 0;
}
