//! The reply to a call, for programs and for models.

use serde_json::{Map, Value as Json, json};

use crate::boundary::{self, Boundary};
use crate::error::ToolError;
use crate::structure::{Report, TEXT};

/// The result of a tool.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Answer {
    /// Data of the tool itself: counts, versions, requested paths.
    pub(crate) facts: Map<String, Json>,
    /// Data that contains text of the workspace.
    pub(crate) items: Map<String, Json>,
    /// The same data as text.
    pub(crate) body: Option<Body>,
}

/// The text of the workspace in an answer.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Body {
    /// A member of the items.
    Item(&'static str),
    /// Text made from them.
    Text(String),
}

impl Answer {
    pub(crate) fn new() -> Self {
        Self::default()
    }

    /// The answer of a report.
    pub(crate) fn of<R: Report>(report: &R) -> Self {
        let mut answer = Self::new();
        // A report has names as keys and nothing that JSON lacks.
        if let Ok(Json::Object(members)) = serde_json::to_value(report) {
            for (name, value) in members {
                match R::TEXTS.contains(&name.as_str()) {
                    true => answer.items.insert(name, value),
                    false => answer.facts.insert(name, value),
                };
            }
        }
        answer
    }

    /// All of its data.
    pub(crate) fn data(&self) -> Json {
        let mut data = self.facts.clone();
        data.extend(self.items.clone());
        Json::Object(data)
    }

    pub(crate) fn body(mut self, body: impl Into<Option<Body>>) -> Self {
        self.body = body.into();
        self
    }

    pub(crate) fn cut(mut self, cut: Option<crate::cut::Cut>) -> Self {
        if let Some(cut) = cut {
            cut.put(&mut self.facts);
        }
        self
    }
}

/// A reply in the forms that a model reads.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct RenderedReply {
    /// As text.
    pub text: String,
    /// As one JSON object; none for an error.
    pub structured: Option<Json>,
}

/// Text of the workspace between delimiters; alterations of it are counted in `head`.
fn marked(tool: &str, body: String, boundary: Boundary, head: &mut Map<String, Json>) -> String {
    if boundary == Boundary::None {
        return body;
    }
    // Without random numbers there is no safe delimiter: the text becomes a JSON string.
    let Some(wrapped) = boundary::wrap(tool, &body) else {
        return Json::from(body).to_string();
    };
    if wrapped.neutralised > 0 {
        head.insert("neutralised".to_owned(), wrapped.neutralised.into());
    }
    if wrapped.escaped > 0 {
        head.insert("escaped".to_owned(), wrapped.escaped.into());
    }
    wrapped.text
}

/// The effect of a call on the workspace.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Receipt {
    /// The identifier of the call, from the caller or the toolbox.
    pub call_id: String,
    /// Its run in the history, by which it can be undone; `None` if it changed nothing.
    pub run_id: Option<isolate_vfs::RunId>,
    /// The paths that it changed, or of a dry run those that it would have changed; none if it
    /// failed. `run` is its run in the history, also that of a program which changed nothing.
    pub effects: isolate_vfs::Effects,
    /// The last run of the history before it.
    pub rev_before: i64,
    /// The last run of the history after it.
    pub rev_after: i64,
    /// The duration in milliseconds.
    pub duration_ms: u64,
    /// Whether it was a dry run.
    pub is_dry_run: bool,
}

impl Receipt {
    /// The receipt as JSON, without the paths.
    #[must_use]
    pub fn to_json(&self) -> Json {
        let mut json = json!({
            "callId": self.call_id,
            "revBefore": self.rev_before,
            "revAfter": self.rev_after,
            "durationMs": self.duration_ms,
        });
        if let Some(run_id) = self.run_id {
            json["run"] = i64::from(run_id).into();
        }
        if self.is_dry_run {
            json["dryRun"] = true.into();
        }
        json
    }
}

/// The reply to a call.
#[derive(Clone, Debug, PartialEq)]
pub struct Reply {
    pub(crate) tool: String,
    pub(crate) result: Result<Answer, ToolError>,
    pub(crate) notices: Vec<String>,
    pub(crate) receipt: Receipt,
    pub(crate) planned: Option<String>,
}

impl Reply {
    /// Whether the call succeeded.
    #[must_use]
    pub const fn is_ok(&self) -> bool {
        self.result.is_ok()
    }

    /// Why the call failed.
    #[must_use]
    pub const fn error(&self) -> Option<&ToolError> {
        match &self.result {
            Ok(_) => None,
            Err(error) => Some(error),
        }
    }

    /// Notices, such as repaired arguments, as sentences.
    #[must_use]
    pub fn notices(&self) -> &[String] {
        &self.notices
    }

    /// The effect of the call on the workspace.
    #[must_use]
    pub const fn receipt(&self) -> &Receipt {
        &self.receipt
    }

