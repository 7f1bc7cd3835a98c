//! Choices for contexts.

use crate::text;
use api::{Backend, ContextBuilder};
use std::ffi::{c_char, c_int, c_void};

/// `struct windrow_config`.
#[derive(Clone, Default)]
pub(crate) struct Config {
    pub(crate) backend: Option<Backend>,
    pub(crate) device: Option<String>,
    pub(crate) threads: Option<usize>,
    pub(crate) memory: Option<usize>,
    /// A stream of CUDA; null is the default one.
    pub(crate) stream: usize,
    pub(crate) profiling: bool,
    pub(crate) logging: bool,
}

impl Config {
    pub(crate) fn builder(&self) -> ContextBuilder {
        let mut builder = api::Context::builder();
        if let Some(backend) = self.backend {
            builder = builder.backend(backend);
        }
        if let Some(device) = &self.device {
            builder = builder.device(device.clone());
        }
        if let Some(threads) = self.threads {
            builder = builder.threads(threads);
        }
        if let Some(bytes) = self.memory {
            builder = builder.memory_limit(bytes);
        }
        // SAFETY: whoever set it promised what the header says.
        unsafe { builder.stream(std::ptr::with_exposed_provenance_mut(self.stream)) }
    }
}

#[unsafe(no_mangle)]
extern "C" fn windrow_config_new() -> *mut Config {
    Box::into_raw(Box::default())
}

#[unsafe(no_mangle)]
unsafe extern "C" fn windrow_config_free(config: *mut Config) {
    if !config.is_null() {
        // SAFETY: `windrow_config_new` made it, and nobody frees it again.
        drop(unsafe { Box::from_raw(config) });
    }
}

/// Changes a configuration, if there is one.
unsafe fn set(config: *mut Config, change: impl FnOnce(&mut Config)) {
    // SAFETY: null or from `windrow_config_new`; configurations are not shared between threads.
    if let Some(config) = unsafe { config.as_mut() } {
        change(config);
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn windrow_config_set_backend(config: *mut Config, name: *const c_char) -> c_int {
    // SAFETY: a text.
    let backend = match unsafe { text::read(name, "the name of the backend") } {
        Ok("native") => Backend::Native,
        Ok("cuda") => Backend::Cuda,
        Ok("opencl") => Backend::OpenCl,
        Ok("interp") => Backend::Interp,
        Ok(_) | Err(_) => return crate::failure::ERROR,
    };
    // SAFETY: a configuration.
    unsafe { set(config, |config| config.backend = Some(backend)) };
    0
}

#[unsafe(no_mangle)]
unsafe extern "C" fn windrow_config_set_device(config: *mut Config, name: *const c_char) {
    // SAFETY: a text and a configuration.
    unsafe {
        // Futhark's `#k` is the number of a device.
        let name = text::read(name, "the device").ok().map(|name| name.trim_start_matches('#').to_string());
        set(config, |config| config.device = name.filter(|name| !name.is_empty()));
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn windrow_config_set_threads(config: *mut Config, threads: c_int) {
    // SAFETY: a configuration.
    unsafe { set(config, |config| config.threads = usize::try_from(threads).ok().filter(|n| *n > 0)) }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn windrow_config_set_memory_limit(config: *mut Config, bytes: usize) {
    // SAFETY: a configuration.
    unsafe { set(config, |config| config.memory = Some(bytes).filter(|bytes| *bytes > 0)) }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn windrow_config_set_stream(config: *mut Config, stream: *mut c_void) {
    // SAFETY: a configuration.
    unsafe { set(config, |config| config.stream = stream.expose_provenance()) }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn windrow_config_set_profiling(config: *mut Config, flag: c_int) {
    // SAFETY: a configuration.
    unsafe { set(config, |config| config.profiling = flag != 0) }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn windrow_config_set_logging(config: *mut Config, flag: c_int) {
    // SAFETY: a configuration.
    unsafe { set(config, |config| config.logging = flag != 0) }
}
