//! The devices of this machine over all backends, and the choice among them.
//!
//! `windrow devices` numbers them; `--device` takes such a number, a name, or a part of a name.

use crate::backend::Backend;
use crate::error::{Error, device_error};
use rt::device::Listed;
use rt::{Device, DeviceError};
use std::fmt;
use std::sync::Arc;

/// A device of a backend, with its number in the list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Numbered {
    /// Its position among all devices of this machine.
    pub number: usize,
    /// Who runs programs on it.
    pub backend: Backend,
    /// What it is.
    pub listed: Listed,
}

/// All devices of this machine, and the backends that have none.
#[derive(Debug)]
pub struct Devices {
    /// The devices, backend by backend.
    pub devices: Vec<Numbered>,
    /// Backends without a device, and why.
    pub missing: Vec<(Backend, DeviceError)>,
}

impl Devices {
    /// Asks every backend.
    pub fn list() -> Devices {
        let mut all = Devices { devices: vec![], missing: vec![] };
        for backend in Backend::ALL {
            match backend.list() {
                Ok(listed) => {
                    for listed in listed {
                        all.devices.push(Numbered { number: all.devices.len(), backend, listed });
                    }
                }
                Err(e) => all.missing.push((backend, e)),
            }
        }
        all
    }

    /// The device of some backends that `wanted` names, which must be there.
    pub fn choose(&self, wanted: &str, backends: &[Backend]) -> Result<&Numbered, Error> {
        self.find(wanted, backends)?.ok_or_else(|| {
            let among = backends.iter().map(|b| b.name()).collect::<Vec<_>>().join(", ");
            self.refuse(&format!("there is no device {wanted} of {among}"))
        })
    }

    /// The device of some backends that `wanted` names, if there is one: by its number, its whole name, or a part that no other
    /// device of its backend has. The first backend with such a device wins.
    pub fn find(&self, wanted: &str, backends: &[Backend]) -> Result<Option<&Numbered>, Error> {
        for backend in backends {
            match self.matching(wanted, *backend).as_slice() {
                [] => {}
                [one] => return Ok(Some(one)),
                many => {
                    let names: Vec<&str> = many.iter().map(|d| d.listed.name.as_str()).collect();
                    let names = names.join(" and ");
                    return Err(self.refuse(&format!("`--device {wanted}` may be {names}; give its number")));
                }
            }
        }
        Ok(None)
    }

    fn refuse(&self, what: &str) -> Error {
        Error::Use(format!("{what}; the devices are:\n{self}"))
    }

    fn matching(&self, wanted: &str, backend: Backend) -> Vec<&Numbered> {
        let own = || self.devices.iter().filter(|d| d.backend == backend);
        let number = wanted.parse::<usize>().ok().filter(|n| *n < self.devices.len());
        if number.is_some() {
            return own().filter(|d| Some(d.number) == number).collect();
        }
        let whole: Vec<&Numbered> = own().filter(|d| d.listed.name == wanted).collect();
        if !whole.is_empty() {
            return whole;
        }
        let part = wanted.to_lowercase();
        own().filter(|d| d.listed.name.to_lowercase().contains(&part)).collect()
    }
}

impl fmt::Display for Devices {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut lines = vec![];
        for backend in Backend::ALL {
            for Numbered { number, listed, .. } in self.devices.iter().filter(|d| d.backend == backend) {
                let problem = listed.problem.as_ref().map_or(String::new(), |what| format!(": {what}"));
                lines.push(format!("{:8} {number:2}  {}{problem}", backend.name(), listed.name));
            }
            for (_, e) in self.missing.iter().filter(|(b, _)| *b == backend) {
                lines.push(format!("{:8}     not there: {e}", backend.name()));
            }
        }
        f.write_str(&lines.join("\n"))
    }
}

/// An open device of a backend. The interpreter has none.
#[derive(Clone)]
pub struct Place {
    /// The backend.
    pub backend: Backend,
    /// Its device.
    pub device: Option<Arc<dyn Device>>,
    /// Its name in the list of devices, where it was chosen from there.
    pub name: Option<String>,
}

