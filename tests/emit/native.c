
#if IN_PART(9)
// test.fut:1:1
#define widx i32
KERNEL(1, 1) kernel_saxpy(KERNEL_PARAMS) {
    widx n_0 = args[0].i32;
    GLOBAL f32 *RESTRICT xs_1 = args[1].buffer;
    GLOBAL f32 *RESTRICT ys_2 = args[2].buffer;
    GLOBAL f32 *out_3 = args[3].buffer;
    EACH_GROUP {
        const widx group_4 = (widx)GROUP, groups_5 = (widx)GROUPS;
        (void)group_4, (void)groups_5;
        for (widx round_6 = (widx)0, round_6_end = index_div_i32(((n_0 + groups_5) - (widx)1), groups_5); round_6 < round_6_end; round_6++) {
            widx i_7 = ((round_6 * groups_5) + group_4);
            if ((i_7 < n_0)) {
                out_3[i_7] = ((0x1.4p1f * xs_1[i_7]) + ys_2[i_7]);
            }
        }
    }
}
#undef widx
#endif

#if IN_PART(3)
// test.fut:1:1
#define widx i64
KERNEL(1, 1) kernel_histogram_i64(KERNEL_PARAMS) {
    widx n_0 = args[0].i64;
    GLOBAL i64 *RESTRICT xs_1 = args[1].buffer;
    GLOBAL i64 *out_2 = args[2].buffer;
    EACH_GROUP {
        const widx group_3 = (widx)GROUP, groups_4 = (widx)GROUPS;
        (void)group_3, (void)groups_4;
        for (widx round_5 = (widx)0, round_5_end = index_div_i64(((n_0 + groups_4) - (widx)1), groups_4); round_5 < round_5_end; round_5++) {
            widx i_6 = ((round_5 * groups_4) + group_3);
            if ((i_6 < n_0)) {
                i64 bin_7 = mod_i64(xs_1[i_6], (i64)10);
                atomic_add_i64(&out_2[(widx)bin_7], (i64)1);
            }
        }
    }
}
#undef widx
#endif

#if IN_PART(4)
// test.fut:1:1
#define widx i64
KERNEL(1, 1) kernel_histogram_i32(KERNEL_PARAMS) {
    widx n_0 = args[0].i64;
    GLOBAL i64 *RESTRICT xs_1 = args[1].buffer;
    GLOBAL i32 *out_2 = args[2].buffer;
    EACH_GROUP {
        const widx group_3 = (widx)GROUP, groups_4 = (widx)GROUPS;
        (void)group_3, (void)groups_4;
        for (widx round_5 = (widx)0, round_5_end = index_div_i64(((n_0 + groups_4) - (widx)1), groups_4); round_5 < round_5_end; round_5++) {
            widx i_6 = ((round_5 * groups_4) + group_3);
            if ((i_6 < n_0)) {
                i64 bin_7 = mod_i64(xs_1[i_6], (i64)10);
                atomic_add_i32(&out_2[(widx)bin_7], (i32)1);
            }
        }
    }
}
#undef widx
#endif

#if IN_PART(6)
// test.fut:1:1
#define widx i64
KERNEL(1, 1) kernel_histogram_f32(KERNEL_PARAMS) {
    widx n_0 = args[0].i64;
    GLOBAL i64 *RESTRICT xs_1 = args[1].buffer;
    GLOBAL f32 *out_2 = args[2].buffer;
    EACH_GROUP {
        const widx group_3 = (widx)GROUP, groups_4 = (widx)GROUPS;
        (void)group_3, (void)groups_4;
        for (widx round_5 = (widx)0, round_5_end = index_div_i64(((n_0 + groups_4) - (widx)1), groups_4); round_5 < round_5_end; round_5++) {
            widx i_6 = ((round_5 * groups_4) + group_3);
            if ((i_6 < n_0)) {
                i64 bin_7 = mod_i64(xs_1[i_6], (i64)10);
                atomic_add_f32(&out_2[(widx)bin_7], 1.0f);
            }
        }
    }
}
#undef widx
#endif

