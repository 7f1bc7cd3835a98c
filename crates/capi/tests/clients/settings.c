/* Configurations with every setter, several contexts, logs, reports and caches, as a careful client uses them. */
#include "plain.h"

#include "check.h"

static void touch(struct futhark_context *ctx) {
  const double data[4] = {1, 2, 3, 4};
  double x;
  struct futhark_f64_1d *xs = futhark_new_f64_1d(ctx, data, 4);
  CHECK(futhark_entry_dot(ctx, &x, xs, xs) == FUTHARK_SUCCESS && futhark_context_sync(ctx) == FUTHARK_SUCCESS && x == 30);
  CHECK(futhark_free_f64_1d(ctx, xs) == 0);
}

/* The number behind a key of a report. */
static long number(const char *report, const char *key) {
  const char *found = strstr(report, key);
  CHECK(found != NULL);
  return strtol(found + strlen(key), NULL, 10);
}

int main(void) {
#if !defined(FUTHARK_BACKEND_c) && !defined(FUTHARK_BACKEND_multicore)
#error "the backend has a name"
#endif
  /* A configuration that is never used. */
  futhark_context_config_free(futhark_context_config_new());

  struct futhark_context_config *cfg = futhark_context_config_new(), *other = futhark_context_config_new();
  futhark_context_config_set_debugging(cfg, 0);
  futhark_context_config_set_logging(cfg, 1);
  futhark_context_config_set_profiling(cfg, 1);
  futhark_context_config_set_cache_file(cfg, "/nowhere/cache");
  futhark_context_config_set_cache_file(cfg, NULL);
  futhark_context_config_set_num_threads(cfg, 1);
  CHECK(futhark_context_config_set_tuning_param(cfg, "main.suff_outer_par_0", 1024) != 0);
  for (int i = 0; i < futhark_get_tuning_param_count(); i++) {
    CHECK(futhark_get_tuning_param_name(i) != NULL && futhark_get_tuning_param_class(i) != NULL);
  }
  CHECK(futhark_get_tuning_param_name(0) == NULL && futhark_get_tuning_param_class(-1) == NULL);
  futhark_context_config_set_num_threads(other, 0);

  struct futhark_context *ctx = futhark_context_new(cfg), *second = futhark_context_new(other);
  CHECK(futhark_context_get_error(ctx) == NULL && futhark_context_get_error(second) == NULL);
  FILE *log = tmpfile();
  futhark_context_set_logging_file(ctx, log);
  touch(ctx);
  touch(ctx);
  CHECK(ftell(log) > 0);
  futhark_context_pause_profiling(ctx);
  touch(ctx);
  futhark_context_unpause_profiling(ctx);
  touch(ctx);
  /* Another context counts for itself, and without profiling not at all. */
  touch(second);
  char *report = futhark_context_report(ctx);
  CHECK(report != NULL && report[0] == '{' && number(report, "\"dot\":{\"calls\":") == 3);
  CHECK(number(report, "\"peak\":") > 0);
  free(report);
  report = futhark_context_report(second);
  CHECK(report != NULL && strstr(report, "\"dot\"") == NULL);
  free(report);
  CHECK(futhark_context_clear_caches(ctx) == 0);
  report = futhark_context_report(ctx);
  CHECK(number(report, "\"pooled\":") == 0);
  free(report);
  touch(ctx);

  /* Contexts end in any order; the configuration of one is free for another afterwards. */
  CHECK(futhark_context_sync(ctx) == 0);
  futhark_context_set_logging_file(ctx, stderr);
  fclose(log);
  futhark_context_free(ctx);
  touch(second);
  futhark_context_config_set_logging(cfg, 0);
  ctx = futhark_context_new(cfg);
  CHECK(futhark_context_get_error(ctx) == NULL);
  touch(ctx);
  futhark_context_free(second);
  touch(ctx);
  futhark_context_free(ctx);
  futhark_context_config_free(cfg);
  futhark_context_config_free(other);
  return 0;
}
