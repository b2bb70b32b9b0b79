//! The properties of notes, as filters ask for them.

use notekin_note::{Day, Property, Value, fold};
use rusqlite::{Connection, ToSql, params};

use super::read::rows;
use crate::comparison::{Is, Order, Wanted, bare, folded, number};
use crate::filter::NoteSet;
use crate::ids::NoteId;

/// What stands between the name of a property and that of one within it.
const WITHIN: char = '.';

/// Writes the properties of a note over those it had.
pub(super) fn write(
    sql: &Connection,
    note: NoteId,
    properties: &[Property],
) -> rusqlite::Result<()> {
    sql.prepare_cached("DELETE FROM property WHERE note = ?1")?.execute([note.0])?;
    let mut values = Vec::new();
    for property in properties {
        flatten(key(&property.key), &property.value, &mut values);
    }
    let mut insert = sql.prepare_cached("INSERT INTO property VALUES (?1, ?2, ?3, ?4, ?5)")?;
    for (name, text) in &values {
        let text = text.as_deref().map(bare);
        insert.execute(params![
            name,
            note.0,
            text.map(folded),
            text.and_then(number),
            text.and_then(Day::of_value).map(|day| day.0),
        ])?;
    }
    Ok(())
}

/// The form in which names of properties are compared.
fn key(name: &str) -> String {
    fold(name.trim())
}

/// Lists the texts of a value, one for each item, by name; none for what is empty.
///
/// A mapping is there, but is no text of its own.
fn flatten(name: String, value: &Value, values: &mut Vec<(String, Option<String>)>) {
    match value {
        Value::List(items) if !items.is_empty() => {
            for item in items {
                flatten(name.clone(), item, values);
            }
        }
        Value::Map(entries) if !entries.is_empty() => {
            for (inner, value) in entries {
                flatten(format!("{name}{WITHIN}{}", key(inner)), value, values);
            }
            values.push((name, Some(String::new())));
        }
        other => {
            let text = other.scalar_text().filter(|text| !text.trim().is_empty());
            values.push((name, text));
        }
    }
}

/// The notes with a property that is as asked for.
pub(super) fn having(sql: &Connection, name: &str, is: &Is) -> rusqlite::Result<NoteSet> {
    match is {
        Is::There => {
            let query = "SELECT note FROM property WHERE name = ?1 AND text IS NOT NULL";
            Ok(rows(sql, query, [key(name)], |row| Ok(NoteId(row.get(0)?)))?.into_iter().collect())
        }
        Is::Compared(Order::Unequal, value) => {
            let equal = compared(sql, name, Order::Equal, value)?;
            Ok(having(sql, name, &Is::There)?.without(&equal))
        }
        Is::Compared(order, value) => compared(sql, name, *order, value),
    }
}

/// The notes with a property of which one value stands so to another; none are unequal.
///
/// What is a number and a year, such as `2024`, is a year to a date, and a number to all else.
fn compared(sql: &Connection, name: &str, order: Order, value: &str) -> rusqlite::Result<NoteSet> {
    let Some(sign) = sign(order) else { return Ok(NoteSet::default()) };
    let (name, wanted) = (key(name), Wanted::new(value));
    let mut set = NoteSet::default();
    let mut add = |query: &str, values: &[&dyn ToSql]| -> rusqlite::Result<()> {
        let query = format!("SELECT note FROM property WHERE name = ?1 AND {query}");
        let found = rows(sql, &query, values, |row| Ok(NoteId(row.get(0)?)))?;
        for note in found {
            set.insert(note);
        }
        Ok(())
    };
    if let Some(number) = wanted.number {
        add(&format!("number {sign} ?2"), &[&name, &number])?;
    }
    if let Some(days) = wanted.days.and_then(|days| order.days(days)) {
        let others = if wanted.number.is_some() { " AND number IS NULL" } else { "" };
        let query = format!("day >= ?2 AND day <= ?3{others}");
        add(&query, &[&name, &days.first.0, &days.last.0])?;
    }
    if order == Order::Equal {
        add("text = ?2", &[&name, &wanted.text])?;
    } else if wanted.number.is_none() && wanted.days.is_none() {
        let query = format!("text {sign} ?2 AND number IS NULL AND day IS NULL");
        add(&query, &[&name, &wanted.text])?;
    }
    Ok(set)
}

