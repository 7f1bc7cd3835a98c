/* Several threads call in one context, and each sees its own failures; others have contexts of their own. */
#define _POSIX_C_SOURCE 200809L
#include "plain.h"

#include <pthread.h>

#include "check.h"

#define THREADS 8
#define CALLS 200

static struct futhark_context *ctx;
static struct futhark_f64_1d *shared;

static void *work(void *argument) {
  const int64_t number = *(const int64_t *)argument;
  const int64_t data[4] = {number, number + 1, number + 2, number + 3};
  for (int call = 0; call < CALLS; call++) {
    double x = 0;
    CHECK(futhark_entry_dot(ctx, &x, shared, shared) == 0 && x == 30);
    struct futhark_i64_1d *in = futhark_new_i64_1d(ctx, data, 4), *out, *missing = NULL;
    int64_t found[4];
    /* The first index that is out of bounds is this thread's. */
    const int64_t wrong = 100 + number;
    struct futhark_i64_1d *index = futhark_new_i64_1d(ctx, &wrong, 1);
    CHECK(futhark_entry_picked(ctx, &missing, in, index) == FUTHARK_PROGRAM_ERROR && missing == NULL);
    char text[32];
    snprintf(text, sizeof(text), "[%d]", (int)wrong);
    CHECK(strstr(windrow_context_failure(ctx)->message, text) != NULL);
    char *error = futhark_context_get_error(ctx);
    CHECK(error != NULL && strstr(error, text) != NULL);
    free(error);
    CHECK(futhark_entry_bump(ctx, &out, in, 2, -number) == 0);
    CHECK(futhark_values_i64_1d(ctx, out, found) == 0 && found[0] == number && found[2] == -number);
    CHECK(futhark_free_i64_1d(ctx, in) == 0 && futhark_free_i64_1d(ctx, out) == 0);
    CHECK(futhark_free_i64_1d(ctx, index) == 0);
  }
  return NULL;
}

/* A thread with a context of its own, from the configuration that all threads read. */
static void *work_alone(void *cfg) {
  struct futhark_context *own = futhark_context_new((struct futhark_context_config *)cfg);
  CHECK(futhark_context_get_error(own) == NULL);
  const double data[4] = {1, 2, 3, 4};
  struct futhark_f64_1d *xs = futhark_new_f64_1d(own, data, 4), *ys = futhark_new_f64_1d(own, data, 3);
  for (int call = 0; call < CALLS; call++) {
    double x = 0;
    CHECK(futhark_entry_dot(own, &x, xs, xs) == 0 && x == 30);
    CHECK(futhark_entry_dot(own, &x, xs, ys) == FUTHARK_PROGRAM_ERROR);
    char *error = futhark_context_get_error(own);
    CHECK(error != NULL && strstr(error, "dimension 0") != NULL && futhark_context_get_error(ctx) == NULL);
    free(error);
  }
  CHECK(futhark_free_f64_1d(own, xs) == 0);
  futhark_context_free(own);
  CHECK(futhark_free_f64_1d(own, ys) == 0);
  return NULL;
}

static pthread_barrier_t turn;

/* Fails twice; between, another thread looks at the first failure. */
static void *fail_twice(void *unused) {
  (void)unused;
  const int64_t data[1] = {0};
  struct futhark_i64_1d *in = futhark_new_i64_1d(ctx, data, 1), *missing = NULL;
  for (int64_t wrong = 1000; wrong < 1002; wrong++) {
    struct futhark_i64_1d *index = futhark_new_i64_1d(ctx, &wrong, 1);
    CHECK(futhark_entry_picked(ctx, &missing, in, index) == FUTHARK_PROGRAM_ERROR);
    CHECK(futhark_free_i64_1d(ctx, index) == 0);
    pthread_barrier_wait(&turn);
    pthread_barrier_wait(&turn);
  }
  CHECK(futhark_free_i64_1d(ctx, in) == 0);
  return NULL;
}

/* A thread without failures sees those of others, and what it has got stays as it is. */
static void test_failures_of_others(void) {
  pthread_t thread;
  CHECK(pthread_barrier_init(&turn, NULL, 2) == 0);
  CHECK(pthread_create(&thread, NULL, fail_twice, NULL) == 0);
  pthread_barrier_wait(&turn);
  const struct windrow_failure *failure = windrow_context_failure(ctx);
  CHECK(failure != NULL && strstr(failure->message, "[1000]") != NULL);
  pthread_barrier_wait(&turn);
  pthread_barrier_wait(&turn);
  CHECK(strstr(failure->message, "[1000]") != NULL);
  pthread_barrier_wait(&turn);
  CHECK(pthread_join(thread, NULL) == 0);
  CHECK(strstr(failure->message, "[1000]") != NULL);
  /* The last text of a thread that has ended can be taken. */
  char *error = futhark_context_get_error(ctx);
  CHECK(error != NULL && strstr(error, "[1001]") != NULL);
  CHECK(strstr(windrow_context_failure(ctx)->message, "[1001]") != NULL);
  free(error);
  CHECK(futhark_context_get_error(ctx) == NULL);
  CHECK(pthread_barrier_destroy(&turn) == 0);
}

int main(void) {
  struct futhark_context_config *cfg = futhark_context_config_new();
  ctx = futhark_context_new(cfg);
  CHECK(futhark_context_get_error(ctx) == NULL);
  const double data[4] = {1, 2, 3, 4};
  shared = futhark_new_f64_1d(ctx, data, 4);
  pthread_t threads[THREADS];
  int64_t numbers[THREADS];
  for (int i = 0; i < THREADS; i++) {
    numbers[i] = i;
    CHECK(pthread_create(&threads[i], NULL, work, &numbers[i]) == 0);
  }
  for (int i = 0; i < THREADS; i++) {
    CHECK(pthread_join(threads[i], NULL) == 0);
  }
  for (int i = 0; i < THREADS; i++) {
    CHECK(pthread_create(&threads[i], NULL, work_alone, cfg) == 0);
  }
  for (int i = 0; i < THREADS; i++) {
    CHECK(pthread_join(threads[i], NULL) == 0);
  }
  test_failures_of_others();
  CHECK(futhark_free_f64_1d(ctx, shared) == 0);
  futhark_context_free(ctx);
  futhark_context_config_free(cfg);
  return 0;
}
