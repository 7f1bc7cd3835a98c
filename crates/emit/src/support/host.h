// Windrow support for host parts in C: the table of functions that the runtime passes in. `rt::table` is the other side.
// A function that returns a status returns 0 when the run goes on. Buffers are named by the numbers of their variables.

typedef struct {
    void *run;
    i64 workers;
    const i32 *stop;
    i32 (*alloc)(void *run, u32 buf, i64 count, i32 zeroed);
    i32 (*reuse)(void *run, u32 to, u32 from, i64 count);
    i32 (*share)(void *run, u32 to, u32 from);
    i32 (*release)(void *run, u32 buf);
    i32 (*copy)(void *run, u32 to, i64 to_at, u32 from, i64 from_at, i64 count);
    i32 (*launch)(void *run, u32 kernel, i64 groups, const u64 *args, u32 count);
    i32 (*read)(void *run, const u32 *bufs, const i64 *at, u64 *bits, u32 count);
    i32 (*fail)(void *run, u32 check, const u64 *vals, u32 count);
    i32 (*enter)(void *run, u32 fun, u32 check, const u64 *args, u32 count);
    i32 (*leave)(void *run, const u32 *calls, u32 call_count, i32 failed, const u32 *results, u32 count, const u64 *at, u32 at_count,
                 u64 rows);
    i32 (*stopped)(void *run);
} table;

FN i64 workers_for(const table *rt, i64 n) { return max_i64(1, min_i64(n, rt->workers)); }

// Behind every round of a loop: the caller may have asked for the end of the run.
#define GO_ON if (__atomic_load_n(rt->stop, __ATOMIC_RELAXED)) return rt->stopped(rt->run)

// Host parts are few and run once; what they do is compute sizes.
#define widx i64
#define HOST __attribute__((visibility("default")))
