
#if IN_PART(0)
// test.fut:1:1
#define widx i64
KERNEL(1, 1) kernel_rows_0(KERNEL_PARAMS) {
    widx m_0 = args[0].i64;
    widx n_1 = args[1].i64;
    GLOBAL i32 *out_2 = args[2].buffer;
    GLOBAL i32 *RESTRICT xs_3 = args[3].buffer;
    GLOBAL i64 *sums_4 = args[4].buffer;
    EACH_GROUP {
        const widx w_5 = (widx)GROUP, ws_6 = (widx)GROUPS;
        (void)w_5, (void)ws_6;
        for (widx j_7 = index_div_i64((w_5 * m_0), ws_6), j_7_end = index_div_i64(((w_5 + (widx)1) * m_0), ws_6); j_7 < j_7_end; j_7++) {
            widx base_8 = (j_7 * n_1);
            GLOBAL i32 *out_2_at_base_8 = out_2 + base_8;
            widx next_9 = base_8;
            out_2_at_base_8[(widx)0] = xs_3[(base_8 + (widx)0)];
            i64 i_10 = (i64)1;
            i64 sum_11 = (i64)0;
            while ((i_10 < (i64)n_1)) {
                widx here_12 = (widx)i_10;
                out_2_at_base_8[here_12] = add_i32(out_2_at_base_8[(here_12 - (widx)1)], (i32)1);
                sum_11 = add_i64(sum_11, (i64)xs_3[(next_9 + (widx)1)]);
                sum_11 = add_i64(sum_11, (i64)out_2[(here_12 + (widx)1)]);
                next_9 = (next_9 + (widx)1);
                i_10 = add_i64(i_10, (i64)1);
            }
            sums_4[(j_7 + (widx)0)] = sum_11;
        }
    }
}
#undef widx
#endif
