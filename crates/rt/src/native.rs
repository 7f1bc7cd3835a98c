//! The native device: C compiled by the system compiler, run by a pool of threads in this process.

mod headers;
mod pages;

use crate::cache;
use crate::compilation::{Compilation, Effort};
use crate::device::{Device, DeviceError, Info, Launch, LaunchArg, Module, Raw, Signature};
use crate::pool::Pool;
use crate::table::HostEntry;
use headers::Headers;
use ir::machine::WORKERS_PER_THREAD;
use libloading::Library;
use std::collections::HashMap;
use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::{env, fs};

/// What every text is compiled with. Nobody looks at `errno` or at floating-point exceptions; sums of floats are not reassociated
/// by the compiler.
const FLAGS: &[&str] = &[
    "-std=gnu11",
    "-shared",
    "-fPIC",
    "-fvisibility=hidden",
    "-fno-strict-aliasing",
    "-fno-math-errno",
    "-fno-trapping-math",
    "-w",
    // Vectors are not passed between files.
    "-Wno-psabi",
    // Whether a short loop straddles lines of the instruction cache should not depend on what stands before it.
    "-falign-loops=32",
];

/// For the assembler of gcc: on several generations of processors a jump that touches the end of 32 bytes of code is decoded anew in every
/// round, which halves the speed of a short loop.
#[cfg(target_arch = "x86_64")]
const ASSEMBLER_FLAGS: &[&str] = &["-Wa,-mbranches-within-32B-boundaries"];
#[cfg(not(target_arch = "x86_64"))]
const ASSEMBLER_FLAGS: &[&str] = &[];

/// The processors of this machine.
pub struct Native {
    info: Info,
    pool: Arc<Pool>,
    code: Code,
    /// Sizes of the live allocations, which the allocator wants back.
    sizes: Mutex<HashMap<u64, usize>>,
}

/// Where the code of a program comes from.
enum Code {
    /// There is none: only the memory is used.
    None,
    /// It is made from the text.
    Compiler(Compiler),
    /// It was made before: the shared library of the only program that is loaded.
    Library(Vec<u8>),
}

struct Compiler {
    /// A program and arguments before all others, as in `ccache gcc` and `python -m ziglang cc`.
    command: String,
    /// Flags that only this compiler is known to take.
    flags: &'static [&'static str],
    /// What the result depends on besides the text: compiler, flags, processor.
    version: String,
}

impl Native {
    /// The device, or what is missing for it. `$CC` names the compiler, `$WINDROW_THREADS` the number of threads.
    pub fn new() -> Result<Native, DeviceError> {
        Ok(Native::with(Code::Compiler(Compiler::find()?)))
    }

    /// The device with so many threads, the caller's included.
    pub fn with_workers(threads: usize) -> Result<Native, DeviceError> {
        Ok(Native::with_threads(Code::Compiler(Compiler::find()?), threads.max(1)))
    }

    /// The device for the one program whose code [`Native::build`] made, with so many threads; it needs no compiler.
    pub fn holding(library: Vec<u8>, threads: Option<usize>) -> Native {
        let code = Code::Library(library);
        match threads {
            Some(threads) => Native::with_threads(code, threads.max(1)),
            None => Native::with(code),
        }
    }

    /// The device without a way to run programs: the memory of this process, for values that the interpreter computes with.
    pub fn memory_only() -> Native {
        Native::with_threads(Code::None, 1)
    }

    /// The code of a program text, to be run later by [`Native::holding`] on a processor with the same
    /// [features](crate::processor::features).
    pub fn build(source: &str) -> Result<Vec<u8>, DeviceError> {
        let file = Compiler::find()?.build(source)?;
        fs::read(&file).map_err(|e| DeviceError::Build { log: format!("{}: {e}", file.display()) })
    }

    fn with(code: Code) -> Native {
        let wanted = env::var("WINDROW_THREADS").ok().and_then(|n| n.parse().ok()).filter(|n| *n > 0);
        let threads = wanted.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, |n| n.get()));
        Native::with_threads(code, threads)
    }

    fn with_threads(code: Code, threads: usize) -> Native {
        let pool = Arc::new(Pool::new(threads));
        let workers = WORKERS_PER_THREAD * pool.threads() as i64;
        let name = format!("native ({} threads)", pool.threads());
        Native {
            info: Info {
                listed: name.clone(),
                name,
                workers,
                lanes: 1,
                groups_progress: true,
                memory: None,
                remark: None,
            },
            pool,
            code,
            sizes: Mutex::default(),
        }
    }
}

impl Device for Native {
    fn info(&self) -> &Info {
        &self.info
    }

