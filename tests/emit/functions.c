
FUNCTION void function_0(i64 x_0, i64 *result_0);
FUNCTION int function_1(CALL_PARAMS, i64 x_0, GLOBAL i64 *table_1, i64 *result_0, f64 *result_1);
// halved
#define widx i64
FUNCTION void function_0(i64 x_0, i64 *result_0) {
    *result_0 = shr_i64(x_0, (i64)1);
}
#undef widx

// root
#define widx i64
FUNCTION int function_1(CALL_PARAMS, i64 x_0, GLOBAL i64 *table_1, i64 *result_0, f64 *result_1) {
    int bad = 0;
    i64 y_2 = (i64)0;
    if ((x_0 < (i64)0)) {
        bad = 1;
        if (claim(fail, launch)) {
            bad = 2;
            fail->check = 0;
            fail->vals[0] = (i64)x_0;
        }
    }
    function_0((bad ? (i64)0 : table_1[(widx)max_i64(x_0, (i64)0)]), &y_2);
    *result_0 = y_2;
    *result_1 = (f64)x_0;
    return bad;
}
#undef widx

#if IN_PART(0)
// test.fut:6:2
#define widx i64
KERNEL(1, 1) kernel_roots_0(KERNEL_PARAMS) {
    widx n_0 = args[0].i64;
    GLOBAL i64 *RESTRICT xs_1 = args[1].buffer;
    GLOBAL i64 *RESTRICT table_2 = args[2].buffer;
    GLOBAL i64 *out_3 = args[3].buffer;
    EACH_GROUP {
        const widx w_4 = (widx)GROUP, ws_5 = (widx)GROUPS;
        (void)w_4, (void)ws_5;
        int bad = 0;
        CALLS_BEGIN
        for (widx i_6 = index_div_i64((w_4 * n_0), ws_5), i_6_end = index_div_i64(((w_4 + (widx)1) * n_0), ws_5); i_6 < i_6_end; i_6++) {
            i64 y_7 = (i64)0;
            f64 z_8 = 0.0;
            if (!bad) {
                bad = function_1(CALL_ARGS, xs_1[i_6], table_2, &y_7, &z_8);
                if (bad == 2 && called(fail, 2, 1)) {
                    fail->at[0] = (i64)i_6;
                }
            }
            if (bad) goto failed_0;
            out_3[i_6] = add_i64(y_7, i64_of_float(z_8));
        }
        failed_0:;
        (void)bad;
    }
}
#undef widx
#endif