#if IN_PART(7)
// test.fut:1:1
#define widx i64
KERNEL(1, 1) kernel_histogram_f64(KERNEL_PARAMS) {
    widx n_0 = args[0].i64;
    GLOBAL i64 *RESTRICT xs_1 = args[1].buffer;
    GLOBAL f64 *out_2 = args[2].buffer;
    EACH_GROUP {
        const widx group_3 = (widx)GROUP, groups_4 = (widx)GROUPS;
        (void)group_3, (void)groups_4;
        for (widx round_5 = (widx)0, round_5_end = index_div_i64(((n_0 + groups_4) - (widx)1), groups_4); round_5 < round_5_end; round_5++) {
            widx i_6 = ((round_5 * groups_4) + group_3);
            if ((i_6 < n_0)) {
                i64 bin_7 = mod_i64(xs_1[i_6], (i64)10);
                atomic_add_f64(&out_2[(widx)bin_7], 1.0);
            }
        }
    }
}
#undef widx
#endif

#if IN_PART(8)
// test.fut:1:1
#define widx i64
KERNEL(1, 1) kernel_histogram_u8(KERNEL_PARAMS) {
    widx n_0 = args[0].i64;
    GLOBAL i64 *RESTRICT xs_1 = args[1].buffer;
    GLOBAL u8 *out_2 = args[2].buffer;
    EACH_GROUP {
        const widx group_3 = (widx)GROUP, groups_4 = (widx)GROUPS;
        (void)group_3, (void)groups_4;
        for (widx round_5 = (widx)0, round_5_end = index_div_i64(((n_0 + groups_4) - (widx)1), groups_4); round_5 < round_5_end; round_5++) {
            widx i_6 = ((round_5 * groups_4) + group_3);
            if ((i_6 < n_0)) {
                i64 bin_7 = mod_i64(xs_1[i_6], (i64)10);
                atomic_add_u8(&out_2[(widx)bin_7], (u8)1);
            }
        }
    }
}
#undef widx
#endif

#if IN_PART(5)
// test.fut:1:1
#define widx i64
KERNEL(1, 1) kernel_histogram_i16(KERNEL_PARAMS) {
    widx n_0 = args[0].i64;
    GLOBAL i64 *RESTRICT xs_1 = args[1].buffer;
    GLOBAL i16 *out_2 = args[2].buffer;
    EACH_GROUP {
        const widx group_3 = (widx)GROUP, groups_4 = (widx)GROUPS;
        (void)group_3, (void)groups_4;
        for (widx round_5 = (widx)0, round_5_end = index_div_i64(((n_0 + groups_4) - (widx)1), groups_4); round_5 < round_5_end; round_5++) {
            widx i_6 = ((round_5 * groups_4) + group_3);
            if ((i_6 < n_0)) {
                i64 bin_7 = mod_i64(xs_1[i_6], (i64)10);
                atomic_add_i16(&out_2[(widx)bin_7], (i16)1);
            }
        }
    }
}
#undef widx
#endif

#if IN_PART(1)
// test.fut:1:1
#define widx i32
KERNEL(1, 1) kernel_gather(KERNEL_PARAMS) {
    widx n_0 = args[0].i32;
    GLOBAL i64 *RESTRICT is_1 = args[1].buffer;
    GLOBAL i64 *RESTRICT xs_2 = args[2].buffer;
    GLOBAL i64 *out_3 = args[3].buffer;
    EACH_GROUP {
        const widx group_4 = (widx)GROUP, groups_5 = (widx)GROUPS;
        (void)group_4, (void)groups_5;
        int bad = 0;
        for (widx round_6 = (widx)0, round_6_end = index_div_i32(((n_0 + groups_5) - (widx)1), groups_5); round_6 < round_6_end; round_6++) {
            widx i_7 = ((round_6 * groups_5) + group_4);
            if ((i_7 < n_0)) {
                i64 at_8 = is_1[i_7];
                if (((at_8 >= (i64)0) & (at_8 < (i64)n_0))) {
                    out_3[i_7] = xs_2[(widx)at_8];
                } else {
                    bad = 1;
                    if (claim(fail, launch)) {
                        fail->check = 0;
                        fail->at[0] = i_7;
                        fail->vals[0] = (i64)at_8;
                        fail->vals[1] = (i64)(i64)n_0;
                    }
                    goto failed_0;
                }
            }
        }
        failed_0:;
        (void)bad;
    }
}
#undef widx
#endif