    fn alloc(&self, bytes: usize) -> Result<Raw, DeviceError> {
        let pointer = pages::alloc(bytes)?;
        self.sizes.lock().unwrap_or_else(PoisonError::into_inner).insert(pointer, bytes);
        Ok(Raw(pointer))
    }

    fn free(&self, raw: Raw) {
        let size = self.sizes.lock().unwrap_or_else(PoisonError::into_inner).remove(&raw.0);
        if let Some(bytes) = size {
            // SAFETY: the table says that `alloc` made this address for as many bytes, and nobody frees it again.
            unsafe { pages::free(raw.0, bytes) }
        }
    }

    fn upload(&self, to: Raw, at: usize, data: &[u8]) -> Result<(), DeviceError> {
        // SAFETY: the memory manager keeps the range inside the allocation.
        unsafe { std::ptr::copy_nonoverlapping(data.as_ptr(), (to.0 as *mut u8).add(at), data.len()) }
        Ok(())
    }

    fn download(&self, from: Raw, at: usize, data: &mut [u8]) -> Result<(), DeviceError> {
        // SAFETY: as for `upload`.
        unsafe { std::ptr::copy_nonoverlapping((from.0 as *const u8).add(at), data.as_mut_ptr(), data.len()) }
        Ok(())
    }

    fn copy(
        &self,
        to: Raw,
        to_at: usize,
        from: Raw,
        from_at: usize,
        bytes: usize,
    ) -> Result<(), DeviceError> {
        // SAFETY: as for `upload`; `ptr::copy` allows overlap.
        unsafe { std::ptr::copy((from.0 as *const u8).add(from_at), (to.0 as *mut u8).add(to_at), bytes) }
        Ok(())
    }

    fn zero(&self, raw: Raw, bytes: usize) -> Result<(), DeviceError> {
        // SAFETY: as for `upload`.
        unsafe { std::ptr::write_bytes(raw.0 as *mut u8, 0, bytes) }
        Ok(())
    }

    fn load(&self, source: &str, kernels: &[Signature]) -> Result<Box<dyn Module>, DeviceError> {
        let library = match &self.code {
            Code::None => {
                let how = "use another device".into();
                return Err(DeviceError::Missing { what: "a way to run programs".into(), how });
            }
            Code::Compiler(compiler) => open(&compiler.build(source)?)?,
            Code::Library(bytes) => {
                let file = unpack(bytes)?;
                let library = open(&file);
                // What is loaded stays when its file goes.
                let _ = fs::remove_file(&file);
                library?
            }
        };
        let entry = |kernel: &Signature| {
            // SAFETY: generated kernels have this type.
            unsafe { library.get::<Entry>(kernel.name.as_str()) }
                .map(|symbol| *symbol)
                .map_err(|e| DeviceError::Build { log: e.to_string() })
        };
        let entries = kernels.iter().map(entry).collect::<Result<_, _>>()?;
        let chained = kernels.iter().map(|kernel| kernel.chain > 0).collect();
        Ok(Box::new(NativeModule { entries, chained, pool: self.pool.clone(), library }))
    }

    fn sync(&self) -> Result<(), DeviceError> {
        Ok(())
    }

    fn uses_host_memory(&self) -> bool {
        true
    }
}

impl Drop for Native {
    fn drop(&mut self) {
        let live: Vec<u64> =
            self.sizes.lock().unwrap_or_else(PoisonError::into_inner).keys().copied().collect();
        live.into_iter().for_each(|pointer| self.free(Raw(pointer)));
    }
}

/// `KERNEL_PARAMS` of `support/native.h`.
type Entry = unsafe extern "C" fn(*const u64, *mut u8, i32, i64, i64, i64, *mut u64, *mut u64);

struct NativeModule {
    entries: Vec<Entry>,
    /// Whether the groups of a kernel wait for each other.
    chained: Vec<bool>,
    pool: Arc<Pool>,
    library: Library,
}

impl Module for NativeModule {
    fn launch(&self, launch: &Launch) -> Result<(), DeviceError> {
        let slots: Vec<u64> = launch
            .args
            .iter()
            .map(|arg| match arg {
                LaunchArg::Bits(bits) => *bits,
                LaunchArg::Buf(raw) => raw.0,
            })
            .collect();
        let entry = self.entries[launch.kernel];
        let slots = slots.as_slice();
        let (record, number, groups) = (launch.record.0, launch.number, launch.groups);
        let (marks, values) = (launch.marks.0, launch.values.0);
        self.pool.run(groups, self.chained[launch.kernel], &|from, to| {
            let (record, marks, values) = (record as *mut u8, marks as *mut u64, values as *mut u64);
            // SAFETY: the arguments fit the signature, and generated kernels stay inside their buffers.
            unsafe { entry(slots.as_ptr(), record, number, groups, from, to, marks, values) }
        });
        Ok(())
    }

