#define HOST __attribute__((visibility("default")))
HOST i32 host_0(const table *rt, const u64 *args, u64 *results);
HOST i32 host_1(const table *rt, const u64 *args, u64 *results);
HOST i32 host_2(const table *rt, const u64 *args, u64 *results);
HOST i32 host_3(const table *rt, const u64 *args, u64 *results);
HOST i32 host_4(const table *rt, const u64 *args, u64 *results);
HOST i32 host_5(const table *rt, const u64 *args, u64 *results);
HOST i32 host_6(const table *rt, const u64 *args, u64 *results);
HOST i32 host_7(const table *rt, const u64 *args, u64 *results);
HOST i32 host_8(const table *rt, const u64 *args, u64 *results);
HOST i32 host_9(const table *rt, const u64 *args, u64 *results);
HOST i32 host_10(const table *rt, const u64 *args, u64 *results);

// saxpy
HOST i32 host_0(const table *rt, const u64 *args, u64 *results) {
    i64 n_0 = (i64)args[0];
    if (rt->alloc(rt->run, 3, n_0, 1)) return 1;
    { // saxpy
        const u64 slots[] = {(u64)(i64)n_0, 1, 2, 3};
        if (rt->launch(rt->run, 0, workers_for(rt, n_0), slots, 4)) return 1;
    }
    if (rt->release(rt->run, 1)) return 1;
    if (rt->release(rt->run, 2)) return 1;
    results[0] = (u64)(i64)n_0;
    return 0;
}

// histogram_i64
HOST i32 host_1(const table *rt, const u64 *args, u64 *results) {
    i64 n_0 = (i64)args[0];
    if (rt->alloc(rt->run, 2, (i64)10, 1)) return 1;
    { // histogram_i64
        const u64 slots[] = {(u64)(i64)n_0, 1, 2};
        if (rt->launch(rt->run, 1, workers_for(rt, n_0), slots, 3)) return 1;
    }
    if (rt->release(rt->run, 1)) return 1;
    results[0] = (u64)(i64)(i64)10;
    return 0;
}

// histogram_i32
HOST i32 host_2(const table *rt, const u64 *args, u64 *results) {
    i64 n_0 = (i64)args[0];
    if (rt->alloc(rt->run, 2, (i64)10, 1)) return 1;
    { // histogram_i32
        const u64 slots[] = {(u64)(i64)n_0, 1, 2};
        if (rt->launch(rt->run, 2, workers_for(rt, n_0), slots, 3)) return 1;
    }
    if (rt->release(rt->run, 1)) return 1;
    results[0] = (u64)(i64)(i64)10;
    return 0;
}

// histogram_f32
HOST i32 host_3(const table *rt, const u64 *args, u64 *results) {
    i64 n_0 = (i64)args[0];
    if (rt->alloc(rt->run, 2, (i64)10, 1)) return 1;
    { // histogram_f32
        const u64 slots[] = {(u64)(i64)n_0, 1, 2};
        if (rt->launch(rt->run, 3, workers_for(rt, n_0), slots, 3)) return 1;
    }
    if (rt->release(rt->run, 1)) return 1;
    results[0] = (u64)(i64)(i64)10;
    return 0;
}

// histogram_f64
HOST i32 host_4(const table *rt, const u64 *args, u64 *results) {
    i64 n_0 = (i64)args[0];
    if (rt->alloc(rt->run, 2, (i64)10, 1)) return 1;
    { // histogram_f64
        const u64 slots[] = {(u64)(i64)n_0, 1, 2};
        if (rt->launch(rt->run, 4, workers_for(rt, n_0), slots, 3)) return 1;
    }
    if (rt->release(rt->run, 1)) return 1;
    results[0] = (u64)(i64)(i64)10;
    return 0;
}

// histogram_u8
HOST i32 host_5(const table *rt, const u64 *args, u64 *results) {
    i64 n_0 = (i64)args[0];
    if (rt->alloc(rt->run, 2, (i64)10, 1)) return 1;
    { // histogram_u8
        const u64 slots[] = {(u64)(i64)n_0, 1, 2};
        if (rt->launch(rt->run, 5, workers_for(rt, n_0), slots, 3)) return 1;
    }
    if (rt->release(rt->run, 1)) return 1;
    results[0] = (u64)(i64)(i64)10;
    return 0;
}

