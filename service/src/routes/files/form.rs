//! Ranges and times in the form of HTTP.

use http::{HeaderMap, HeaderValue, StatusCode, header};
use isolate_host::iso_time;
use isolate_host::vfs::Timestamp;

use crate::problem::Problem;

/// A time in the form of HTTP, such as `Sun, 06 Nov 1994 08:49:37 GMT`.
pub(super) fn http_date(time: Timestamp) -> String {
    const DAYS: [&str; 7] = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"];
    const MONTHS: [&str; 12] = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ];
    let ms = time.as_millis();
    let day = usize::try_from(ms.div_euclid(86_400_000).rem_euclid(7)).unwrap_or(0);
    // 1994-11-06T08:49:37.000Z
    let text = iso_time(time);
    let part = |from: usize, to: usize| text.get(from..to).unwrap_or_default();
    let month = part(5, 7).parse::<usize>().unwrap_or(1);
    let month = MONTHS.get(month.wrapping_sub(1)).unwrap_or(&MONTHS[0]);
    format!(
        "{}, {} {month} {} {} GMT",
        DAYS[day],
        part(8, 10),
        part(0, 4),
        part(11, 19)
    )
}

/// One range of bytes, which is not empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Range {
    pub(super) first: u64,
    pub(super) length: u64,
}

impl Range {
    /// The range that a request asks for. Of other forms than one range of bytes, the whole is sent, as
    /// HTTP allows.
    pub(super) fn of(headers: &HeaderMap, size: u64) -> Result<Option<Self>, Problem> {
        let text = headers
            .get(header::RANGE)
            .and_then(|text| text.to_str().ok());
        let Some((first, last)) = text
            .and_then(|text| text.strip_prefix("bytes="))
            .filter(|text| !text.contains(','))
            .and_then(|text| text.split_once('-'))
        else {
            return Ok(None);
        };
        let number = |text: &str| text.trim().parse::<u64>().ok();
        let (first, end) = match (first.trim(), last.trim()) {
            ("", last) => match number(last) {
                Some(last) => (size.saturating_sub(last), size),
                None => return Ok(None),
            },
            (first, "") => match number(first) {
                Some(first) => (first, size),
                None => return Ok(None),
            },
            (first, last) => match (number(first), number(last)) {
                (Some(first), Some(last)) if first <= last => {
                    (first, size.min(last.saturating_add(1)))
                }
                _ => return Ok(None),
            },
        };
        if first >= end {
            let problem = Problem::new(
                StatusCode::RANGE_NOT_SATISFIABLE,
                "EINVAL",
                format!("the range begins at byte {first}, and the file has {size}"),
            );
            return Err(match HeaderValue::from_str(&format!("bytes */{size}")) {
                Ok(value) => problem.with_header(header::CONTENT_RANGE, value),
                Err(_) => problem,
            });
        }
        Ok(Some(Self {
            first,
            length: end - first,
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_is_one_of_bytes_within_the_file() {
        let range = |text: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::RANGE, text.parse().unwrap());
            Range::of(&headers, 10)
                .map(|range| range.map(|range| (range.first, range.length)))
                .map_err(|problem| problem.status.as_u16())
        };
        assert_eq!(range("bytes=0-3"), Ok(Some((0, 4))));
        assert_eq!(range("bytes=4-"), Ok(Some((4, 6))));
        assert_eq!(range("bytes=-3"), Ok(Some((7, 3))));
        assert_eq!(range("bytes=-30"), Ok(Some((0, 10))));
        assert_eq!(range("bytes=8-99"), Ok(Some((8, 2))));
        for whole in ["bytes=3-2", "bytes=a-b", "bytes=0-1,3-4", "lines=0-1"] {
            assert_eq!(range(whole), Ok(None), "{whole}");
        }
        for beyond in ["bytes=10-", "bytes=10-11", "bytes=-0"] {
            assert_eq!(range(beyond), Err(416), "{beyond}");
        }
    }

    #[test]
    fn a_time_has_the_form_of_http() {
        let time = Timestamp::from_millis(784_111_777_123);
        assert_eq!(http_date(time), "Sun, 06 Nov 1994 08:49:37 GMT");
        assert_eq!(
            http_date(Timestamp::from_millis(0)),
            "Thu, 01 Jan 1970 00:00:00 GMT"
        );
    }
}
