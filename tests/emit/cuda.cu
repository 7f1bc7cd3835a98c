
// test.fut:1:1
#define widx i32
KERNEL(1, 1) kernel_saxpy(widx n_0, GLOBAL f32 *RESTRICT xs_1, GLOBAL f32 *RESTRICT ys_2, GLOBAL f32 *out_3, KERNEL_PARAMS) {
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

// test.fut:1:1
#define widx i64
KERNEL(1, 1) kernel_histogram_i64(widx n_0, GLOBAL i64 *RESTRICT xs_1, GLOBAL i64 *out_2, KERNEL_PARAMS) {
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

// test.fut:1:1
#define widx i64
KERNEL(1, 1) kernel_histogram_i32(widx n_0, GLOBAL i64 *RESTRICT xs_1, GLOBAL i32 *out_2, KERNEL_PARAMS) {
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

// test.fut:1:1
#define widx i64
KERNEL(1, 1) kernel_histogram_f32(widx n_0, GLOBAL i64 *RESTRICT xs_1, GLOBAL f32 *out_2, KERNEL_PARAMS) {
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

// test.fut:1:1
#define widx i64
KERNEL(1, 1) kernel_histogram_f64(widx n_0, GLOBAL i64 *RESTRICT xs_1, GLOBAL f64 *out_2, KERNEL_PARAMS) {
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

// test.fut:1:1
#define widx i64
KERNEL(1, 1) kernel_histogram_u8(widx n_0, GLOBAL i64 *RESTRICT xs_1, GLOBAL u8 *out_2, KERNEL_PARAMS) {
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

// test.fut:1:1
#define widx i64
KERNEL(1, 1) kernel_histogram_i16(widx n_0, GLOBAL i64 *RESTRICT xs_1, GLOBAL i16 *out_2, KERNEL_PARAMS) {
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

// test.fut:1:1
#define widx i32
KERNEL(1, 1) kernel_gather(widx n_0, GLOBAL i64 *RESTRICT is_1, GLOBAL i64 *RESTRICT xs_2, GLOBAL i64 *out_3, KERNEL_PARAMS) {
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
                }
            }
        }
        (void)bad;
    }
}
#undef widx

// test.fut:1:1
#define widx i32
KERNEL(1, 1) kernel_locked(widx n_0, GLOBAL i64 *RESTRICT xs_1, GLOBAL i64 *out_2, GLOBAL i32 *locks_3, KERNEL_PARAMS) {
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

// test.fut:1:1
#define widx i64
KERNEL(1, 1) kernel_collatz(widx n_0, GLOBAL i64 *RESTRICT xs_1, GLOBAL i64 *out_2, KERNEL_PARAMS) {
    EACH_GROUP {
        const widx group_3 = (widx)GROUP, groups_4 = (widx)GROUPS;
        (void)group_3, (void)groups_4;
        int bad = 0;
        for (widx round_5 = (widx)0, round_5_end = index_div_i64(((n_0 + groups_4) - (widx)1), groups_4); round_5 < round_5_end; round_5++) {
            widx i_6 = ((round_5 * groups_4) + group_3);
            if ((i_6 < n_0)) {
                i64 x_7 = xs_1[i_6];
                i64 steps_8 = (i64)0;
                if ((x_7 < (i64)1)) {
                    bad = 1;
                    if (claim(fail, launch)) {
                        fail->check = 1;
                        fail->at[0] = i_6;
                        fail->vals[0] = (i64)x_7;
                    }
                }
                while ((x_7 != (i64)1) && !bad) {
                    x_7 = (((x_7 & (i64)1) == (i64)1) ? add_i64(mul_i64(x_7, (i64)3), (i64)1) : shr_i64(x_7, (i64)1));
                    steps_8 = add_i64(steps_8, (i64)1);
                }
                out_2[i_6] = steps_8;
            }
        }
        (void)bad;
    }
}
#undef widx

// test.fut:1:1
#define widx i64
KERNEL(1, 1) kernel_double(widx n_0, GLOBAL i64 *xs_1, GLOBAL i64 *out_2, KERNEL_PARAMS) {
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
