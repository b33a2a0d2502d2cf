//! A table in PostgreSQL.

mod address;
mod failure;
mod pool;

use std::future::Future;
use std::ops::Range;
use std::sync::Arc;

use isolate_ledger::objects::{
    Created, Listed, Objects, ObjectsError, ObjectsErrorKind, ObjectsFuture, check_name,
    check_prefix,
};
use tokio_postgres::types::{ToSql, Type};
use tokio_postgres::{Error, Row};

use self::address::Address;
use self::failure::Failure;
use self::pool::Pool;
use crate::target::Target;
use crate::{OpenError, Settings};

/// Bytes of an object at most. PostgreSQL takes a value of 1 GB, and needs some copies of it.
const OBJECT_BYTES_MAX: usize = 512 * 1024 * 1024;

/// A place that no value has, and that is one of PostgreSQL's numbers.
const BEYOND: u64 = 1 << 30;

/// Objects as rows of a table.
struct PostgresObjects {
    name: String,
    /// `"schema"."table"`.
    table: String,
    pool: Pool,
}

pub(crate) fn open(
    target: &Target<'_>,
    settings: &Settings,
) -> Result<Arc<dyn Objects>, OpenError> {
    if let Some(option) = settings.options().keys().next() {
        let why = format!(
            "`{option}` is no setting of a database: write it behind the URL, `?{option}=…`"
        );
        return Err(OpenError::new(target, why));
    }
    let Address {
        config,
        schema,
        table,
    } = Address::new(target, settings)?;
    Ok(Arc::new(PostgresObjects {
        name: target.shown(),
        table: format!("\"{schema}\".\"{table}\""),
        pool: Pool::new(config, &schema, &table, settings),
    }))
}

type Parameter<'a> = (&'a (dyn ToSql + Sync), Type);

impl PostgresObjects {
    fn failed(&self, name: &str, failure: Failure) -> ObjectsError {
        ObjectsError::new(&self.name, name, failure.kind, failure.why)
    }

    fn valid(&self, name: &str) -> Result<(), ObjectsError> {
        let invalid = |why| self.failed(name, Failure::new(ObjectsErrorKind::Invalid, why));
        check_name(name).map_err(invalid)
    }

