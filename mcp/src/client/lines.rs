//! Reads a server's standard output line by line, in bounded memory. Each line is a message.

use rmcp::model::RequestId;
use tokio::io::{AsyncBufReadExt as _, AsyncRead, BufReader};

use crate::sketch::{HEAD_BYTES, Sketch, id_in_tail, keep_tail};

/// The multiple of the limit at which a line closes the connection.
const GIVE_UP_FACTOR: usize = 16;

/// The result of a read.
#[derive(Debug, PartialEq)]
pub(super) enum Line {
    /// A whole line: [`Lines::line`].
    Whole,
    /// A line exceeded the limit and was dropped. Holds the id of the request that it answers, if
    /// it was found.
    TooLong(Option<RequestId>),
    /// A line far exceeds the limit and has not ended.
    Endless,
    /// The server closed its output, or reading failed.
    End,
}

/// Reads lines. A read that is dropped before it completes loses no data.
#[derive(Debug)]
pub(super) struct Lines<R> {
    reader: BufReader<R>,
    line: Vec<u8>,
    bytes_max: usize,
    /// The number of bytes read of an oversized line. Its beginning is in `line`, its end in
    /// `tail`.
    dropped: usize,
    tail: Vec<u8>,
    is_done: bool,
}

impl<R: AsyncRead + Unpin> Lines<R> {
    pub(super) fn new(reader: R, bytes_max: usize) -> Self {
        Self {
            reader: BufReader::new(reader),
            line: Vec::new(),
            bytes_max,
            dropped: 0,
            tail: Vec::new(),
            is_done: false,
        }
    }

    /// The last complete line, without its terminator.
    pub(super) fn line(&self) -> &[u8] {
        self.line.trim_ascii()
    }

    /// Reads the next line.
    pub(super) async fn next(&mut self) -> Line {
        if std::mem::take(&mut self.is_done) {
            self.line.clear();
        }
        loop {
            let (taken, is_end) = {
                let Ok(available) = self.reader.fill_buf().await else {
                    return Line::End;
                };
                if available.is_empty() {
                    return Line::End;
                }
                let end = available.iter().position(|&byte| byte == b'\n');
                let taken = end.map_or(available.len(), |end| end + 1);
                let part = &available[..taken];
                if self.dropped == 0 && self.line.len() + taken <= self.bytes_max {
                    self.line.extend_from_slice(part);
                } else {
                    // The line may be as large as the bound: only its head stays.
                    if self.dropped == 0 {
                        self.dropped = self.line.len();
                        let room = HEAD_BYTES.saturating_sub(self.line.len());
                        self.line.extend_from_slice(&part[..taken.min(room)]);
                        self.line.truncate(HEAD_BYTES);
                        self.line.shrink_to_fit();
                    }
                    self.dropped += taken;
                    keep_tail(&mut self.tail, part);
                }
                (taken, end.is_some())
            };
            self.reader.consume(taken);
            if is_end {
                self.is_done = true;
                if self.dropped == 0 {
                    return Line::Whole;
                }
                let id = Sketch::of(&self.line).id.or_else(|| id_in_tail(&self.tail));
                self.dropped = 0;
                self.tail.clear();
                return Line::TooLong(id);
            }
            if self.dropped > self.bytes_max.saturating_mul(GIVE_UP_FACTOR) {
                return Line::Endless;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Line, Lines};
    use rmcp::model::RequestId;

    async fn lines(text: &str, bytes_max: usize) -> Vec<(Line, String)> {
        let mut lines = Lines::new(text.as_bytes(), bytes_max);
        let mut all = Vec::new();
        loop {
            let line = lines.next().await;
            let is_last = matches!(line, Line::End | Line::Endless);
            all.push((line, String::from_utf8_lossy(lines.line()).into_owned()));
            if is_last {
                return all;
            }
        }
    }

    #[tokio::test]
    async fn lines_are_read_one_by_one() {
        let all = lines("{\"a\":1}\r\n\nx\nrest", 20).await;
        let whole: Vec<&str> = all
            .iter()
            .filter(|(line, _)| *line == Line::Whole)
            .map(|(_, text)| text.as_str())
            .collect();
        assert_eq!(whole, ["{\"a\":1}", "", "x"]);
        assert_eq!(all.last().map(|(line, _)| line), Some(&Line::End));
    }

    #[tokio::test]
    async fn a_line_that_is_too_long_names_its_request_and_the_next_is_read() {
        let long = "x".repeat(200);
        for (text, id) in [
            (
                format!("{{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":\"{long}\"}}\nok\n"),
                Some(RequestId::Number(7)),
            ),
            (
                format!("{{\"result\":\"{long}\",\"jsonrpc\":\"2.0\",\"id\":8}}\nok\n"),
                Some(RequestId::Number(8)),
            ),
            (
                format!("{{\"result\":\"{long}\",\"id\":\"nine\"}}\nok\n"),
                Some(RequestId::String("nine".into())),
            ),
            (format!("{long}\nok\n"), None),
        ] {
            let all = lines(&text, 100).await;
            assert_eq!(all[0].0, Line::TooLong(id), "{text}");
            assert_eq!(all[1], (Line::Whole, "ok".to_owned()), "{text}");
        }
    }

    #[tokio::test]
    async fn an_endless_line_is_abandoned_in_bounded_memory() {
        let mut lines = Lines::new(tokio::io::repeat(b'x'), 1 << 10);
        assert_eq!(lines.next().await, Line::Endless);
        assert!(lines.line.capacity() <= 4 << 10 && lines.tail.capacity() <= 64 << 10);
    }
}
