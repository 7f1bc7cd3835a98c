//! Texts of C.

use std::ffi::{CStr, CString, c_char};

/// The text at a pointer.
///
/// # Safety
/// The pointer is null or a text that ends with a zero byte.
pub(crate) unsafe fn read<'a>(pointer: *const c_char, what: &str) -> Result<&'a str, String> {
    if pointer.is_null() {
        return Err(format!("{what} is a null pointer"));
    }
    // SAFETY: the caller promises it.
    let text = unsafe { CStr::from_ptr(pointer) };
    text.to_str().map_err(|_| format!("{what} is not valid UTF-8"))
}

/// A text that C owns and frees with `free`.
pub(crate) fn give(text: &str) -> *mut c_char {
    let text = owned(text);
    // SAFETY: a text that ends with a zero byte.
    unsafe { libc::strdup(text.as_ptr()) }
}

/// A text for C; a zero byte in the middle, which C would take for the end, is left out.
pub(crate) fn owned(text: &str) -> CString {
    let bytes: Vec<u8> = text.bytes().filter(|byte| *byte != 0).collect();
    CString::new(bytes).unwrap_or_default()
}