    fn host(&self, symbol: &str) -> Option<HostEntry> {
        // SAFETY: generated host parts have this type.
        unsafe { self.library.get::<HostEntry>(symbol) }.ok().map(|symbol| *symbol)
    }
}

/// Loads code that [`Compiler::build`] made.
fn open(file: &Path) -> Result<Library, DeviceError> {
    // SAFETY: it was made from generated text, which has no constructors.
    unsafe { Library::new(file) }.map_err(|e| DeviceError::Build { log: e.to_string() })
}

/// A file of our own with this code: libraries are loaded from files only.
fn unpack(library: &[u8]) -> Result<PathBuf, DeviceError> {
    let folder = cache::folder();
    let write = || -> std::io::Result<PathBuf> {
        fs::create_dir_all(&folder)?;
        let file = cache::scratch(&folder.join("program.so"));
        // A file that is there already is somebody else's.
        let mut new = fs::OpenOptions::new().write(true).create_new(true).open(&file)?;
        new.write_all(library)?;
        Ok(file)
    };
    write().map_err(|e| no_cache(&folder, &e))
}

fn no_cache(folder: &Path, e: &std::io::Error) -> DeviceError {
    DeviceError::Missing {
        what: format!("a writable cache folder ({}: {e})", folder.display()),
        how: "set WINDROW_CACHE to one".into(),
    }
}

/// A program by its name, which may have spaces in it, or else a program and arguments.
fn started(command: &str) -> Command {
    let mut words = command.split_whitespace();
    match words.next() {
        Some(program) if !Path::new(command).is_file() => {
            let mut started = Command::new(program);
            started.args(words);
            started
        }
        Some(_) | None => Command::new(command),
    }
}

impl Compiler {
    fn find() -> Result<Compiler, DeviceError> {
        let command = env::var("CC").ok().filter(|c| !c.is_empty()).unwrap_or_else(|| "cc".into());
        let missing = || DeviceError::Missing {
            what: format!("the C compiler `{command}`"),
            how: "install gcc or clang, or set CC, or choose another backend".into(),
        };
        let output = started(&command).arg("--version").stdin(Stdio::null()).output();
        let output = output.ok().filter(|o| o.status.success()).ok_or_else(missing)?;
        // `-march=native` makes code that another processor may not run.
        let (cpu, architecture) = (crate::processor::features(), crate::processor::architecture());
        let about = String::from_utf8_lossy(&output.stdout);
        let flags = if about.contains("Free Software Foundation") { ASSEMBLER_FLAGS } else { &[] };
        let version = format!("{command}\n{about}\n{FLAGS:?}\n{flags:?}\n{architecture}\n{cpu:?}");
        Ok(Compiler { command, flags, version })
    }

    /// The shared library made from `source`, from the cache if it is there.
    fn build(&self, source: &str) -> Result<PathBuf, DeviceError> {
        let folder = cache::folder();
        let trouble = |e: std::io::Error| no_cache(&folder, &e);
        fs::create_dir_all(&folder).map_err(trouble)?;
        let file = folder.join(cache::key(&[source, &self.version]) + ".so");
        if file.exists() {
            return Ok(file);
        }
        let (text, built) = (cache::scratch(&file.with_extension("c")), cache::scratch(&file));
        fs::write(&text, source).map_err(trouble)?;
        let result =
            self.compile(source, &text, &built).and_then(|()| fs::rename(&built, &file).map_err(trouble));
        // The text only helps while it fails to compile, and then the log quotes it.
        let _ = fs::remove_file(&text);
        result.map(|()| file)
    }

    /// Compiles a text, in several parts at a time if it is long, and links them.
    fn compile(&self, source: &str, text: &Path, built: &Path) -> Result<(), DeviceError> {
        let how = Compilation::of(source);
        self.compile_with(self.headers(source, how), source, text, built)
    }

    fn compile_with(
        &self,
        headers: Headers,
        source: &str,
        text: &Path,
        built: &Path,
    ) -> Result<(), DeviceError> {
        let result = self.compile_behind(&headers.args(), source, text, built);
        if result.is_err() && headers.discard() {
            return self.compile_behind(&[], source, text, built);
        }
        headers.finish();
        result
    }

    /// The precompiled headers, for fully optimised code; other code does not include them. Only gcc on x86 has them, as it has flags for its
    /// assembler: clang has another format, and other architectures no such headers.
    fn headers(&self, source: &str, how: Compilation) -> Headers {
        if how.effort != Effort::Full || self.flags.is_empty() {
            return Headers::Own;
        }
        let key = cache::key(&[&self.version, &how.line()]);
        Headers::of(source, &key, || self.command(how))
    }