/// How SQL writes an order between two values; unequal is one of a whole list.
fn sign(order: Order) -> Option<&'static str> {
    match order {
        Order::Equal => Some("="),
        Order::Unequal => None,
        Order::Less => Some("<"),
        Order::AtMost => Some("<="),
        Order::Greater => Some(">"),
        Order::AtLeast => Some(">="),
    }
}

/// Whether a note, of some or of all, has a property of a name.
pub(crate) fn has_property(
    sql: &Connection,
    name: &str,
    among: Option<&NoteSet>,
) -> rusqlite::Result<bool> {
    let mut select = sql.prepare_cached("SELECT note FROM property WHERE name = ?1")?;
    let mut rows = select.query([key(name)])?;
    while let Some(row) = rows.next()? {
        let note = NoteId(row.get(0)?);
        if among.is_none_or(|among| among.contains(note)) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// All names of properties, folded and in order, each with a note that has it.
pub(crate) fn property_names(sql: &Connection) -> rusqlite::Result<Vec<(String, NoteId)>> {
    let query = "SELECT DISTINCT name, note FROM property ORDER BY name";
    rows(sql, query, [], |row| Ok((row.get(0)?, NoteId(row.get(1)?))))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn holds(stored: &Value, order: Order, wanted: &str) -> bool {
        let sql = Connection::open_in_memory().unwrap();
        sql.execute_batch(include_str!("schema.sql")).unwrap();
        let property =
            |key: &str, value: &Value| Property { key: key.to_owned(), value: value.clone() };
        let properties = [property("Other", &Value::Null), property(" Key", stored)];
        write(&sql, NoteId(7), &properties).unwrap();
        assert!(
            has_property(&sql, "other", None).unwrap() && has_property(&sql, "KEY", None).unwrap()
        );
        let found = having(&sql, "key", &Is::Compared(order, wanted.to_owned())).unwrap();
        assert!(having(&sql, "other", &Is::There).unwrap().is_empty());
        found.contains(NoteId(7))
    }

    fn text(text: &str) -> Value {
        Value::Text(text.to_owned())
    }

    #[test]
    fn numbers_dates_and_texts_are_compared_as_what_they_are() {
        for (stored, order, wanted) in [
            ("10", Order::Greater, "9"),
            ("10.0", Order::Equal, "1e1"),
            ("-3", Order::Less, "+2"),
            ("2024", Order::AtLeast, "2024"),
            ("2024-03-15", Order::Equal, "2024-03"),
            ("2024-03-15T10:00", Order::Equal, "2024-03-15"),
            ("2024-03-15", Order::Less, "2024-04"),
            ("2024-03-15", Order::AtMost, "2024"),
            ("2025-01-01", Order::Greater, "2024"),
            ("2023", Order::Less, "2024-01"),
            ("Erledigt", Order::Equal, "erledigt"),
            ("Cafe\u{301}", Order::Equal, "CAFE"),
            ("beta", Order::Greater, "alpha"),
            ("[[Kin|it]]", Order::Equal, "kin"),
            ("n/a", Order::Unequal, "4"),
            ("1e999", Order::Equal, "1E999"),
            ("2024-03-15 and so on", Order::Equal, "2024-03-15 And so on"),
        ] {
            assert!(holds(&text(stored), order, wanted), "{stored} {order:?} {wanted}");
            assert_eq!(
                holds(&text(stored), Order::Unequal, wanted),
                !holds(&text(stored), Order::Equal, wanted)
            );
        }
    }

    #[test]
    fn what_is_of_different_kinds_is_neither_less_nor_greater() {
        for order in [Order::Equal, Order::Less, Order::AtMost, Order::Greater, Order::AtLeast] {
            for (stored, wanted) in
                [("n/a", "4"), ("4", "high"), ("soon", "2024"), ("2024-01-02", "x")]
            {
                assert!(!holds(&text(stored), order, wanted), "{stored} {order:?} {wanted}");
            }
        }
    }

    #[test]
    fn lists_hold_where_an_item_does_and_what_is_empty_never() {
        let list = Value::List(vec![Value::Number(1.0), Value::List(vec![text("b")]), Value::Null]);
        assert!(holds(&list, Order::Equal, "1") && holds(&list, Order::Equal, "B"));
        assert!(!holds(&list, Order::Unequal, "1") && holds(&list, Order::Unequal, "2"));
        for empty in [Value::Null, text(" "), Value::List(Vec::new()), Value::Map(Vec::new())] {
            assert!(!holds(&empty, Order::Unequal, "1") && !holds(&empty, Order::AtMost, "z"));
        }
    }
}