impl Place {
    /// Opens the device of a backend: the one that `wanted` names, else the one the backend prefers.
    pub fn open(backend: Backend, wanted: Option<&str>) -> Result<Place, Error> {
        let Some(wanted) = wanted else { return Place::preferred(backend).map_err(|e| failed(backend, &e)) };
        let devices = Devices::list();
        Place::chosen(devices.choose(wanted, &[backend])?)
    }

    /// Opens a device of the list.
    pub fn chosen(device: &Numbered) -> Result<Place, Error> {
        let (backend, name) = (device.backend, device.listed.name.clone());
        let opened = backend.open_named(&name).map_err(|e| failed(backend, &e))?;
        Ok(Place { backend, device: opened, name: Some(name) })
    }

    /// Opens what a backend prefers.
    pub fn preferred(backend: Backend) -> Result<Place, DeviceError> {
        Ok(Place { backend, device: backend.open()?, name: None })
    }

    /// The first of some backends that is there. A device that is there and fails is an error.
    pub fn first(backends: &[Backend], wanted: Option<&str>) -> Result<Place, Error> {
        if let Some(wanted) = wanted {
            return Place::chosen(Devices::list().choose(wanted, backends)?);
        }
        let mut missing = None;
        for backend in backends {
            match Place::preferred(*backend) {
                Ok(place) => return Ok(place),
                Err(e @ DeviceError::Missing { .. }) => missing = Some(failed(*backend, &e)),
                Err(e) => return Err(failed(*backend, &e)),
            }
        }
        Err(missing.unwrap_or_else(|| Error::Use("no backend was chosen".into())))
    }

    /// What a user has to know about the device, unless it was chosen by name.
    pub fn remark(&self) -> Option<&str> {
        let device = self.device.as_ref().filter(|_| self.name.is_none())?;
        device.info().remark.as_deref()
    }
}

fn failed(backend: Backend, e: &DeviceError) -> Error {
    device_error(&format!("backend {}: ", backend.name()), e.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn machine() -> Devices {
        let device = |(number, (backend, name)): (usize, (Backend, &str))| Numbered {
            number,
            backend,
            listed: Listed { name: name.into(), problem: None },
        };
        let names = [
            (Backend::Interp, "reference interpreter"),
            (Backend::Native, "4 threads"),
            (Backend::OpenCl, "NVIDIA H200 (NVIDIA CUDA)"),
            (Backend::OpenCl, "NVIDIA H200 (NVIDIA CUDA) #2"),
            (Backend::OpenCl, "cpu-haswell (Portable Computing Language)"),
            (Backend::Cuda, "NVIDIA H200"),
        ];
        let missing = vec![];
        Devices { devices: names.into_iter().enumerate().map(device).collect(), missing }
    }

    #[test]
    fn devices_are_chosen_by_number_name_or_part_of_it() {
        let machine = machine();
        let chosen = |wanted: &str, backends: &[Backend]| machine.choose(wanted, backends).map(|d| d.number);
        assert_eq!(chosen("4", &[Backend::OpenCl]), Ok(4));
        assert_eq!(chosen("HASWELL", &[Backend::OpenCl]), Ok(4));
        assert_eq!(chosen("portable", &Backend::ALL), Ok(4));
        // The whole name is that of one device, though another begins so.
        assert_eq!(chosen("NVIDIA H200 (NVIDIA CUDA)", &[Backend::OpenCl]), Ok(2));
        // A backend that is preferred comes first.
        assert_eq!(chosen("H200", &[Backend::Cuda, Backend::OpenCl]), Ok(5));
    }

    #[test]
    fn unknown_and_ambiguous_devices_list_what_there_is() {
        let machine = machine();
        let error = |wanted: &str| machine.choose(wanted, &[Backend::OpenCl]).unwrap_err().to_string();
        for (wanted, part) in
            [("H200", "may be NVIDIA H200"), ("radeon", "no device radeon"), ("5", "no device 5")]
        {
            let text = error(wanted);
            assert!(text.contains(part) && text.contains("opencl    4  cpu-haswell"), "{text}");
        }
    }
}
