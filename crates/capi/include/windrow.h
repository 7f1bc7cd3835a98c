/* Windrow from C: compile programs and call them, with arrays that stay where they are.
 *
 * Values. Everything that a program takes and returns is a `struct windrow_value`: a scalar, an array, a record or a sum. Whoever gets
 * one frees it with `windrow_free`. Values share what they have in common; freeing one does not harm others, and values may be freed
 * after their context.
 *
 * Failures. Functions return 0, or a number that is not 0 if they fail; those that return a pointer return NULL. The reason is in
 * `windrow_context_get_error` as text and in `windrow_context_failure` as data. A null pointer for an argument is a failure, not
 * undefined behaviour, unless it is the context itself.
 *
 * Consumption. A parameter with a type like `*[n]f64` takes its argument away: using the value afterwards is a failure, and it still has
 * to be freed. If nobody else shares the elements they are updated in place. A call whose arguments are refused, because of their types
 * or sizes, takes nothing away.
 *
 * Threads. Any thread may use a context and its values. Calls in one context wait for each other. A thread must not free what another
 * one is using.
 *
 * Libraries that `windrow build --library` writes use the same objects: a pointer to one of their contexts or values may be cast to
 * `struct windrow_context *` or `struct windrow_value *` and given to every function below.
 */
#ifndef WINDROW_H
#define WINDROW_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WINDROW_SUCCESS 0
/* Something failed. */
#define WINDROW_ERROR 1
/* A check of the program failed, or its arguments are wrong. */
#define WINDROW_PROGRAM_ERROR 2
#define WINDROW_OUT_OF_MEMORY 3

/* The types of scalars. `f16` is a `uint16_t` with the bits of the IEEE format. */
enum windrow_type {
  WINDROW_I8 = 1,
  WINDROW_I16,
  WINDROW_I32,
  WINDROW_I64,
  WINDROW_U8,
  WINDROW_U16,
  WINDROW_U32,
  WINDROW_U64,
  WINDROW_F16,
  WINDROW_F32,
  WINDROW_F64,
  WINDROW_BOOL
};

struct windrow_config;
struct windrow_context;
struct windrow_program;
struct windrow_entry;
struct windrow_value;
struct ArrowSchema;
struct ArrowDeviceArray;

#ifndef WINDROW_FAILURE
#define WINDROW_FAILURE
/* One message about a program that is wrong. */
struct windrow_diagnostic {
  const char *message;
  const char *file;
  int64_t line;
  int64_t column;
};

/* Why a call failed. */
struct windrow_failure {
  int code;
  const char *message;
  /* Where in the program; NULL and 0 if it is not known. */
  const char *file;
  int64_t line;
  int64_t column;
  /* The indices of the maps in which a check failed, outermost first. */
  const int64_t *row;
  size_t row_len;
  /* What is wrong with a program that does not compile. */
  const struct windrow_diagnostic *diagnostics;
  size_t diagnostics_len;
};

/* The last failure of this thread, else of any; NULL if there is none. It is valid until this thread asks again or ends, or the context
 * is freed; other threads that fail do not change it. */
const struct windrow_failure *windrow_context_failure(const void *ctx);
#endif

/* Configurations. They are read when a context is made. */

struct windrow_config *windrow_config_new(void);
void windrow_config_free(struct windrow_config *cfg);
/* "native", "cuda", "opencl" or "interp"; by default CUDA, else the processor, else the interpreter. Fails for other names. */
int windrow_config_set_backend(struct windrow_config *cfg, const char *name);
/* The number of a device in the output of `windrow devices`, its name, or a part of its name. */
void windrow_config_set_device(struct windrow_config *cfg, const char *device);
/* How many threads the processor's backend uses; less than 1 for one per core. */
void windrow_config_set_threads(struct windrow_config *cfg, int threads);
/* The most bytes of device memory to use; 0 for all there is. */
void windrow_config_set_memory_limit(struct windrow_config *cfg, size_t bytes);
/* Do all work in a `CUstream` or `cudaStream_t` of the device's primary context instead of the default stream. It must exist longer than
 * the context. Contexts of other backends cannot be made with one; NULL is the default stream. */
void windrow_config_set_stream(struct windrow_config *cfg, void *stream);
/* Count and time calls, for `windrow_context_report`. */
void windrow_config_set_profiling(struct windrow_config *cfg, int flag);
/* Write a line for every call. */
void windrow_config_set_logging(struct windrow_config *cfg, int flag);

/* Contexts: a device with its memory. */

/* Never NULL: `windrow_context_get_error` says whether it can be used. `cfg` may be NULL. */
struct windrow_context *windrow_context_new(const struct windrow_config *cfg);
void windrow_context_free(struct windrow_context *ctx);
/* Waits for everything that has been started. Calls wait for their results themselves. */
int windrow_context_sync(struct windrow_context *ctx);
/* The text of the last failure, once: to be freed with `free`. NULL if there is none. */
char *windrow_context_get_error(struct windrow_context *ctx);
/* Gives memory back that is kept for later calls. */
int windrow_context_clear_caches(struct windrow_context *ctx);
/* Calls, memory and copies as JSON: to be freed with `free`. */
char *windrow_context_report(struct windrow_context *ctx);
/* Stops counting and timing calls; 0 goes on. */
void windrow_context_pause_profiling(struct windrow_context *ctx, int flag);
/* Where the log goes; standard error if `file` is NULL. */
void windrow_context_set_logging_file(struct windrow_context *ctx, FILE *file);
/* "native", "cuda", "opencl" or "interp". */
const char *windrow_context_backend(struct windrow_context *ctx);

