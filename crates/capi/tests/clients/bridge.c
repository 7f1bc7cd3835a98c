/* A bridge to another language: it knows a program only by its manifest and its shared object, as generated bindings do.
 * Arguments: the shared object and the manifest. */
#define _POSIX_C_SOURCE 200809L
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>

#include "check.h"

/* What is behind a path of keys in a JSON object, which is well formed; NULL if it is not there. */
static const char *skip(const char *at) {
  while (*at == ' ' || *at == '\n' || *at == '\t' || *at == ',' || *at == ':') {
    at++;
  }
  return at;
}

static const char *end_of_text(const char *at) {
  for (at++; *at != '"'; at++) {
    at += *at == '\\';
  }
  return at + 1;
}

static const char *end_of_value(const char *at) {
  int depth = 0;
  do {
    at = skip(at);
    if (*at == '"') {
      at = end_of_text(at);
    } else if (*at == '{' || *at == '[') {
      depth++, at++;
    } else if (*at == '}' || *at == ']') {
      depth--, at++;
    } else {
      at++;
    }
  } while (depth > 0 || (*at != ',' && *at != '}' && *at != ']' && *at != '\n' && *at != '\0'));
  return at;
}

static const char *member(const char *object, const char *key) {
  if (object == NULL || *object != '{') {
    return NULL;
  }
  for (const char *at = skip(object + 1); *at == '"';) {
    const char *end = end_of_text(at);
    const bool found = strlen(key) == (size_t)(end - at - 2) && strncmp(at + 1, key, strlen(key)) == 0;
    at = skip(end);
    if (found) {
      return at;
    }
    at = skip(end_of_value(at));
  }
  return NULL;
}

static const char *element(const char *array, int number) {
  CHECK(array != NULL && *array == '[');
  const char *at = skip(array + 1);
  for (; number > 0 && *at != ']'; number--) {
    at = skip(end_of_value(at));
  }
  return *at == ']' ? NULL : at;
}

/* A text, in one of several rooms. */
static const char *text(const char *value) {
  static char rooms[8][128];
  static int next;
  CHECK(value != NULL && *value == '"');
  char *room = rooms[next++ % 8];
  const size_t length = (size_t)(end_of_text(value) - value - 2);
  CHECK(length < sizeof(rooms[0]));
  memcpy(room, value + 1, length);
  room[length] = '\0';
  return room;
}

static void *library;

/* A function of the library, as a pointer to some function. */
typedef void (*function)(void);
static function named(const char *name) {
  function found;
  void *symbol = dlsym(library, name);
  if (symbol == NULL) {
    fprintf(stderr, "the library has no %s\n", name);
    exit(1);
  }
  memcpy(&found, &symbol, sizeof(found));
  return found;
}

/* Every function that is named anywhere in the manifest exists. */
static int check_functions(const char *manifest) {
  int count = 0;
  for (const char *at = strstr(manifest, "\"futhark_"); at != NULL; at = strstr(at + 1, "\"futhark_")) {
    named(text(at));
    count++;
  }
  return count;
}

int main(int argc, char **argv) {
  CHECK(argc == 3);
  library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) {
    fprintf(stderr, "%s\n", dlerror());
    return 1;
  }
  FILE *file = fopen(argv[2], "r");
  static char manifest[1 << 20];
  CHECK(file != NULL && fread(manifest, 1, sizeof(manifest) - 1, file) > 0 && fclose(file) == 0);
  const char *root = skip(manifest);
  CHECK(check_functions(root) > 100);
  CHECK(strcmp(text(member(root, "backend")), "multicore") == 0 || strcmp(text(member(root, "backend")), "c") == 0);
  CHECK(member(root, "version") != NULL && member(root, "nothing") == NULL);

  const char *entry = member(member(root, "entry_points"), "dot"), *inputs = member(entry, "inputs");
  CHECK(element(inputs, 1) != NULL && element(inputs, 2) == NULL);
  CHECK(strncmp(member(element(inputs, 0), "unique"), "false", 5) == 0);
  const char *type = text(member(element(inputs, 0), "type"));
  CHECK(strcmp(type, text(member(element(inputs, 1), "type"))) == 0 && strcmp(type, "[]f64") == 0);
  const char *array = member(member(root, "types"), type), *ops = member(array, "ops");
  CHECK(strcmp(text(member(array, "kind")), "array") == 0 && strcmp(text(member(array, "elemtype")), "f64") == 0);
  CHECK(strtol(member(array, "rank"), NULL, 10) == 1);
  /* Outputs of one value, as a bridge for any version reads them. */
  const char *output = member(entry, "output");
  output = output != NULL ? output : element(member(entry, "outputs"), 0);
  CHECK(strcmp(text(member(output, "type")), "f64") == 0);

  void *cfg = ((void *(*)(void))named("futhark_context_config_new"))();
  void *ctx = ((void *(*)(void *))named("futhark_context_new"))(cfg);
  CHECK(((char *(*)(void *))named("futhark_context_get_error"))(ctx) == NULL);
  const double data[3] = {1, 2, 3};
  double x = 0, back[3];
  void *xs = ((void *(*)(void *, const double *, int64_t))named(text(member(ops, "new"))))(ctx, data, 3);
  CHECK(xs != NULL);
  function call = named(text(member(entry, "cfun")));
  CHECK(((int (*)(void *, double *, const void *, const void *))call)(ctx, &x, xs, xs) == 0 && x == 14);
  CHECK(((int (*)(void *, const void *, double *))named(text(member(ops, "values"))))(ctx, xs, back) == 0 && back[2] == 3);
  CHECK(((const int64_t *(*)(void *, const void *))named(text(member(ops, "shape"))))(ctx, xs)[0] == 3);
  CHECK(((int (*)(void *, void *))named(text(member(ops, "free"))))(ctx, xs) == 0);
  CHECK(((int (*)(void *))named("futhark_context_sync"))(ctx) == 0);
  ((void (*)(void *))named("futhark_context_free"))(ctx);
  ((void (*)(void *))named("futhark_context_config_free"))(cfg);
  return 0;
}
