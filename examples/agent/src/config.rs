//! Which endpoint, which model, which key: from the environment.

use anyhow::{Result, bail};
use isolate_host::Secrets;

/// The protocol of an endpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Api {
    /// OpenAI's chat completions, which most servers of models speak.
    OpenAi,
    /// Anthropic's messages.
    Anthropic,
}

impl Api {
    const fn base_url(self) -> &'static str {
        match self {
            Self::OpenAi => "https://api.openai.com/v1/",
            Self::Anthropic => "https://api.anthropic.com/v1/",
        }
    }

    /// The default model of the default endpoint.
    const fn model(self) -> &'static str {
        match self {
            Self::OpenAi => "gpt-5.1",
            Self::Anthropic => "claude-sonnet-4-5",
        }
    }

    const fn key(self) -> &'static str {
        match self {
            Self::OpenAi => "OPENAI_API_KEY",
            Self::Anthropic => "ANTHROPIC_API_KEY",
        }
    }
}

/// How to reach a model.
#[derive(Clone)]
pub struct Config {
    /// The protocol of the endpoint.
    pub api: Api,
    /// Its base URL, which ends with a slash: `chat/completions` or `messages` is appended.
    pub base_url: String,
    /// The name of the model.
    pub model: String,
    /// The key; empty where none is needed.
    pub key: String,
}

impl std::fmt::Debug for Config {
    /// Without the key.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Config")
            .field("api", &self.api)
            .field("base_url", &self.base_url)
            .field("model", &self.model)
            .finish_non_exhaustive()
    }
}

impl Config {
    /// The configuration that variables describe; `value` answers the value of one.
    ///
    /// `AGENT_API` is `openai` or `anthropic`, by default what the base URL or the only key that is
    /// set says; `AGENT_BASE_URL`, `AGENT_MODEL` and `AGENT_API_KEY` say the rest, and
    /// `OPENAI_API_KEY` or `ANTHROPIC_API_KEY` is the key of the default endpoint.
    ///
    /// # Errors
    /// A setting is missing or invalid; the error says what to set.
    pub fn from_variables(value: impl Fn(&str) -> Option<String>) -> Result<Self> {
        let value = |name: &str| {
            value(name)
                .map(|v| v.trim().to_owned())
                .filter(|v| !v.is_empty())
        };
        let given_url = value("AGENT_BASE_URL");
        let api = match value("AGENT_API").as_deref() {
            Some("openai") => Api::OpenAi,
            Some("anthropic") => Api::Anthropic,
            Some(other) => bail!("AGENT_API is openai or anthropic, not {other:?}"),
            None if given_url
                .as_deref()
                .is_some_and(|url| url.contains("anthropic")) =>
            {
                Api::Anthropic
            }
            None if given_url.is_none()
                && value("ANTHROPIC_API_KEY").is_some()
                && value("OPENAI_API_KEY").is_none() =>
            {
                Api::Anthropic
            }
            None => Api::OpenAi,
        };
        let is_default = given_url.is_none();
        let mut base_url = given_url.unwrap_or_else(|| api.base_url().to_owned());
        if !base_url.starts_with("http://") && !base_url.starts_with("https://") {
            bail!("AGENT_BASE_URL is a URL such as http://127.0.0.1:11434/v1, not {base_url:?}");
        }
        for end in ["/chat/completions", "/messages"] {
            if let Some(before) = base_url.trim_end_matches('/').strip_suffix(end) {
                base_url = before.to_owned();
            }
        }
        if !base_url.ends_with('/') {
            base_url.push('/');
        }
        // The key of one provider is not shown to another.
        let key = match (value("AGENT_API_KEY"), is_default) {
            (Some(key), _) => key,
            (None, true) => value(api.key()).unwrap_or_default(),
            (None, false) => String::new(),
        };
        if key.is_empty() && is_default {
            bail!(
                "no model to talk to: set ANTHROPIC_API_KEY or OPENAI_API_KEY; or, for another \
                 endpoint, AGENT_BASE_URL (such as http://127.0.0.1:11434/v1 for Ollama) and \
                 AGENT_MODEL, with AGENT_API_KEY where it wants a key"
            );
        }
        let model = match (value("AGENT_MODEL"), is_default) {
            (Some(model), _) => model,
            (None, true) => api.model().to_owned(),
            (None, false) => {
                bail!("AGENT_BASE_URL is set: set AGENT_MODEL to the name of a model there as well")
            }
        };
        Ok(Self {
            api,
            base_url,
            model,
            key,
        })
    }

    /// The key, in every form in which an endpoint may repeat it.
    pub(crate) fn secrets(&self) -> Secrets {
        let mut secrets = Secrets::new();
        secrets.add(&self.key);
        secrets
    }

    /// The same from the environment of the process.
    ///
    /// # Errors
    /// As [`Config::from_variables`].
    pub fn from_environment() -> Result<Self> {
        Self::from_variables(|name| std::env::var(name).ok())
    }
}
