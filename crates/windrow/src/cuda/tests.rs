//! Memory of a CUDA device, or of one that takes itself for one.

use super::*;
use crate::arrow::{self, ArrowDeviceArray};
use crate::{Backend, Entry, Type, Value};
use rt::testing::{Seen, Shared as Pretended};
use std::ffi::c_void;

/// A context for a device that only takes itself for a GPU, and the device.
fn pretended() -> (Context, Arc<Pretended>) {
    let native = rt::native::Native::new().unwrap();
    let device = Arc::new(Pretended::new(Arc::new(native), 0));
    let place =
        driver::devices::Place { backend: driver::Backend::Native, device: Some(device.clone()), name: None };
    (Context::from_driver(place, driver::Options::default()).unwrap(), device)
}

/// The same, and a GPU where there is one.
pub(crate) fn contexts() -> impl Iterator<Item = Context> {
    let gpu = Context::builder().backend(Backend::Cuda).build().ok();
    std::iter::once(pretended().0).chain(gpu)
}

/// Memory that another library has on the device.
struct Theirs {
    device: Arc<dyn Device>,
    raw: rt::device::Raw,
}

impl Theirs {
    fn new(context: &Context, data: &[f32]) -> Theirs {
        let device = context.0.memory.device().clone();
        let raw = device.alloc(4 * data.len()).unwrap();
        let theirs = Theirs { device, raw };
        theirs.write(data);
        theirs
    }

    fn write(&self, data: &[f32]) {
        let bytes: Vec<u8> = data.iter().flat_map(|x| x.to_le_bytes()).collect();
        self.device.upload(self.raw, 0, &bytes).unwrap();
    }

    fn lend(&self, context: &Context, shape: &[usize]) -> (AnyArray, Loan) {
        // SAFETY: there are as many as the tests say.
        unsafe { context.lend_cuda(ScalarType::F32, shape, self.raw.number(), Some(1)) }.unwrap()
    }
}

impl Drop for Theirs {
    fn drop(&mut self) {
        self.device.free(self.raw);
    }
}

fn entry(context: &Context, source: &str) -> Entry {
    context.compile(source).unwrap().entry("f").unwrap()
}

fn read(array: &AnyArray) -> Vec<f32> {
    array.to_array::<f32, 1>().unwrap().to_vec().unwrap()
}

#[test]
fn lent_memory_is_used_where_it_is() {
    for context in contexts() {
        let twice = entry(&context, "entry f [n] (xs: [n]f32) = map (* 2) xs");
        let theirs = Theirs::new(&context, &[1.0, 2.0, 3.0]);
        let (array, loan) = theirs.lend(&context, &[3]);
        let Value::Array(result) = twice.call::<Value>((Value::Array(array),)).unwrap() else { panic!() };
        loan.end().unwrap();
        assert_eq!(context.stats().copies.total().count, 0);
        assert_eq!(context.stats().adopted, 0);
        assert_eq!(read(&result), [2.0, 4.0, 6.0]);
        // The result goes out as it is.
        let held = result.hold_cuda().unwrap().unwrap();
        assert_eq!((held.device(), held.shape.clone(), held.elem), (0, vec![3], ScalarType::F32));
        assert_eq!(held.address(), result.pin().unwrap().address());
        assert_eq!(context.stats().copies.total().count, 1, "the download above");
    }
}

#[test]
fn what_outlives_a_loan_is_copied_on_the_device() {
    for context in contexts() {
        let same = entry(&context, "entry f [n] (xs: [n]f32) = xs");
        let theirs = Theirs::new(&context, &[1.0, 2.0, 3.0]);
        let (array, loan) = theirs.lend(&context, &[3]);
        let Value::Array(result) = same.call::<Value>((Value::Array(array),)).unwrap() else { panic!() };
        loan.end().unwrap();
        theirs.write(&[7.0; 3]);
        drop(theirs);
        let copies = context.stats().copies;
        assert_eq!((copies.borrowed.count, copies.total().count), (1, 1));
        assert_eq!(read(&result), [1.0, 2.0, 3.0]);
    }
}

