//! Which OpenCL devices there are, and which one is taken where nobody chose.
//!
//! A platform that reports an error is not a platform without devices: whoever asked for its GPU must not be given the
//! processor instead. So errors are kept as entries of the list, and the choice stops at them.

use super::{EXTENSIONS, code_text, missing};
use crate::device::{DeviceError, Listed};
use cl3::{device, platform};

/// The loader's error where there is no platform at all (`CL_PLATFORM_NOT_FOUND_KHR`).
const NO_PLATFORM: i32 = -1001;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Gpu,
    Cpu,
}

/// A device, or a platform that cannot list its devices.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Found {
    /// Its name and its platform; unique in the list.
    pub(super) label: String,
    pub(super) state: State,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum State {
    /// It can run generated text.
    Usable(device::cl_device_id, Kind),
    /// It works, but lacks an extension.
    Lacks(&'static str),
    /// It reports an error.
    Fails(String),
}

/// Every device of every platform, in the order of the platforms.
pub(super) fn discover() -> Result<Vec<Found>, DeviceError> {
    let platforms = match platform::get_platform_ids() {
        Ok(platforms) => platforms,
        Err(NO_PLATFORM) => vec![],
        Err(code) => {
            return Err(DeviceError::Lost { what: format!("OpenCL platforms: {}", code_text(code)) });
        }
    };
    let mut found = vec![];
    for platform in platforms {
        let name = platform::get_platform_info(platform, platform::CL_PLATFORM_NAME);
        let name = name.map_or_else(|_| "a platform without a name".to_string(), |name| tidy(name.into()));
        found.extend(of_platform(
            &name,
            device::get_device_ids(platform, device::CL_DEVICE_TYPE_ALL),
            describe,
        ));
    }
    number_equal_labels(&mut found);
    Ok(found)
}

/// The devices of one platform, from what it answers.
fn of_platform(
    platform: &str,
    devices: Result<Vec<device::cl_device_id>, i32>,
    describe: impl Fn(device::cl_device_id) -> Result<(String, State), i32>,
) -> Vec<Found> {
    let failing = |label: String, code: i32| Found { label, state: State::Fails(code_text(code)) };
    match devices {
        Ok(devices) => devices
            .into_iter()
            .map(|id| match describe(id) {
                Ok((name, state)) => Found { label: format!("{name} ({platform})"), state },
                Err(code) => failing(format!("a device ({platform})"), code),
            })
            .collect(),
        Err(cl3::error_codes::CL_DEVICE_NOT_FOUND) => vec![],
        Err(code) => vec![failing(format!("({platform})"), code)],
    }
}

/// The name of a device, and whether it can run generated text.
fn describe(id: device::cl_device_id) -> Result<(String, State), i32> {
    let text = |what| device::get_device_info(id, what).map(|info| tidy(info.into()));
    let name = text(device::CL_DEVICE_NAME)?;
    let extensions = text(device::CL_DEVICE_EXTENSIONS)?;
    if let Some(lacking) = EXTENSIONS.iter().find(|e| !extensions.split(' ').any(|have| have == **e)) {
        return Ok((name, State::Lacks(lacking)));
    }
    let kind = device::get_device_info(id, device::CL_DEVICE_TYPE)?.to_ulong();
    // Whatever is not a processor wants as many workers as a GPU does.
    let kind = if kind & device::CL_DEVICE_TYPE_CPU != 0 { Kind::Cpu } else { Kind::Gpu };
    Ok((name, State::Usable(id, kind)))
}

fn tidy(text: String) -> String {
    text.trim_end_matches('\0').trim().to_string()
}

/// Equal devices of one machine are told apart by a number.
fn number_equal_labels(found: &mut [Found]) {
    let labels: Vec<String> = found.iter().map(|f| f.label.clone()).collect();
    for (i, label) in labels.iter().enumerate() {
        let before = labels[..i].iter().filter(|l| *l == label).count();
        if before > 0 {
            found[i].label = format!("{label} #{}", before + 1);
        }
    }
}

impl Found {
    pub(super) fn listed(&self) -> Listed {
        let problem = match &self.state {
            State::Usable(..) => None,
            State::Lacks(extension) => Some(format!("lacks {extension}")),
            State::Fails(what) => Some(format!("reports an error: {what}")),
        };
        Listed { name: self.label.clone(), problem }
    }

    /// The device, if it can be used.
    pub(super) fn usable(&self) -> Result<(device::cl_device_id, Kind), DeviceError> {
        match &self.state {
            State::Usable(id, kind) => Ok((*id, *kind)),
            State::Lacks(extension) => {
                Err(missing(&format!("the extension {extension} of the OpenCL device {}", self.label)))
            }
            State::Fails(what) => Err(DeviceError::Lost {
                what: format!(
                    "OpenCL {}: {what}; `--device` chooses another (`windrow devices` lists them)",
                    self.label
                ),
            }),
        }
    }
}

/// The position of the first usable GPU, else of the first usable CPU, with what is to be said about that. A platform or
/// device that reports an error in front of it is an error: it may be the GPU.
pub(super) fn choose(found: &[Found]) -> Result<(usize, Option<String>), DeviceError> {
    let usable_as =
        |wanted: Kind| move |f: &Found| matches!(&f.state, State::Usable(_, kind) if *kind == wanted);
    for (i, candidate) in found.iter().enumerate() {
        match &candidate.state {
            State::Usable(_, Kind::Gpu) => return Ok((i, None)),
            State::Fails(_) => _ = candidate.usable()?,
            State::Usable(_, Kind::Cpu) | State::Lacks(_) => {}
        }
    }
    let lacking: Vec<String> = found
        .iter()
        .filter_map(|f| match &f.state {
            State::Lacks(extension) => Some(format!("{} lacks {extension}", f.label)),
            State::Usable(..) | State::Fails(_) => None,
        })
        .collect();
    match (found.iter().position(usable_as(Kind::Cpu)), lacking.as_slice()) {
        (Some(i), []) => {
            Ok((i, Some(format!("no OpenCL GPU is there; running on the CPU {}", found[i].label))))
        }
        (Some(i), lacking) => {
            let why = lacking.join(", ");
            Ok((i, Some(format!("no OpenCL GPU can be used ({why}); running on the CPU {}", found[i].label))))
        }
        (None, []) => Err(missing("an OpenCL device")),
        (None, lacking) => Err(missing(&format!("a suitable OpenCL device ({})", lacking.join(", ")))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn device(label: &str, state: State) -> Found {
        Found { label: label.into(), state }
    }
    fn usable(kind: Kind) -> State {
        State::Usable(std::ptr::null_mut(), kind)
    }

    #[test]
    fn the_first_gpu_is_taken_before_any_cpu() {
        let found = [device("cpu", usable(Kind::Cpu)), device("gpu", usable(Kind::Gpu))];
        assert_eq!(choose(&found), Ok((1, None)));
    }

    #[test]
    fn a_failing_platform_is_an_error_and_not_a_cpu() {
        let found =
            [device("(NVIDIA CUDA)", State::Fails("error -6".into())), device("cpu", usable(Kind::Cpu))];
        let error = choose(&found).unwrap_err().to_string();
        assert!(error.contains("NVIDIA CUDA") && error.contains("error -6"), "{error}");
        // A GPU in front of it was not its place to take.
        let found = [device("gpu", usable(Kind::Gpu)), device("(other)", State::Fails("error -6".into()))];
        assert_eq!(choose(&found), Ok((0, None)));
    }

    #[test]
    fn a_cpu_in_the_place_of_a_gpu_is_mentioned() {
        let (position, note) = choose(&[device("cpu", usable(Kind::Cpu))]).unwrap();
        assert_eq!(position, 0);
        assert!(note.unwrap().contains("running on the CPU cpu"));
        let weak = [device("weak", State::Lacks("cl_khr_fp64")), device("cpu", usable(Kind::Cpu))];
        assert!(choose(&weak).unwrap().1.unwrap().contains("weak lacks cl_khr_fp64"));
        assert!(matches!(choose(&weak[..1]), Err(DeviceError::Missing { .. })));
        assert!(matches!(choose(&[]), Err(DeviceError::Missing { .. })));
    }

    #[test]
    fn no_devices_differ_from_an_error() {
        let nothing = |_| Err(0);
        assert_eq!(of_platform("p", Err(cl3::error_codes::CL_DEVICE_NOT_FOUND), nothing), []);
        let found = of_platform("p", Err(cl3::error_codes::CL_OUT_OF_HOST_MEMORY), nothing);
        assert_eq!(found[0].listed().problem.unwrap(), "reports an error: CL_OUT_OF_HOST_MEMORY (-6)");
    }

    #[test]
    fn equal_devices_have_different_labels() {
        let id = std::ptr::null_mut();
        let same = |_| Ok(("gpu".to_string(), State::Lacks("x")));
        let mut found = of_platform("p", Ok(vec![id, id]), same);
        number_equal_labels(&mut found);
        assert_eq!(found.iter().map(|f| f.label.as_str()).collect::<Vec<_>>(), ["gpu (p)", "gpu (p) #2"]);
    }
}