// histogram_i16
HOST i32 host_6(const table *rt, const u64 *args, u64 *results) {
    i64 n_0 = (i64)args[0];
    if (rt->alloc(rt->run, 2, (i64)10, 1)) return 1;
    { // histogram_i16
        const u64 slots[] = {(u64)(i64)n_0, 1, 2};
        if (rt->launch(rt->run, 6, workers_for(rt, n_0), slots, 3)) return 1;
    }
    if (rt->release(rt->run, 1)) return 1;
    results[0] = (u64)(i64)(i64)10;
    return 0;
}

// gather
HOST i32 host_7(const table *rt, const u64 *args, u64 *results) {
    i64 n_0 = (i64)args[0];
    if (rt->alloc(rt->run, 3, n_0, 1)) return 1;
    { // gather
        const u64 slots[] = {(u64)(i64)n_0, 1, 2, 3};
        if (rt->launch(rt->run, 7, workers_for(rt, n_0), slots, 4)) return 1;
    }
    if (rt->release(rt->run, 1)) return 1;
    if (rt->release(rt->run, 2)) return 1;
    results[0] = (u64)(i64)n_0;
    return 0;
}

// locked
HOST i32 host_8(const table *rt, const u64 *args, u64 *results) {
    i64 n_0 = (i64)args[0];
    if (rt->alloc(rt->run, 2, (i64)2, 1)) return 1;
    if (rt->alloc(rt->run, 3, (i64)2, 1)) return 1;
    { // locked
        const u64 slots[] = {(u64)(i64)n_0, 1, 2, 3};
        if (rt->launch(rt->run, 8, workers_for(rt, n_0), slots, 4)) return 1;
    }
    if (rt->release(rt->run, 1)) return 1;
    results[0] = (u64)(i64)(i64)2;
    return 0;
}

// collatz
HOST i32 host_9(const table *rt, const u64 *args, u64 *results) {
    i64 n_0 = (i64)args[0];
    if (rt->alloc(rt->run, 2, n_0, 1)) return 1;
    { // collatz
        const u64 slots[] = {(u64)(i64)n_0, 1, 2};
        if (rt->launch(rt->run, 9, workers_for(rt, n_0), slots, 3)) return 1;
    }
    if (rt->release(rt->run, 1)) return 1;
    results[0] = (u64)(i64)n_0;
    return 0;
}

// doubling
HOST i32 host_10(const table *rt, const u64 *args, u64 *results) {
    i64 n_0 = (i64)args[0];
    i64 limit_1 = (i64)args[1];
    i64 rounds_3 = 0;
    i64 first_4 = 0;
    u8 some_7 = 0;
    if (!(limit_1 >= (i64)0)) {
        const u64 vals[] = {(u64)(i64)limit_1};
        return rt->fail(rt->run, 2, vals, 1);
    }
    rounds_3 = (i64)0;
    some_7 = (n_0 > (i64)0);
    if (some_7) {
        for (;;) {
            {
                const u32 bufs[] = {2};
                const i64 at[] = {(i64)0};
                u64 words[1];
                if (rt->read(rt->run, bufs, at, words, 1)) return 1;
                first_4 = (i64)words[0];
            }
            if (!(first_4 <= limit_1)) break;
            if (rt->alloc(rt->run, 5, n_0, 0)) return 1;
            { // double
                const u64 slots[] = {(u64)(i64)n_0, 2, 5};
                if (rt->launch(rt->run, 10, workers_for(rt, n_0), slots, 3)) return 1;
            }
            if (rt->share(rt->run, 2, 5)) return 1;
            if (rt->release(rt->run, 5)) return 1;
            rounds_3 = add_i64(rounds_3, (i64)1);
            GO_ON;
        }
    } else {
        rounds_3 = neg_i64((i64)1);
    }
    if (rt->alloc(rt->run, 6, mul_i64((i64)2, n_0), 1)) return 1;
    if (rt->copy(rt->run, 6, (i64)0, 2, (i64)0, n_0)) return 1;
    if (rt->copy(rt->run, 6, n_0, 2, (i64)0, n_0)) return 1;
    results[0] = (u64)(i64)rounds_3;
    results[1] = (u64)(i64)some_7;
    results[2] = (u64)(i64)mul_i64((i64)2, n_0);
    return 0;
}
#endif