#if IN_PART(2)
// test.fut:1:1
#define widx i32
KERNEL(1, 1) kernel_locked(KERNEL_PARAMS) {
    widx n_0 = args[0].i32;
    GLOBAL i64 *RESTRICT xs_1 = args[1].buffer;
    GLOBAL i64 *out_2 = args[2].buffer;
    GLOBAL i32 *locks_3 = args[3].buffer;
    EACH_GROUP {
        const widx group_4 = (widx)GROUP, groups_5 = (widx)GROUPS;
        (void)group_4, (void)groups_5;
        for (widx round_6 = (widx)0, round_6_end = index_div_i32(((n_0 + groups_5) - (widx)1), groups_5); round_6 < round_6_end; round_6++) {
            widx i_7 = ((round_6 * groups_5) + group_4);
            if ((i_7 < n_0)) {
                for (GLOBAL i32 *lock = &locks_3[(widx)5 & ((widx)2 - 1)]; lock;) {
                    const i32 turn = turn_of(lock);
                    if (try_lock(lock, turn)) {
                        COHERENT(i64, out_2)[(widx)0] = add_i64(COHERENT(i64, out_2)[(widx)0], COHERENT(i64, xs_1)[i_7]);
                        COHERENT(i64, out_2)[(widx)1] = add_i64(COHERENT(i64, out_2)[(widx)1], COHERENT(i64, xs_1)[i_7]);
                        unlock(lock, turn);
                        lock = 0;
                    }
                }
            }
        }
    }
}
#undef widx
#endif

#if IN_PART(0)
// test.fut:1:1
#define widx i64
KERNEL(1, 1) kernel_collatz(KERNEL_PARAMS) {
    widx n_0 = args[0].i64;
    GLOBAL i64 *RESTRICT xs_1 = args[1].buffer;
    GLOBAL i64 *out_2 = args[2].buffer;
    EACH_GROUP {
        const widx group_3 = (widx)GROUP, groups_4 = (widx)GROUPS;
        (void)group_3, (void)groups_4;
        int bad = 0;
        for (widx round_5 = (widx)0, round_5_end = index_div_i64(((n_0 + groups_4) - (widx)1), groups_4); round_5 < round_5_end; round_5++) {
            widx i_6 = ((round_5 * groups_4) + group_3);
            if ((i_6 < n_0)) {
                i64 x_7 = xs_1[i_6];
                i64 steps_8 = (i64)0;
                if (RARELY((x_7 < (i64)1))) {
                    bad = 1;
                    if (claim(fail, launch)) {
                        fail->check = 1;
                        fail->at[0] = i_6;
                        fail->vals[0] = (i64)x_7;
                    }
                    goto failed_0;
                }
                while ((x_7 != (i64)1) && !bad) {
                    x_7 = pick_i64(((x_7 & (i64)1) == (i64)1), add_i64(mul_i64(x_7, (i64)3), (i64)1), shr_i64(x_7, (i64)1));
                    steps_8 = add_i64(steps_8, (i64)1);
                }
                out_2[i_6] = steps_8;
            }
        }
        failed_0:;
        (void)bad;
    }
}
#undef widx
#endif

#if IN_PART(10)
// test.fut:1:1
#define widx i64
KERNEL(1, 1) kernel_double(KERNEL_PARAMS) {
    widx n_0 = args[0].i64;
    GLOBAL i64 *xs_1 = args[1].buffer;
    GLOBAL i64 *out_2 = args[2].buffer;
    EACH_GROUP {
        const widx group_3 = (widx)GROUP, groups_4 = (widx)GROUPS;
        (void)group_3, (void)groups_4;
        for (widx round_5 = (widx)0, round_5_end = index_div_i64(((n_0 + groups_4) - (widx)1), groups_4); round_5 < round_5_end; round_5++) {
            widx i_6 = ((round_5 * groups_4) + group_3);
            if ((i_6 < n_0)) {
                out_2[i_6] = add_i64(xs_1[i_6], xs_1[i_6]);
            }
        }
    }
}
#undef widx
#endif
