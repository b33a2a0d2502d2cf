//! From the text of a model to a path.

use isolate_text::VPath;

use crate::error::{Code, ToolError};

/// Levels of a path: real projects have about a dozen.
const DEPTH_MAX: usize = 100;

/// The only way from the text of a model to a path.
pub(crate) fn parse_path(text: &str, cwd: Option<&str>) -> Result<VPath, ToolError> {
    let cannot_be_seen = |c: char| c.is_control() || isolate_text::lines::is_invisible(c);
    if text.chars().any(cannot_be_seen) {
        return Err(invalid_path(text, "contains invisible characters")
            .with_hint("write the path without control characters and direction marks"));
    }
    parse_any_path(text, cwd)
}

fn invalid_path(text: &str, why: &str) -> ToolError {
    let quoted = crate::text::shown(text);
    ToolError::new(Code::InvalidPath, format!("the path {quoted} {why}"))
}

/// As [`parse_path`], for a caller that writes every character on purpose.
pub(crate) fn parse_any_path(text: &str, cwd: Option<&str>) -> Result<VPath, ToolError> {
    let invalid = |why: &str| invalid_path(text, why);
    if text.is_empty() {
        return Err(invalid("is empty"));
    }
    let is_drive = text.as_bytes().get(1) == Some(&b':')
        && text.as_bytes()[0].is_ascii_alphabetic()
        && matches!(text.as_bytes().get(2), None | Some(b'\\' | b'/'));
    if is_drive || text.starts_with("\\\\") {
        return Err(invalid("is a Windows path"));
    }
    if text == "~" || text.starts_with("~/") {
        return Err(invalid(
            "starts at a home directory, which does not exist here",
        ));
    }
    if text.contains("://") {
        return Err(invalid("is a URL"));
    }
    let absolute = match (text.starts_with('/'), cwd) {
        (true, _) => text.to_owned(),
        (false, Some(cwd)) => format!("{cwd}/{text}"),
        (false, None) => {
            let absolute = format!("/{}", text.trim_start_matches("./"));
            return Err(invalid("is not absolute")
                .with_hint(format!("use {}", crate::text::shown(&absolute))));
        }
    };
    let mut depth = 0_usize;
    for name in absolute.split('/') {
        match name {
            "" | "." => {}
            ".." => match depth.checked_sub(1) {
                Some(less) => depth = less,
                None => {
                    return Err(ToolError::new(
                        Code::OutsideScope,
                        format!(
                            "the path {} leads out of the workspace",
                            crate::text::shown(text)
                        ),
                    ));
                }
            },
            _ => depth += 1,
        }
    }
    if depth > DEPTH_MAX {
        return Err(invalid(&format!(
            "has {depth} levels, at most {DEPTH_MAX} are allowed"
        )));
    }
    Ok(VPath::parse(&absolute)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> String {
        match parse_path(text, None) {
            Ok(path) => path.to_string(),
            Err(error) => format!("{}: {error}", error.code.as_str()),
        }
    }

    #[test]
    fn a_path_is_absolute_and_stays_inside() {
        assert_eq!(parsed("/a//b/./../c/"), "/a/c");
        assert_eq!(
            parsed("src/a.rs"),
            "invalid_path: the path \"src/a.rs\" is not absolute; use \"/src/a.rs\""
        );
        assert_eq!(
            parsed("/a/../../etc"),
            "outside_scope: the path \"/a/../../etc\" leads out of the workspace; \
             use an absolute path inside the workspace, without `..`"
        );
        for wrong in [
            "",
            "~/a",
            "C:\\a",
            "\\\\host\\a",
            "/a\u{0}b",
            "/a\nb",
            "/\u{202e}a",
            "file:///a",
        ] {
            assert!(parsed(wrong).starts_with("invalid_path: "), "{wrong:?}");
        }
        assert_eq!(
            parse_path("../b", Some("/project/a")).unwrap().as_str(),
            "/project/b"
        );
        assert!(parse_path("../../../b", Some("/project/a")).is_err());
    }
}
