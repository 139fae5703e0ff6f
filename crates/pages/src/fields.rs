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

    /// The seat whose number is the value of a field.
    pub fn seat(&self, name: &str) -> Option<Seat> {
        let &[digit] = self.filled(name)?.as_bytes() else { return None };
        Seat::read(digit)
    }
}