    /// The data of the reply; `null` for an error.
    #[must_use]
    pub fn data(&self) -> Json {
        match &self.result {
            Ok(answer) => answer.data(),
            Err(_) => Json::Null,
        }
    }

    /// The file contents in the reply, without delimiters, including those that an error shows.
    #[must_use]
    pub fn body(&self) -> Option<String> {
        match &self.result {
            Ok(answer) => self.text_of(answer, &mut Map::new()),
            Err(error) => error.excerpt.clone(),
        }
    }

    /// The changes of a dry run as a diff, with [`Settings::planned_diffs`](crate::Settings).
    #[must_use]
    pub fn planned_diff(&self) -> Option<&str> {
        self.planned.as_deref()
    }

    /// Everything as one JSON object: `{ok, data | error, notices, receipt}`.
    #[must_use]
    pub fn to_json(&self) -> Json {
        match &self.result {
            Ok(_) => json!({
                "ok": true,
                "data": self.data(),
                "notices": self.notices,
                "receipt": self.receipt.to_json(),
            }),
            Err(error) => json!({
                "ok": false,
                "error": error.to_json(),
                "notices": self.notices,
                "receipt": self.receipt.to_json(),
            }),
        }
    }

    /// The reply as text for a model: a line of facts, followed by the text that comes from the
    /// workspace, within delimiters that this text cannot forge.
    #[must_use]
    pub fn to_text(&self, boundary: Boundary) -> String {
        self.render(boundary).text
    }

    /// The reply for a model, as text and, unless it is an error, as one JSON object.
    ///
    /// The object has the facts of the reply, and `run`, `dryRun` and `notices` where they apply.
    /// With [`Boundary::None`] it also has the data. With [`Boundary::Tagged`] the text of the
    /// workspace is the member `text`, within the same delimiters: some hosts show a model this
    /// object instead of the text.
    /// [`Toolbox::output_schema`](crate::Toolbox::output_schema) describes it.
    #[must_use]
    pub fn render(&self, boundary: Boundary) -> RenderedReply {
        let mut head = Map::new();
        head.insert("tool".to_owned(), self.tool.clone().into());
        head.insert("ok".to_owned(), self.is_ok().into());
        let body = match &self.result {
            Ok(answer) => {
                head.extend(answer.facts.clone());
                self.text_of(answer, &mut head)
            }
            Err(error) => {
                let mut said = error.to_json();
                if let Some(details) = said.get_mut("details").and_then(Json::as_object_mut) {
                    details.retain(|name, _| !error.items.contains_key(name));
                    details.remove("excerpt");
                    details.remove("diff");
                    if details.is_empty() {
                        said.as_object_mut().map(|said| said.remove("details"));
                    }
                }
                head.insert("error".to_owned(), said);
                let diff = error.details.get("diff").and_then(Json::as_str);
                error.excerpt.clone().or(diff.map(str::to_owned))
            }
        };
        if !self.notices.is_empty() {
            head.insert("notices".to_owned(), self.notices.clone().into());
        }
        if let Some(run_id) = self.receipt.run_id {
            head.entry("run").or_insert(i64::from(run_id).into());
        }
        if self.receipt.is_dry_run {
            head.insert("dryRun".to_owned(), true.into());
        }
        let wrapped = body.map(|body| marked(&self.tool, body, boundary, &mut head));
        let structured = self.structured(boundary, &head, wrapped.as_deref());
        let head = boundary::inert_json(&Json::Object(head).to_string());
        let text = match wrapped {
            None => head,
            Some(body) => format!("{head}\n{body}"),
        };
        RenderedReply { text, structured }
    }

    fn structured(
        &self,
        boundary: Boundary,
        head: &Map<String, Json>,
        wrapped: Option<&str>,
    ) -> Option<Json> {
        let answer = self.result.as_ref().ok()?;
        let mut object = head.clone();
        for of_the_text in ["tool", "ok", "format"] {
            if !answer.facts.contains_key(of_the_text) {
                object.remove(of_the_text);
            }
        }
        match boundary {
            Boundary::None => object.extend(answer.items.clone()),
            Boundary::Tagged => {
                if let Some(text) = wrapped {
                    object.insert(TEXT.to_owned(), text.into());
                }
            }
        }
        Some(Json::Object(object))
    }

    fn text_of(&self, answer: &Answer, head: &mut Map<String, Json>) -> Option<String> {
        match &answer.body {
            Some(Body::Text(text)) => Some(text.clone()),
            Some(Body::Item(key)) => {
                let item = answer.items.get(*key).and_then(Json::as_str);
                Some(item.unwrap_or_default().to_owned())
            }
            None if answer.items.is_empty() => None,
            None => {
                head.insert("format".to_owned(), "json".into());
                Some(Json::Object(answer.items.clone()).to_string())
            }
        }
    }
}
