//! Row changes as bytes.
//!
//! ```text
//! schema  whole (1)  tables ( name  columns  keys  rows ( 0 values of the key | 1 values ) )
//! ```
//!
//! Numbers are LEB128, signed ones zigzag before. A value is a byte for its type, and a number, or a
//! length and bytes.

use super::{RowChange, RowChanges, TableChanges, Value};
use crate::error::{Error, Result};

/// Columns of a table at most; no table has half as many.
const COLUMNS_MAX: u64 = 64;

impl RowChanges {
    /// The changes as bytes.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        number(u64::from(self.schema), &mut bytes);
        bytes.push(u8::from(self.is_whole));
        number(self.tables.len() as u64, &mut bytes);
        for table in &self.tables {
            text(table.table.as_bytes(), &mut bytes);
            number(u64::from(table.columns), &mut bytes);
            number(u64::from(table.keys), &mut bytes);
            number(table.rows.len() as u64, &mut bytes);
            for row in &table.rows {
                let (kind, values) = match row {
                    RowChange::Gone(values) => (0, values),
                    RowChange::Is(values) => (1, values),
                };
                bytes.push(kind);
                for value in values {
                    encode_value(value, &mut bytes);
                }
            }
        }
        bytes
    }

    /// Reads what [`encode`](Self::encode) wrote.
    ///
    /// # Errors
    /// `Corrupt` for other bytes.
    pub fn decode(bytes: &[u8]) -> Result<Self> {
        let mut reader = Reader(bytes);
        let schema = reader.small()?;
        let is_whole = match reader.byte()? {
            0 => false,
            1 => true,
            _ => return Err(damaged()),
        };
        let count = reader.number()?;
        let mut tables = Vec::new();
        for _ in 0..count {
            tables.push(reader.table()?);
        }
        match reader.0 {
            [] => Ok(Self {
                schema,
                is_whole,
                tables,
            }),
            _ => Err(damaged()),
        }
    }
}

fn damaged() -> Error {
    Error::corrupt("row changes that are not whole")
}

fn number(mut number: u64, to: &mut Vec<u8>) {
    while number >= 0x80 {
        to.push(number.to_le_bytes()[0] | 0x80);
        number >>= 7;
    }
    to.push(number.to_le_bytes()[0]);
}

fn text(bytes: &[u8], to: &mut Vec<u8>) {
    number(bytes.len() as u64, to);
    to.extend_from_slice(bytes);
}

fn encode_value(value: &Value, to: &mut Vec<u8>) {
    match value {
        Value::Null => to.push(0),
        Value::Integer(value) => {
            to.push(1);
            let zigzag = value.wrapping_shl(1) ^ (value >> 63);
            number(zigzag.cast_unsigned(), to);
        }
        Value::Text(value) => {
            to.push(2);
            text(value.as_bytes(), to);
        }
        Value::Bytes(value) => {
            to.push(3);
            text(value, to);
        }
    }
}

/// The bytes that are left. A count says nothing of how much to allocate: every item has bytes.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn byte(&mut self) -> Result<u8> {
        let (first, rest) = self.0.split_first().ok_or_else(damaged)?;
        self.0 = rest;
        Ok(*first)
    }

    fn number(&mut self) -> Result<u64> {
        let mut value = 0_u64;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            let bits = u64::from(byte & 0x7f);
            if shift == 63 && bits > 1 {
                break;
            }
            value |= bits << shift;
            if byte < 0x80 {
                return Ok(value);
            }
        }
        Err(damaged())
    }

    fn small(&mut self) -> Result<u32> {
        u32::try_from(self.number()?).map_err(|_| damaged())
    }

    fn bytes(&mut self) -> Result<&'a [u8]> {
        let length = usize::try_from(self.number()?).map_err(|_| damaged())?;
        let (bytes, rest) = self.0.split_at_checked(length).ok_or_else(damaged)?;
        self.0 = rest;
        Ok(bytes)
    }

    fn text(&mut self) -> Result<String> {
        let text = std::str::from_utf8(self.bytes()?).map_err(|_| damaged())?;
        Ok(text.to_owned())
    }

    fn table(&mut self) -> Result<TableChanges> {
        let table = self.text()?;
        let (columns, keys) = (self.small()?, self.small()?);
        if keys == 0 || keys > columns || u64::from(columns) > COLUMNS_MAX {
            return Err(damaged());
        }
        let count = self.number()?;
        let mut rows = Vec::new();
        for _ in 0..count {
            rows.push(match self.byte()? {
                0 => RowChange::Gone(self.values(keys)?),
                1 => RowChange::Is(self.values(columns)?),
                _ => return Err(damaged()),
            });
        }
        Ok(TableChanges {
            table,
            columns,
            keys,
            rows,
        })
    }

    fn values(&mut self, count: u32) -> Result<Vec<Value>> {
        (0..count).map(|_| self.value()).collect()
    }

    fn value(&mut self) -> Result<Value> {
        Ok(match self.byte()? {
            0 => Value::Null,
            1 => {
                let zigzag = self.number()?;
                let sign = (zigzag & 1).cast_signed().wrapping_neg();
                Value::Integer((zigzag >> 1).cast_signed() ^ sign)
            }
            2 => Value::Text(self.text()?),
            3 => Value::Bytes(self.bytes()?.to_vec()),
            _ => return Err(damaged()),
        })
    }
}
