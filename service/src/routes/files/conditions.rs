//! Conditions of requests: `If-Match` and `If-None-Match`.

use http::{HeaderMap, HeaderValue, StatusCode, header};
use isolate_host::text::VPath;

use crate::problem::Problem;

/// The conditions of a request about the content of a file.
#[derive(Default)]
pub(super) struct Conditions {
    pub(super) needed: Option<String>,
    excluded: Option<String>,
}

impl Conditions {
    pub(super) fn of(headers: &HeaderMap) -> Result<Self, Problem> {
        let one = |name: header::HeaderName| -> Result<Option<String>, Problem> {
            let mut values = Vec::new();
            for value in headers.get_all(&name) {
                let text = value.to_str().map_err(|_| {
                    Problem::invalid(format!("{name} has other characters than a tag may have"))
                })?;
                values.push(text.to_owned());
            }
            Ok((!values.is_empty()).then(|| values.join(",")))
        };
        Ok(Self {
            needed: one(header::IF_MATCH)?,
            excluded: one(header::IF_NONE_MATCH)?,
        })
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.needed.is_none() && self.excluded.is_none()
    }

    fn names(list: &str, tag: Option<&str>) -> bool {
        let is_any = list.split(',').any(|one| one.trim() == "*");
        let Some(tag) = tag else { return false };
        // A weak tag of a proxy names the same content.
        let tags = list
            .split(',')
            .map(|one| one.trim().trim_start_matches("W/"));
        is_any || tags.into_iter().any(|one| one == tag)
    }

    /// Whether they hold for a file with a tag, or without a file.
    pub(super) fn check(&self, tag: Option<&str>, path: &VPath) -> Result<(), Problem> {
        if let Some(needed) = &self.needed
            && !Self::names(needed, tag)
        {
            let now = tag.map_or_else(
                || "there is no such file".to_owned(),
                |tag| format!("its tag is now {tag}"),
            );
            return Err(failed(
                &format!("{path} is not what If-Match names: {now}"),
                tag,
            ));
        }
        if let Some(excluded) = &self.excluded
            && Self::names(excluded, tag)
        {
            return Err(failed(
                &format!("{path} is there with a tag that If-None-Match names"),
                tag,
            ));
        }
        Ok(())
    }
}

fn failed(detail: &str, tag: Option<&str>) -> Problem {
    let problem = Problem::new(StatusCode::PRECONDITION_FAILED, "ESTALE", detail);
    match tag.and_then(|tag| HeaderValue::from_str(tag).ok()) {
        Some(tag) => problem.with_header(header::ETAG, tag),
        None => problem,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_name_tags_or_any() {
        let conditions = |needed: Option<&str>, excluded: Option<&str>| Conditions {
            needed: needed.map(str::to_owned),
            excluded: excluded.map(str::to_owned),
        };
        let path = VPath::parse("/a").unwrap();
        let holds =
            |conditions: Conditions, tag: Option<&str>| conditions.check(tag, &path).is_ok();
        assert!(holds(conditions(Some("\"x\", \"y\""), None), Some("\"y\"")));
        assert!(!holds(conditions(Some("\"x\""), None), Some("\"y\"")));
        assert!(!holds(conditions(Some("\"x\""), None), None));
        assert!(holds(conditions(Some("*"), None), Some("\"y\"")));
        assert!(!holds(conditions(Some("*"), None), None));
        assert!(holds(conditions(None, Some("*")), None));
        assert!(!holds(conditions(None, Some("*")), Some("\"y\"")));
        assert!(!holds(conditions(None, Some("W/\"y\"")), Some("\"y\"")));
    }
}
