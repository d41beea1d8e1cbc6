//! The types that columns keep, each with its way into a parameter and out of a line.

use jiff::Timestamp;
use merels_model::{
    ArenaId, ClockClass, EventKind, GameKey, InvitationId, Phrase, Player, PlayerId, Relation,
    SeatId, Spacing, Terms, TimeControl,
};
use merels_rules::morris::Phase;
use merels_rules::{GameId, GameScore, Side, Wdl};
use rusqlite::types::FromSql;
use sqlx::{Decode, Postgres, Row as _, Type, ValueRef};

use super::{Row, Value, sqlite};
use crate::{Result, StoreError};

/// A type that a parameter of a statement carries.
pub(crate) trait Parameter {
    /// Stands for no value. PostgreSQL wants to know of which type.
    const NULL: Value = Value::Text(None);

    fn value(&self) -> Value;
}

/// The parameters of a statement, in their order.
macro_rules! values {
    ($($value:expr),* $(,)?) => {
        [$($crate::database::Parameter::value(&$value)),*]
    };
}
pub(crate) use values;

/// A line of an answer, read from its first column to its last.
pub(crate) struct Line<'a> {
    row: &'a Row,
    next: usize,
}

/// A type that is read from one column of a line, or from several in a row.
pub(crate) trait Columns: Sized {
    fn read(line: &mut Line<'_>) -> Result<Self>;
}

/// Reads a type from columns in the order of these fields.
macro_rules! read_columns {
    ($type:ident { $($field:ident),* $(,)? }) => {
        impl $crate::database::Columns for $type {
            fn read(line: &mut $crate::database::Line<'_>) -> Result<$type, $crate::StoreError> {
                Ok($type { $($field: line.take()?),* })
            }
        }
    };
}
pub(crate) use read_columns;

impl Row {
    /// The value of a line from its first column on.
    pub(crate) fn read<T: Columns>(&self) -> Result<T> {
        Line { row: self, next: 0 }.take()
    }
}

impl Line<'_> {
    /// The value of the next column or columns.
    pub(crate) fn take<T: Columns>(&mut self) -> Result<T> {
        T::read(self)
    }

    fn column<T>(&mut self) -> Result<T>
    where
        T: FromSql + for<'r> Decode<'r, Postgres> + Type<Postgres>,
    {
        let column = self.next;
        self.next += 1;
        match self.row {
            Row::Sqlite(values) => sqlite::column(values, column),
            Row::Postgres(row) => Ok(row.try_get(column)?),
        }
    }

    fn is_null(&self) -> Result<bool> {
        match self.row {
            Row::Sqlite(values) => {
                Ok(matches!(values.get(self.next), Some(rusqlite::types::Value::Null)))
            }
            Row::Postgres(row) => Ok(row.try_get_raw(self.next)?.is_null()),
        }
    }
}

pub(crate) fn corrupt(what: &'static str, value: &str) -> StoreError {
    StoreError::Corrupt { what, value: value.to_owned() }
}

impl<T: Parameter + ?Sized> Parameter for &T {
    const NULL: Value = T::NULL;

    fn value(&self) -> Value {
        (**self).value()
    }
}

impl<T: Parameter> Parameter for Option<T> {
    fn value(&self) -> Value {
        self.as_ref().map_or(T::NULL, T::value)
    }
}

impl<T: Columns> Columns for Option<T> {
    fn read(line: &mut Line<'_>) -> Result<Option<T>> {
        if line.is_null()? {
            line.next += 1;
            return Ok(None);
        }
        line.take().map(Some)
    }
}

impl<T: Columns> Columns for [T; 2] {
    fn read(line: &mut Line<'_>) -> Result<[T; 2]> {
        Ok([line.take()?, line.take()?])
    }
}

macro_rules! tuples {
    ($(($($part:ident),*)),*) => {
        $(impl<$($part: Columns),*> Columns for ($($part,)*) {
            fn read(line: &mut Line<'_>) -> Result<Self> {
                Ok(($(line.take::<$part>()?,)*))
            }
        })*
    };
}
tuples!(
    (A, B),
    (A, B, C),
    (A, B, C, D),
    (A, B, C, D, E),
    (A, B, C, D, E, F),
    (A, B, C, D, E, F, G)
);