#[test]
fn streams_wait_for_each_other() {
    let (context, device) = pretended();
    let theirs = Theirs::new(&context, &[1.0]);
    // SAFETY: the device does not look at the streams.
    unsafe {
        let (array, loan) = context.lend_cuda(ScalarType::F32, &[1], theirs.raw.number(), Some(77)).unwrap();
        assert_eq!(device.seen(), [Seen::WaitFor(Work::Stream(77))]);
        drop((array, loan));
        let ours = AnyArray::from(context.array(vec![1.0f32]).unwrap());
        // Our own stream keeps the order by itself.
        for stream in [0, 1] {
            let mut held = ours.hold_cuda().unwrap().unwrap();
            held.for_stream(stream).unwrap();
            drop(held);
            assert_eq!(device.seen(), [Seen::HoldBack(stream)]);
        }
        // What reads in another stream may not be done.
        let mut held = ours.hold_cuda().unwrap().unwrap();
        held.for_stream(77).unwrap();
        drop(held);
        assert_eq!(device.seen(), [Seen::HoldBack(77), Seen::Settle]);
    }
}

#[test]
fn arrow_arrays_stay_on_the_device() {
    let (context, device) = pretended();
    let ty: Type = "[][?]f64".parse().unwrap();
    let rows = Value::from(context.ragged(vec![1.0f64, 2.0, 3.0], vec![0, 1, 3]).unwrap());
    let sums = entry(&context, "entry f [n] (xss: [n][?]f64): [n]f64 = map f64.sum xss");
    let Value::Array(array) = &rows else { panic!() };
    let address = array.pin().unwrap().address();
    let before = context.stats().copies;
    let (schema, exported) = arrow::export_device(&context, &rows, &ty).unwrap();
    assert_eq!(context.stats().copies, before);
    // SAFETY: valid structs; the device does not look at the event.
    let back = unsafe {
        let mut event: *mut c_void = std::ptr::without_provenance_mut(99);
        let event = (&raw mut event).cast();
        arrow::import_device(&context, &ty, &schema, ArrowDeviceArray { sync_event: event, ..exported })
    }
    .unwrap();
    assert!(device.seen().contains(&Seen::WaitFor(Work::Event(99))));
    drop(rows);
    // Offsets are fetched to be checked, and nothing else.
    let copies = context.stats().copies;
    assert_eq!((copies.downloads.count, copies.downloads.bytes), (before.downloads.count + 1, 24));
    assert_eq!(copies.uploads, before.uploads);
    let Value::Array(array) = &back else { panic!() };
    assert_eq!(array.pin().unwrap().address(), address);
    assert_eq!(sums.call::<Vec<f64>>((back,)).unwrap(), [1.0, 5.0]);
    // Others may still read what was exported.
    assert!(device.seen().contains(&Seen::Settle));
}

#[test]
fn memory_of_another_device_is_refused() {
    let native = Context::builder().backend(Backend::Interp).build().unwrap();
    let (gpu, _) = pretended();
    let lend = |context: &Context, address: u64| {
        // SAFETY: nobody reads what is refused.
        let lent = unsafe { context.lend_cuda(ScalarType::F32, &[1], address, None) };
        lent.err().map(|e| e.to_string()).unwrap_or_default()
    };
    assert!(lend(&native, 64).contains("use a context with the backend cuda"), "{}", lend(&native, 64));
    assert!(
        lend(&gpu, 64).contains("there is no memory of CUDA device 0 at address 0x40"),
        "{}",
        lend(&gpu, 64)
    );
    assert!(lend(&gpu, 66).contains("not aligned"), "{}", lend(&gpu, 66));
    let theirs = Theirs::new(&gpu, &[1.0, 2.0]);
    let there = ScalarType::F32;
    // SAFETY: as above.
    let raw = unsafe { AnyArray::from_address(&gpu, there, &[crate::Extent::Size(1)], theirs.raw.number()) };
    assert!(raw.is_ok());
    let rows = Value::from(gpu.array(vec![1.0f32]).unwrap());
    let ty: Type = "[]f32".parse().unwrap();
    let import = |context: &Context, change: &dyn Fn(&mut ArrowDeviceArray)| {
        let (schema, mut exported) = arrow::export_device(&gpu, &rows, &ty).unwrap();
        change(&mut exported);
        // SAFETY: valid structs.
        let taken = unsafe { arrow::import_device(context, &ty, &schema, exported) };
        taken.err().map(|e| e.to_string()).unwrap_or_default()
    };
    assert!(import(&native, &|_| ()).contains("use a context with the backend cuda"));
    assert!(import(&gpu, &|array| array.device_id = 1).contains("an array on CUDA device 1 cannot be used"));
    assert!(import(&gpu, &|array| array.device_type = 10).contains("on a device of kind 10"));
    assert_eq!(import(&gpu, &|_| ()), "");
}
