//! Integers: those of 64 bits are texts in JSON, since JavaScript would round them; either form is read as both.
use std::fmt;
use std::marker::PhantomData;

use serde::de::{Error, Unexpected, Visitor};
use serde::{Deserializer, Serializer};

/// Writes an integer of 64 bits, as a text.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes what it writes by reference")]
pub(crate) fn serialize<S: Serializer>(value: &i64, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(value)
}

/// Reads an integer, from a text or a number.
pub(crate) fn deserialize<'de, D: Deserializer<'de>, T: TryFrom<i64>>(
    from: D,
) -> Result<T, D::Error> {
    from.deserialize_any(Either(PhantomData))
}

/// Reads an integer that may be absent, from a text or a number.
pub(crate) fn maybe<'de, D: Deserializer<'de>, T: TryFrom<i64>>(
    from: D,
) -> Result<Option<T>, D::Error> {
    deserialize(from).map(Some)
}

/// Returns whether an integer is the one that is left out.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes what it writes by reference")]
pub(crate) fn is_zero(value: &i64) -> bool {
    *value == 0
}

/// Reads either form.
struct Either<T>(PhantomData<T>);

impl<T: TryFrom<i64>> Visitor<'_> for Either<T> {
    type Value = T;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("an integer, as a number or a text")
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<T, E> {
        T::try_from(value).map_err(|_| E::invalid_value(Unexpected::Signed(value), &self))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<T, E> {
        let signed = i64::try_from(value);
        self.visit_i64(
            signed.map_err(|_| E::invalid_value(Unexpected::Unsigned(value), &"an i64"))?,
        )
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<T, E> {
        // `3.0` and `3e0` are the integer 3 in JSON.
        if value.fract() == 0.0 && value.abs() < 9e15 {
            return self.visit_i64(value as i64);
        }
        Err(E::invalid_value(Unexpected::Float(value), &self))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        match text.parse() {
            Ok(value) => self.visit_i64(value),
            Err(_) => Err(E::invalid_value(Unexpected::Str(text), &self)),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde::{Deserialize, Serialize};
    use serde_json::json;

    #[derive(Serialize, Deserialize)]
    struct Sizes {
        #[serde(with = "super")]
        long: i64,
        #[serde(default, deserialize_with = "super::maybe")]
        short: Option<u32>,
    }

    #[test]
    fn texts_and_numbers_are_read_alike() {
        for value in [json!({"long": "7", "short": "3"}), json!({"long": 7, "short": 3.0})] {
            let sizes: Sizes = serde_json::from_value(value).unwrap();
            assert_eq!((sizes.long, sizes.short), (7, Some(3)));
            assert_eq!(serde_json::to_value(sizes).unwrap(), json!({"long": "7", "short": 3}));
        }
        let most = json!({"long": i64::MAX.to_string()});
        assert_eq!(serde_json::from_value::<Sizes>(most).unwrap().long, i64::MAX);
    }

    #[test]
    fn what_is_no_integer_is_refused() {
        for value in [json!("x"), json!(1.5), json!(true), json!(u64::MAX)] {
            assert!(serde_json::from_value::<Sizes>(json!({"long": value})).is_err(), "{value}");
        }
        assert!(serde_json::from_value::<Sizes>(json!({"long": 1, "short": -1})).is_err());
    }
}