    /// A statement that changes something, which is sent once.
    async fn write(
        &self,
        name: &str,
        statement: &str,
        parameters: &[Parameter<'_>],
    ) -> Result<Vec<Row>, ObjectsError> {
        let written = self.pool.run(statement, parameters).await;
        written.map_err(|failure| self.failed(name, failure))
    }

    /// A statement that changes nothing, which is sent again where a connection was lost.
    async fn read(
        &self,
        name: &str,
        statement: &str,
        parameters: &[Parameter<'_>],
    ) -> Result<Vec<Row>, ObjectsError> {
        let mut read = self.pool.run(statement, parameters).await;
        if read.as_ref().is_err_and(|failure| failure.is_lost) {
            read = self.pool.run(statement, parameters).await;
        }
        read.map_err(|failure| {
            let kind = match failure.kind {
                ObjectsErrorKind::Unclear => ObjectsErrorKind::Unavailable,
                kind => kind,
            };
            self.failed(name, Failure { kind, ..failure })
        })
    }

    /// The value of a column.
    fn value<'r, T: tokio_postgres::types::FromSql<'r>>(
        &self,
        name: &str,
        row: &'r Row,
        column: usize,
    ) -> Result<T, ObjectsError> {
        let value = row.try_get(column);
        value.map_err(|error: Error| {
            let why = format!("the table {} has another form: {error}", self.table);
            self.failed(name, Failure::new(ObjectsErrorKind::Invalid, why))
        })
    }

    fn fits(&self, name: &str, bytes: &[u8]) -> Result<(), ObjectsError> {
        if bytes.len() > OBJECT_BYTES_MAX {
            let why = format!(
                "the object has {} bytes, and may have {OBJECT_BYTES_MAX}",
                bytes.len()
            );
            return Err(self.failed(name, Failure::new(ObjectsErrorKind::Invalid, why)));
        }
        Ok(())
    }

    async fn insert(&self, name: &str, bytes: &[u8]) -> Result<Created, ObjectsError> {
        self.valid(name)?;
        self.fits(name, bytes)?;
        let statement = format!(
            "insert into {} (name, bytes) values ($1, $2) on conflict do nothing returning 1",
            self.table
        );
        let parameters: [Parameter<'_>; 2] = [(&name, Type::TEXT), (&bytes, Type::BYTEA)];
        let rows = self.write(name, &statement, &parameters).await?;
        Ok(match rows.is_empty() {
            true => Created::Exists,
            false => Created::Created,
        })
    }

    async fn upsert(&self, name: &str, bytes: &[u8]) -> Result<(), ObjectsError> {
        self.valid(name)?;
        self.fits(name, bytes)?;
        let statement = format!(
            "insert into {} (name, bytes) values ($1, $2) on conflict (name) do update set bytes = excluded.bytes, modified = clock_timestamp()",
            self.table
        );
        let parameters: [Parameter<'_>; 2] = [(&name, Type::TEXT), (&bytes, Type::BYTEA)];
        self.write(name, &statement, &parameters).await.map(drop)
    }

    async fn select(
        &self,
        name: &str,
        range: Option<Range<u64>>,
    ) -> Result<Option<Vec<u8>>, ObjectsError> {
        self.valid(name)?;
        let place = |place: u64| i32::try_from(place.min(BEYOND)).unwrap_or(i32::MAX);
        let (from, length) = range.map_or((0, BEYOND), |range| {
            (range.start, range.end.saturating_sub(range.start))
        });
        // Its first byte is 1.
        let (from, length) = (place(from) + 1, place(length));
        let statement = format!(
            "select substring(bytes from $2 for $3) from {} where name = $1",
            self.table
        );
        let parameters: [Parameter<'_>; 3] = [
            (&name, Type::TEXT),
            (&from, Type::INT4),
            (&length, Type::INT4),
        ];
        let rows = self.read(name, &statement, &parameters).await?;
        rows.first().map(|row| self.value(name, row, 0)).transpose()
    }

    async fn names(
        &self,
        prefix: &str,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Vec<Listed>, ObjectsError> {
        let invalid = |why| self.failed(prefix, Failure::new(ObjectsErrorKind::Invalid, why));
        check_prefix(prefix).map_err(invalid)?;
        // All names are ASCII, and `~` is in none: what begins with the prefix comes before it.
        let end = format!("{prefix}~");
        let after = after.unwrap_or_default();
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        let statement = format!(
            "select name, octet_length(bytes)::int8, xmin::text, (extract(epoch from modified) * 1000)::int8 from {} where name >= $1 and name < $2 and name > $3 order by name limit $4",
            self.table
        );
        let parameters: [Parameter<'_>; 4] = [
            (&prefix, Type::TEXT),
            (&end, Type::TEXT),
            (&after, Type::TEXT),
            (&limit, Type::INT8),
        ];
        let rows = self.read(prefix, &statement, &parameters).await?;
        let listed = rows.iter().map(|row| {
            let number = |column| -> Result<u64, ObjectsError> {
                let number: i64 = self.value(prefix, row, column)?;
                Ok(u64::try_from(number).unwrap_or(0))
            };
            Ok(Listed {
                name: self.value(prefix, row, 0)?,
                size: number(1)?,
                version: Some(self.value(prefix, row, 2)?),
                modified_ms: number(3)?,
            })
        });
        listed.collect()
    }

    async fn remove(&self, names: &[String]) -> Result<(), ObjectsError> {
        for name in names {
            self.valid(name)?;
        }
        let Some(first) = names.first() else {
            return Ok(());
        };
        let statement = format!("delete from {} where name = any($1)", self.table);
        let parameters: [Parameter<'_>; 1] = [(&names, Type::TEXT_ARRAY)];
        self.write(first, &statement, &parameters).await.map(drop)
    }
}

/// A future of the trait.
fn boxed<'a, T>(
    future: impl Future<Output = Result<T, ObjectsError>> + Send + 'a,
) -> ObjectsFuture<'a, T> {
    Box::pin(future)
}

impl Objects for PostgresObjects {
    fn name(&self) -> &str {
        &self.name
    }

    fn create<'a>(&'a self, name: &'a str, bytes: Vec<u8>) -> ObjectsFuture<'a, Created> {
        boxed(async move { self.insert(name, &bytes).await })
    }

    fn put<'a>(&'a self, name: &'a str, bytes: Vec<u8>) -> ObjectsFuture<'a, ()> {
        boxed(async move { self.upsert(name, &bytes).await })
    }

    fn get<'a>(
        &'a self,
        name: &'a str,
        range: Option<Range<u64>>,
    ) -> ObjectsFuture<'a, Option<Vec<u8>>> {
        boxed(self.select(name, range))
    }

    fn list<'a>(
        &'a self,
        prefix: &'a str,
        after: Option<&'a str>,
        limit: usize,
    ) -> ObjectsFuture<'a, Vec<Listed>> {
        boxed(self.names(prefix, after, limit))
    }

    fn delete<'a>(&'a self, names: &'a [String]) -> ObjectsFuture<'a, ()> {
        boxed(self.remove(names))
    }
}
