//! Errors of the fields of a form.

/// The fields of a form that do not fit, each with the message of the catalogue that says why.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FormErrors(Vec<(&'static str, &'static str)>);

impl FormErrors {
    pub(crate) fn add(&mut self, field: &'static str, message: Option<&'static str>) {
        self.0.extend(message.map(|message| (field, message)));
    }

    pub fn of(&self, field: &str) -> Option<&'static str> {
        self.0.iter().find(|(name, _)| *name == field).map(|(_, message)| *message)
    }

    /// The first field that does not fit, and its message.
    pub fn first(&self) -> (&'static str, &'static str) {
        self.0.first().copied().unwrap_or_default()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
