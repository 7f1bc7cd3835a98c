//! NVRTC, the CUDA compiler as a library, loaded when it is first asked for.

use crate::cache;
use crate::compilation::Compilation;
use crate::device::DeviceError;
use libloading::Library;
use std::ffi::{CString, c_char, c_int};
use std::path::{Path, PathBuf};
use std::{env, fs, ptr};

/// The flags of a text: whether a product and a sum may become one operation is its own affair.
fn flags(source: &str) -> [&'static str; 2] {
    [if Compilation::of(source).contract { "--fmad=true" } else { "--fmad=false" }, "--std=c++17"]
}

/// The compiler.
pub struct Nvrtc {
    /// Never unloaded: what the library has to do when a thread or the process ends is code of its own.
    library: &'static Library,
    version: (c_int, c_int),
}

/// `nvrtcProgram`.
type Program = *mut std::ffi::c_void;

macro_rules! call {
    ($self:ident, $name:expr, ($($ty:ty),*), ($($arg:expr),*)) => {{
        // SAFETY: this is the type that NVRTC's header gives the function, and the arguments are valid for the call.
        unsafe {
            match $self.library.get::<unsafe extern "C" fn($($ty),*) -> c_int>($name) {
                Ok(function) => function($($arg),*),
                Err(_) => MISSING_FUNCTION,
            }
        }
    }};
}

/// Not a status of NVRTC.
const MISSING_FUNCTION: c_int = -1;

impl Nvrtc {
    /// The library that `$WINDROW_NVRTC` names, or the first one in the usual places.
    pub fn find() -> Result<Nvrtc, DeviceError> {
        let named = env::var_os("WINDROW_NVRTC").filter(|v| !v.is_empty()).map(PathBuf::from);
        let places = named.map_or_else(usual_places, |place| vec![place]);
        // SAFETY: NVRTC's constructors do nothing that matters here.
        let library = places.iter().find_map(|place| unsafe { Library::new(place) }.ok());
        let library = library.ok_or_else(|| DeviceError::Missing {
            what: "the CUDA compiler library (libnvrtc.so)".into(),
            how: "install CUDA, or `pip install nvidia-cuda-nvrtc-cu12`, or set WINDROW_NVRTC to the library"
                .into(),
        })?;
        let mut nvrtc = Nvrtc { library: Box::leak(Box::new(library)), version: (0, 0) };
        let (mut major, mut minor) = (0, 0);
        call!(nvrtc, b"nvrtcVersion", (*mut c_int, *mut c_int), (&raw mut major, &raw mut minor));
        nvrtc.version = (major, minor);
        Ok(nvrtc)
    }

    /// PTX of `source` for a device of compute capability `arch` (90 for 9.0), from the cache if it is there.
    pub fn compile(&self, source: &str, arch: i32) -> Result<Vec<u8>, DeviceError> {
        let arch = self.supported(arch);
        let (major, minor) = self.version;
        let what = format!("nvrtc {major}.{minor} compute_{arch} {:?}", flags(source));
        let file = cache::folder().join(cache::key(&[source, &what]) + ".ptx");
        if let Ok(ptx) = fs::read(&file) {
            return Ok(ptx);
        }
        let ptx = self.build(source, arch)?;
        // Without a cache it is built again next time.
        let _ = cache::publish(&file, &ptx);
        Ok(ptx)
    }

    /// The newest architecture that the compiler knows and the device runs.
    fn supported(&self, arch: i32) -> i32 {
        let mut count = 0;
        if call!(self, b"nvrtcGetNumSupportedArchs", (*mut c_int), (&raw mut count)) != 0 {
            return arch;
        }
        let mut archs = vec![0; usize::try_from(count).unwrap_or(0)];
        if call!(self, b"nvrtcGetSupportedArchs", (*mut c_int), (archs.as_mut_ptr())) != 0 {
            return arch;
        }
        archs.into_iter().filter(|known| *known <= arch).max().unwrap_or(arch)
    }

