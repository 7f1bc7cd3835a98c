//! Functions of configurations and contexts.

use crate::files::Target;
use crate::function::Function;

/// The functions of configurations and contexts.
pub(crate) fn functions(target: Target) -> Vec<Function> {
    let mut all = vec![
        plain("struct futhark_context_config *", "futhark_context_config_new")
            .line("return (struct futhark_context_config *)windrow_config_new();"),
        config("void", "free").line("windrow_config_free((struct windrow_config *)cfg);"),
        // The log is all that there is to debug with.
        logging("set_debugging"),
        logging("set_logging"),
        config("void", "set_profiling")
            .param("int", "flag")
            .line("windrow_config_set_profiling((struct windrow_config *)cfg, flag);"),
        unused(config("void", "set_cache_file").param("const char *", "fname")),
        unused(
            config("int", "set_tuning_param")
                .param("const char *", "param_name")
                .param("size_t", "new_value"),
        )
        .line("return 1;"),
        plain("int", "futhark_get_tuning_param_count").line("return 0;"),
        tuning("name"),
        tuning("class"),
    ];
    match target {
        Target::Native => all.push(
            config("void", "set_num_threads")
                .param("int", "n")
                .line("windrow_config_set_threads((struct windrow_config *)cfg, n);"),
        ),
        Target::OpenCl | Target::Cuda => {
            all.push(
                config("void", "set_device")
                    .param("const char *", "s")
                    .line("windrow_config_set_device((struct windrow_config *)cfg, s);"),
            );
            if let Target::Cuda = target {
                all.push(
                    plain("void", "windrow_context_config_set_stream")
                        .param("struct futhark_context_config *", "cfg")
                        .param("void *", "stream")
                        .line("windrow_config_set_stream((struct windrow_config *)cfg, stream);"),
                );
            }
            for name in [
                "set_default_thread_block_size",
                "set_default_group_size",
                "set_default_grid_size",
                "set_default_num_groups",
                "set_default_tile_size",
                "set_unified_memory",
            ] {
                all.push(unused(config("void", name).param("int", "size")));
            }
        }
    }
    let context = |result: &str, name: &str| Function::of_context(result, format!("futhark_context_{name}"));
    all.extend([
        plain("struct futhark_context *", "futhark_context_new")
            .param("struct futhark_context_config *", "cfg")
            .line("return (struct futhark_context *)windrow_library_context((const struct windrow_config *)cfg, image, sizeof(image));"),
        context("void", "free").line("windrow_context_free((struct windrow_context *)ctx);"),
        context("int", "sync").line("return windrow_context_sync((struct windrow_context *)ctx);"),
        context("char *", "get_error")
            .line("return windrow_context_get_error((struct windrow_context *)ctx);"),
        context("int", "clear_caches")
            .line("return windrow_context_clear_caches((struct windrow_context *)ctx);"),
        context("char *", "report").line("return windrow_context_report((struct windrow_context *)ctx);"),
        context("void", "pause_profiling")
            .line("windrow_context_pause_profiling((struct windrow_context *)ctx, 1);"),
        context("void", "unpause_profiling")
            .line("windrow_context_pause_profiling((struct windrow_context *)ctx, 0);"),
        context("void", "set_logging_file")
            .param("FILE *", "f")
            .line("windrow_context_set_logging_file((struct windrow_context *)ctx, f);"),
    ]);
    all
}

fn plain(result: &str, name: &str) -> Function {
    Function { result: result.into(), name: name.into(), params: vec![], body: vec![] }
}

fn config(result: &str, name: &str) -> Function {
    plain(result, &format!("futhark_context_config_{name}")).param("struct futhark_context_config *", "cfg")
}

fn logging(name: &str) -> Function {
    config("void", name)
        .param("int", "flag")
        .line("windrow_config_set_logging((struct windrow_config *)cfg, flag);")
}

/// There are no parameters to tune, so that every number is too large.
fn tuning(what: &str) -> Function {
    unused(plain("const char *", &format!("futhark_get_tuning_param_{what}")).param("int", "i"))
        .line("return NULL;")
}

/// A function that does not look at its parameters: what they are for is chosen by the compiler.
fn unused(mut function: Function) -> Function {
    function.body = function.params.iter().map(|(_, name)| format!("(void){name};")).collect();
    function
}