impl Parameter for str {
    fn value(&self) -> Value {
        Value::Text(Some(self.to_owned()))
    }
}

impl Parameter for String {
    fn value(&self) -> Value {
        self.as_str().value()
    }
}

impl Columns for String {
    fn read(line: &mut Line<'_>) -> Result<String> {
        line.column()
    }
}

/// Ids that stand in their column as they are.
macro_rules! id_columns {
    ($($id:ident),*) => {
        $(impl $crate::database::Parameter for $id {
            fn value(&self) -> $crate::database::Value {
                self.as_str().value()
            }
        }

        impl $crate::database::Columns for $id {
            fn read(line: &mut $crate::database::Line<'_>) -> Result<$id, $crate::StoreError> {
                Ok($id::new(line.take::<String>()?))
            }
        })*
    };
}
pub(crate) use id_columns;
id_columns!(ArenaId, GameKey, InvitationId, PlayerId, SeatId);

/// Types that stand in their column by a name.
macro_rules! named_columns {
    ($($type:ty: $name:expr, $what:literal;)*) => {
        $(impl $crate::database::Parameter for $type {
            fn value(&self) -> $crate::database::Value {
                ($name)(*self).value()
            }
        }

        impl $crate::database::Columns for $type {
            fn read(line: &mut $crate::database::Line<'_>) -> Result<$type, $crate::StoreError> {
                let name: String = line.take()?;
                name.parse().map_err(|_| $crate::database::corrupt($what, &name))
            }
        })*
    };
}
pub(crate) use named_columns;
named_columns! {
    ClockClass: ClockClass::name, "a class";
    EventKind: EventKind::name, "the kind of an event";
    GameId: GameId::id, "a game";
    GameScore: GameScore::text, "a score";
    Phrase: Phrase::name, "a phrase";
    Relation: Relation::name, "a relation";
    TimeControl: |clock: TimeControl| clock.to_string(), "a clock";
}

/// Types of a few values, each of which stands in its column by a name.
macro_rules! listed_columns {
    ($($type:ty: $all:expr, $name:expr, $what:literal;)*) => {
        $(impl Parameter for $type {
            fn value(&self) -> Value {
                ($name)(*self).value()
            }
        }

        impl Columns for $type {
            fn read(line: &mut Line<'_>) -> Result<$type> {
                let name: String = line.take()?;
                let named = |value: &$type| ($name)(*value) == name;
                $all.into_iter().find(named).ok_or_else(|| corrupt($what, &name))
            }
        })*
    };
}
listed_columns! {
    Phase: Phase::ALL, Phase::name, "a phase";
    Side: Side::ALL, side_name, "a side";
    Wdl: [Wdl::Loss, Wdl::Draw, Wdl::Win], Wdl::word, "a result";
}

pub(crate) const fn side_name(side: Side) -> &'static str {
    match side {
        Side::White => "white",
        Side::Black => "black",
    }
}

impl Columns for i64 {
    fn read(line: &mut Line<'_>) -> Result<i64> {
        line.column()
    }
}

impl Columns for u32 {
    fn read(line: &mut Line<'_>) -> Result<u32> {
        let number: i64 = line.take()?;
        u32::try_from(number).map_err(|_| corrupt("a number", &number.to_string()))
    }
}

impl Columns for bool {
    fn read(line: &mut Line<'_>) -> Result<bool> {
        Ok(line.take::<i64>()? != 0)
    }
}

macro_rules! numbers {
    ($($number:ty),*) => {
        $(impl Parameter for $number {
            const NULL: Value = Value::Number(None);

            fn value(&self) -> Value {
                Value::Number(Some(i64::from(*self)))
            }
        })*
    };
}
numbers!(bool, u32, i64);

/// Milliseconds since 1970.
impl Parameter for Timestamp {
    const NULL: Value = i64::NULL;

    fn value(&self) -> Value {
        self.as_millisecond().value()
    }
}

impl Columns for Timestamp {
    fn read(line: &mut Line<'_>) -> Result<Timestamp> {
        let milliseconds: i64 = line.take()?;
        Timestamp::from_millisecond(milliseconds)
            .map_err(|_| corrupt("a time", &milliseconds.to_string()))
    }
}

read_columns!(Player { id, email, name, created, is_bot });
read_columns!(Spacing { solved, last });
read_columns!(Terms { time, rated });