    fn build(&self, source: &str, arch: i32) -> Result<Vec<u8>, DeviceError> {
        let text = |text: &str| CString::new(text).map_err(|e| DeviceError::Build { log: e.to_string() });
        let flags =
            flags(source).into_iter().map(text).chain([text(&format!("--gpu-architecture=compute_{arch}"))]);
        let flags = flags.collect::<Result<Vec<CString>, _>>()?;
        let flags: Vec<*const c_char> = flags.iter().map(|f| f.as_ptr()).collect();
        let (source, name) = (text(source)?, text("windrow.cu")?);
        let mut program: Program = ptr::null_mut();
        type Names = *const *const c_char;
        let status = call!(
            self,
            b"nvrtcCreateProgram",
            (*mut Program, *const c_char, *const c_char, c_int, Names, Names),
            (&raw mut program, source.as_ptr(), name.as_ptr(), 0, ptr::null(), ptr::null())
        );
        if status != 0 {
            return Err(DeviceError::Build { log: format!("nvrtcCreateProgram: error {status}") });
        }
        let count = flags.len() as c_int;
        let status =
            call!(self, b"nvrtcCompileProgram", (Program, c_int, Names), (program, count, flags.as_ptr()));
        let result = if status == 0 {
            self.fetch(program, b"nvrtcGetPTXSize", b"nvrtcGetPTX")
        } else {
            let log =
                self.fetch(program, b"nvrtcGetProgramLogSize", b"nvrtcGetProgramLog").unwrap_or_default();
            let log = String::from_utf8_lossy(&log).trim_end_matches('\0').to_string();
            Err(DeviceError::Build { log: format!("NVRTC error {status}\n{log}") })
        };
        call!(self, b"nvrtcDestroyProgram", (*mut Program), (&raw mut program));
        result
    }

    /// Bytes of a program that NVRTC hands out by two functions, one for the size. They end in a zero byte.
    fn fetch(&self, program: Program, size_name: &[u8], name: &[u8]) -> Result<Vec<u8>, DeviceError> {
        let wrong = |status| DeviceError::Build { log: format!("NVRTC has no result: error {status}") };
        let mut size = 0usize;
        let status = call!(self, size_name, (Program, *mut usize), (program, &raw mut size));
        if status != 0 {
            return Err(wrong(status));
        }
        let mut bytes = vec![0u8; size];
        let status = call!(self, name, (Program, *mut c_char), (program, bytes.as_mut_ptr().cast()));
        if status == 0 { Ok(bytes) } else { Err(wrong(status)) }
    }
}

/// Whether NVRTC accepts a text, for the architecture of an H100 or H200; needs no GPU.
pub fn nvrtc_check(source: &str) -> Result<(), DeviceError> {
    Nvrtc::find()?.build(source, 90).map(|_| ())
}

/// The loader's own path, CUDA's folders, and where `pip` puts the library.
fn usual_places() -> Vec<PathBuf> {
    let names = ["libnvrtc.so", "libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so.11.2"];
    let mut places: Vec<PathBuf> = names.iter().map(PathBuf::from).collect();
    let var = |name: &str| env::var_os(name).map(PathBuf::from);
    let cuda = [var("CUDA_HOME"), var("CUDA_PATH"), Some("/usr/local/cuda".into())];
    let mut folders: Vec<PathBuf> = cuda.into_iter().flatten().map(|d| d.join("lib64")).collect();
    let home = var("HOME").unwrap_or_default();
    let mut pythons = vec![home.join(".local"), "/usr/local".into(), "/usr".into()];
    pythons.extend(var("VIRTUAL_ENV"));
    pythons.extend(entries(&home.join(".pyenv/versions")));
    for python in pythons {
        for lib in entries(&python.join("lib")) {
            let packages =
                ["site-packages", "dist-packages"].map(|p| lib.join(p).join("nvidia/cuda_nvrtc/lib"));
            folders.extend(packages.into_iter().filter(|d| d.is_dir()));
        }
    }
    places.extend(folders.iter().flat_map(|folder| names.map(|name| folder.join(name))));
    places
}

/// What a folder holds, in a fixed order; nothing if it cannot be read.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> =
        fs::read_dir(folder).into_iter().flatten().flatten().map(|e| e.path()).collect();
    found.sort();
    found
}