    fn compile_behind(
        &self,
        headers: &[OsString],
        source: &str,
        text: &Path,
        built: &Path,
    ) -> Result<(), DeviceError> {
        let how = Compilation::of(source);
        let parts = if how.effort == Effort::Full { parts(source) } else { 1 };
        if parts == 1 {
            let mut command = self.command(how);
            return finished(command.args(headers).arg("-o").arg(built).arg(text).arg("-lm").spawn());
        }
        let objects: Vec<PathBuf> =
            (0..parts).map(|part| built.with_extension(format!("{part}.o"))).collect();
        let running: Vec<_> = objects
            .iter()
            .enumerate()
            .map(|(part, object)| {
                let mut command = self.command(how);
                command.arg(format!("-DPARTS={parts}")).arg(format!("-DPART={part}"));
                command.args(headers).arg("-c").arg("-o").arg(object).arg(text).spawn()
            })
            .collect();
        // All are waited for, whatever happens to one.
        let results: Vec<_> = running.into_iter().map(finished).collect();
        let mut link = self.command(how);
        let linked = results
            .into_iter()
            .collect::<Result<Vec<()>, _>>()
            .and_then(|_| finished(link.arg("-o").arg(built).args(&objects).arg("-lm").spawn()));
        for object in objects {
            let _ = fs::remove_file(object);
        }
        linked
    }

    fn command(&self, how: Compilation) -> Command {
        let mut command = started(&self.command);
        command.arg(format!("-march={}", crate::processor::architecture())).args(how.flags());
        command.args(FLAGS).args(self.flags);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        command
    }
}

/// Bytes of kernels that are worth a compiler of their own: it has to read everything in front of them.
const PART: usize = 30_000;

/// How many parts of a text to compile at the same time. It says itself where they are.
fn parts(source: &str) -> usize {
    let Some(first) = source.find("\n#if IN_PART(") else { return 1 };
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    ((source.len() - first) / PART).min(processors).min(source.matches("\n#if IN_PART(").count()).max(1)
}

/// Waits for a compiler.
fn finished(started: std::io::Result<std::process::Child>) -> Result<(), DeviceError> {
    let failed = |e: std::io::Error| DeviceError::Build { log: e.to_string() };
    let output = started.and_then(std::process::Child::wait_with_output).map_err(failed)?;
    if output.status.success() {
        return Ok(());
    }
    Err(DeviceError::Build { log: String::from_utf8_lossy(&output.stderr).into_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The second text does not read the header any more: it could not. What is damaged is not used again.
    #[test]
    #[cfg(target_arch = "x86_64")]
    fn headers_are_read_once() {
        let Ok(compiler) = Compiler::find() else { return };
        let how = Compilation { contract: true, ..Compilation::default() };
        let folder = env::temp_dir().join(format!("windrow headers {}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let (text, built) = (folder.join("text.c"), folder.join("text.so"));
        let compile = |number: i32| {
            let source = format!(
                "{}\n#include <immintrin.h>\n__m128i f(void) {{ return _mm_set1_epi32({number}); }}",
                how.line()
            );
            fs::write(&text, &source).unwrap();
            let headers = Headers::prepare(&folder.join("headers.h"), || compiler.command(how)).unwrap();
            let ready = matches!(headers, Headers::Ready(_));
            compiler.compile_with(headers, &source, &text, &built).map(|()| ready)
        };
        let precompiled = folder.join("headers.h.gch");
        assert!(!compile(1).unwrap());
        if precompiled.exists() && !compiler.flags.is_empty() {
            fs::write(folder.join("headers.h"), "#error it is read again\n").unwrap();
            assert!(compile(2).unwrap());
            fs::File::options().write(true).open(&precompiled).unwrap().set_len(100_000).unwrap();
            assert!(compile(3).unwrap());
            assert!(!precompiled.exists());
        }
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_compiler_may_have_arguments() {
        let words = |command: &str| {
            let started = started(command);
            let args: Vec<_> = started.get_args().map(|arg| arg.to_string_lossy().into_owned()).collect();
            (started.get_program().to_string_lossy().into_owned(), args)
        };
        assert_eq!(words("cc"), ("cc".into(), vec![]));
        assert_eq!(
            words("python -m ziglang  cc"),
            ("python".into(), vec!["-m".into(), "ziglang".into(), "cc".into()])
        );
        let folder = env::temp_dir().join(format!("windrow cc {}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let spaced = folder.join("my cc");
        fs::write(&spaced, "").unwrap();
        assert_eq!(words(&spaced.to_string_lossy()), (spaced.to_string_lossy().into_owned(), vec![]));
        fs::remove_dir_all(&folder).unwrap();
    }
}
