
RECURSION
FUNCTION int function_0(CALL_PARAMS, i64 n_0, i64 *result_0);
// count
#define widx i64
FUNCTION int function_0(CALL_PARAMS, i64 n_0, i64 *result_0) {
    int bad = 0;
    i64 y_1 = (i64)0;
    if ((n_0 > (i64)0)) {
        i64 m_2 = (i64)0;
        if (!bad) {
            if (TOO_DEEP) {
                bad = 1;
                if (claim(fail, launch)) {
                    bad = 2;
                    fail->check = 0;
                    fail->deep = 1;
                }
            } else {
                bad = function_0(CALL_ARGS, sub_i64(n_0, (i64)1), &m_2);
                if (bad == 2) called(fail, 0, 0);
            }
        }
        y_1 = add_i64(m_2, (i64)1);
    }
    *result_0 = y_1;
    return bad;
}
#undef widx

// test.fut:4:2
#define widx i64
KERNEL(1, 1) kernel_counts_0(widx n_0, GLOBAL i64 *RESTRICT xs_1, GLOBAL i64 *out_2, KERNEL_PARAMS) {
    EACH_GROUP {
        const widx w_3 = (widx)GROUP, ws_4 = (widx)GROUPS;
        (void)w_3, (void)ws_4;
        int bad = 0;
        CALLS_BEGIN
        for (widx i_5 = index_div_i64((w_3 * n_0), ws_4), i_5_end = index_div_i64(((w_3 + (widx)1) * n_0), ws_4); i_5 < i_5_end; i_5++) {
            i64 y_6 = (i64)0;
            if (!bad) {
                if (TOO_DEEP) {
                    bad = 1;
                    if (claim(fail, launch)) {
                        fail->check = 1;
                        fail->deep = 1;
                    }
                } else {
                    bad = function_0(CALL_ARGS, xs_1[i_5], &y_6);
                    if (bad == 2 && called(fail, 1, 1)) {
                        fail->at[0] = (i64)i_5;
                    }
                }
            }
            out_2[i_5] = y_6;
        }
        (void)bad;
    }
}
#undef widx
