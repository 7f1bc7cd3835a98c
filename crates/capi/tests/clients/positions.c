/* Programs that are wrong, by their paths: each error has a place in a file. Prints how many of them are wrong. */
#include "windrow.h"

#include "check.h"

int main(int argc, char **argv) {
  struct windrow_config *config = windrow_config_new();
  CHECK(windrow_config_set_backend(config, "interp") == 0);
  struct windrow_context *ctx = windrow_context_new(config);
  windrow_config_free(config);
  int wrong = 0;
  for (int i = 1; i < argc; i++) {
    struct windrow_program *program = NULL;
    if (windrow_compile_file(ctx, argv[i], &program) == 0) {
      windrow_program_free(program);
      continue;
    }
    const struct windrow_failure *failure = windrow_context_failure(ctx);
    CHECK(program == NULL && failure != NULL);
    /* What is right but not supported has none. */
    if (failure->diagnostics_len > 0) {
      if (failure->file == NULL || failure->line < 1 || failure->column < 1) fprintf(stderr, "%s has no position\n", argv[i]);
      CHECK(failure->file != NULL && failure->line >= 1 && failure->column >= 1);
      wrong++;
    }
    char *error = windrow_context_get_error(ctx);
    CHECK(error != NULL && strlen(error) > 0);
    free(error);
  }
  windrow_context_free(ctx);
  printf("%d\n", wrong);
  return 0;
}