/* Programs and entry points. */

/* Checks a program; messages call it `name`, and files that it imports are looked up from there. */
int windrow_compile(struct windrow_context *ctx, const char *name, const char *text, struct windrow_program **out);
int windrow_compile_file(struct windrow_context *ctx, const char *path, struct windrow_program **out);
void windrow_program_free(struct windrow_program *program);
size_t windrow_program_entries(const struct windrow_program *program);
/* NULL if there are not so many. */
const char *windrow_program_entry_name(const struct windrow_program *program, size_t number);

/* An entry point; it is compiled now, unless it has been. */
int windrow_entry(const struct windrow_program *program, const char *name, struct windrow_entry **out);
void windrow_entry_free(struct windrow_entry *entry);
/* `name : (x: type) -> .. -> type`. */
const char *windrow_entry_signature(const struct windrow_entry *entry);
/* Calls it and waits. With `n_out` = 1 the result is one value; a tuple also comes apart into as many values as it has components. */
int windrow_call(const struct windrow_entry *entry, const struct windrow_value *const *in, size_t n_in,
                 struct windrow_value **out, size_t n_out);

/* Values. */

int windrow_free(struct windrow_value *value);
/* The type in the notation of the language, as far as the value says. Valid until the value is freed. */
const char *windrow_type(struct windrow_context *ctx, const struct windrow_value *value);
/* The value in the notation of the language: to be freed with `free`. */
char *windrow_show(struct windrow_context *ctx, const struct windrow_value *value);
/* The context that a value was made in. */
struct windrow_context *windrow_context_of(const struct windrow_value *value);

/* Scalars: a copy of what is at `x`, and back. */
struct windrow_value *windrow_scalar(struct windrow_context *ctx, int type, const void *x);
int windrow_get_scalar(struct windrow_context *ctx, const struct windrow_value *value, void *out);

/* An array of scalars, row by row, which are copied. A dimension whose rows have different sizes has offsets: where each row begins and
 * the last one ends, beginning with 0; its entry in `shape` is not looked at. Without such dimensions `offsets` may be NULL, and it
 * is NULL for all others. The first dimension has one size. */
struct windrow_value *windrow_array(struct windrow_context *ctx, int type, const void *data, size_t rank,
                                    const int64_t *shape, const int64_t *const *offsets);
/* The same with elements that stay where they are: in memory of this process, of a CUDA device, or a `cl_mem`. They are the caller's,
 * must not change, and must be there as long as the array and results that share them. */
struct windrow_value *windrow_array_raw(struct windrow_context *ctx, int type, void *data, size_t rank,
                                        const int64_t *shape, const int64_t *const *offsets);
/* How many dimensions there are; 0 for what is no array. */
size_t windrow_rank(struct windrow_context *ctx, const struct windrow_value *value);
/* For each dimension its size, or where rows differ how many elements they have together. Valid until the value is freed. */
const int64_t *windrow_shape(struct windrow_context *ctx, const struct windrow_value *value);
/* Copies the elements, row by row. There must be room for all. */
int windrow_values(struct windrow_context *ctx, const struct windrow_value *value, void *data);
/* Copies the offsets of a dimension: one number more than the dimensions before it have elements. */
int windrow_offsets(struct windrow_context *ctx, const struct windrow_value *value, size_t dimension, int64_t *offsets);
/* Where the elements are, in memory of the device. They stay there until the value is freed, and must not be changed. */
void *windrow_values_raw(struct windrow_context *ctx, const struct windrow_value *value);
/* An element, or a row if there are fewer indices than dimensions. */
struct windrow_value *windrow_index(struct windrow_context *ctx, const struct windrow_value *value, size_t count,
                                    const int64_t *index);

/* Records in the order of their names; the fields of a tuple are called "0", "1", .. */
struct windrow_value *windrow_record(struct windrow_context *ctx, size_t count, const char *const *names,
                                     const struct windrow_value *const *fields);
/* A field of a record, or of an array of records the array of this field. */
struct windrow_value *windrow_project(struct windrow_context *ctx, const struct windrow_value *value, const char *name);
/* An array of records with `rank` dimensions, from an array for each field. */
struct windrow_value *windrow_zip(struct windrow_context *ctx, size_t rank, size_t count, const char *const *names,
                                  const struct windrow_value *const *columns);

/* Sums: a constructor with what it carries. */
struct windrow_value *windrow_sum(struct windrow_context *ctx, const char *constructor, size_t count,
                                  const struct windrow_value *const *payload);
/* Valid until the value is freed. */
const char *windrow_constructor(struct windrow_context *ctx, const struct windrow_value *value);
struct windrow_value *windrow_payload(struct windrow_context *ctx, const struct windrow_value *value, size_t number);

/* Arrow's C data interface: lists, structs, unions, and scalars as an array of one element. */

/* Takes over an array as a value of a type such as "[][?]f64": in memory of the processor, or of the context's CUDA device. Both structs move in, also if it fails. */
struct windrow_value *windrow_import(struct windrow_context *ctx, const char *type, struct ArrowSchema *schema,
                                     struct ArrowDeviceArray *array);
/* Makes both structs, which their receiver releases. On a CUDA device the elements stay there, and all is written. `type` may be NULL unless there are sums in it: a value of a sum does not say which
 * other constructors there are. */
int windrow_export(struct windrow_context *ctx, const struct windrow_value *value, const char *type,
                   struct ArrowSchema *schema, struct ArrowDeviceArray *array);

#ifdef __cplusplus
}
#endif

#endif
