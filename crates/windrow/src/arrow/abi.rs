//! The structs of Arrow's C data interface, C stream interface and C device interface, as their specifications lay them out.
//!
//! Each is released when it is dropped, unless it has been moved away: then its `release` is empty.

use std::ffi::{c_char, c_int, c_void};
use std::ptr::{null, null_mut};

/// The type of an array, and of its children.
#[repr(C)]
pub struct ArrowSchema {
    /// The type, as a short text.
    pub format: *const c_char,
    /// The name of the field; may be null.
    pub name: *const c_char,
    /// Keys and values; may be null.
    pub metadata: *const c_char,
    /// Whether it may have nulls, and others.
    pub flags: i64,
    /// How many children there are.
    pub n_children: i64,
    /// The types of the children.
    pub children: *mut *mut ArrowSchema,
    /// The type of the values of a dictionary; may be null.
    pub dictionary: *mut ArrowSchema,
    /// Frees everything; empty if that has been done.
    pub release: Option<unsafe extern "C" fn(*mut ArrowSchema)>,
    /// For whoever made it.
    pub private_data: *mut c_void,
}

/// An array, with its children.
#[repr(C)]
pub struct ArrowArray {
    /// How many elements there are.
    pub length: i64,
    /// How many of them are null; -1 if that is not known.
    pub null_count: i64,
    /// How many elements of the buffers come before the first one.
    pub offset: i64,
    /// How many buffers there are.
    pub n_buffers: i64,
    /// How many children there are.
    pub n_children: i64,
    /// The buffers.
    pub buffers: *mut *const c_void,
    /// The children.
    pub children: *mut *mut ArrowArray,
    /// The values of a dictionary; may be null.
    pub dictionary: *mut ArrowArray,
    /// Frees everything; empty if that has been done.
    pub release: Option<unsafe extern "C" fn(*mut ArrowArray)>,
    /// For whoever made it.
    pub private_data: *mut c_void,
}

/// An array whose buffers lie on some device.
#[repr(C)]
pub struct ArrowDeviceArray {
    /// The array.
    pub array: ArrowArray,
    /// Which device of its kind; -1 for the processor.
    pub device_id: i64,
    /// The kind of device: [`ArrowDeviceArray::CPU`] and others.
    pub device_type: i32,
    /// What to wait for before the buffers are read; may be null.
    pub sync_event: *mut c_void,
    /// Zero.
    pub reserved: [i64; 3],
}

/// Arrays of one type that come one after the other.
#[repr(C)]
pub struct ArrowArrayStream {
    /// Writes the type; returns 0, or a number of an error.
    pub get_schema: Option<unsafe extern "C" fn(*mut ArrowArrayStream, *mut ArrowSchema) -> c_int>,
    /// Writes the next array, a released one at the end; returns 0, or a number of an error.
    pub get_next: Option<unsafe extern "C" fn(*mut ArrowArrayStream, *mut ArrowArray) -> c_int>,
    /// What the last error was; may be null.
    pub get_last_error: Option<unsafe extern "C" fn(*mut ArrowArrayStream) -> *const c_char>,
    /// Frees everything; empty if that has been done.
    pub release: Option<unsafe extern "C" fn(*mut ArrowArrayStream)>,
    /// For whoever made it.
    pub private_data: *mut c_void,
}

/// The flag of a schema whose array may have nulls.
pub(super) const NULLABLE: i64 = 2;

impl ArrowSchema {
    /// One that has been released.
    pub const fn empty() -> ArrowSchema {
        ArrowSchema {
            format: null(),
            name: null(),
            metadata: null(),
            flags: 0,
            n_children: 0,
            children: null_mut(),
            dictionary: null_mut(),
            release: None,
            private_data: null_mut(),
        }
    }
}

impl ArrowArray {
    /// One that has been released.
    pub const fn empty() -> ArrowArray {
        ArrowArray {
            length: 0,
            null_count: 0,
            offset: 0,
            n_buffers: 0,
            n_children: 0,
            buffers: null_mut(),
            children: null_mut(),
            dictionary: null_mut(),
            release: None,
            private_data: null_mut(),
        }
    }
}

impl ArrowDeviceArray {
    /// The processor.
    pub const CPU: i32 = 1;
    /// An NVIDIA GPU.
    pub const CUDA: i32 = 2;
    /// Memory of the processor that is pinned for an NVIDIA GPU.
    pub const CUDA_HOST: i32 = 3;
    /// Memory that the processor and an NVIDIA GPU share.
    pub const CUDA_MANAGED: i32 = 13;

    /// Moves the struct out of where somebody else left it, who finds it released.
    ///
    /// # Safety
    /// There is a valid struct at the address, and nobody else uses it meanwhile.
    pub const unsafe fn take(from: *mut ArrowDeviceArray) -> ArrowDeviceArray {
        // SAFETY: the caller promises it.
        unsafe { std::ptr::replace(from, ArrowDeviceArray::cpu(ArrowArray::empty())) }
    }

    /// An array in memory of the processor.
    pub const fn cpu(array: ArrowArray) -> ArrowDeviceArray {
        ArrowDeviceArray {
            array,
            device_id: -1,
            device_type: ArrowDeviceArray::CPU,
            sync_event: null_mut(),
            reserved: [0; 3],
        }
    }

    /// An array in memory of a CUDA device, where everything is that it says.
    pub fn cuda(array: ArrowArray, device: i32) -> ArrowDeviceArray {
        ArrowDeviceArray {
            device_id: device.into(),
            device_type: ArrowDeviceArray::CUDA,
            ..ArrowDeviceArray::cpu(array)
        }
    }
}

impl ArrowArrayStream {
    /// One that has been released.
    pub const fn empty() -> ArrowArrayStream {
        ArrowArrayStream {
            get_schema: None,
            get_next: None,
            get_last_error: None,
            release: None,
            private_data: null_mut(),
        }
    }
}

macro_rules! released_when_dropped {
    ($($ty:ident)*) => { $(
        impl $ty {
            /// Moves the struct out of where somebody else left it, who finds it released.
            ///
            /// # Safety
            /// There is a valid struct at the address, and nobody else uses it meanwhile.
            pub const unsafe fn take(from: *mut $ty) -> $ty {
                // SAFETY: the caller promises it.
                unsafe { std::ptr::replace(from, $ty::empty()) }
            }

            /// Whether it has been released or moved away.
            pub const fn is_released(&self) -> bool {
                self.release.is_none()
            }
        }

        impl Drop for $ty {
            fn drop(&mut self) {
                if let Some(release) = self.release {
                    // SAFETY: a struct that is not released is valid, and this is its last use.
                    unsafe { release(self) };
                }
            }
        }

        // SAFETY: the specification lets any thread read or release the struct, and nobody writes to it before it is released.
        unsafe impl Send for $ty {}
        // SAFETY: as above.
        unsafe impl Sync for $ty {}
    )* };
}
released_when_dropped! { ArrowSchema ArrowArray ArrowArrayStream }

// SAFETY: the array may be sent; nobody here looks at the event but the caller.
unsafe impl Send for ArrowDeviceArray {}
