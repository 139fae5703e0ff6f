//! The fields of a form or of an address: names and values, unchecked.

use rules::Seat;

/// The fields of a form, or of the part of an address after the question mark.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Fields(Vec<(String, String)>);

impl FromIterator<(String, String)> for Fields {
    fn from_iter<I: IntoIterator<Item = (String, String)>>(fields: I) -> Fields {
        Fields(fields.into_iter().collect())
    }
}

impl Fields {
    /// The first value of a field.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// The first value of a field without blanks around it, unless it is empty.
    pub fn filled(&self, name: &str) -> Option<&str> {
        self.get(name).map(str::trim).filter(|value| !value.is_empty())
    }

    /// The same fields, and this value for a field that is missing.
    #[must_use]
    pub fn or(mut self, name: &str, value: Option<String>) -> Fields {
        if let Some(value) = value
            && self.get(name).is_none()
        {
            self.0.push((name.to_owned(), value));
        }
        self
    }

    /// The seat whose number is the value of a field.
    pub fn seat(&self, name: &str) -> Option<Seat> {
        let &[digit] = self.filled(name)?.as_bytes() else { return None };
        Seat::read(digit)
    }
}
