//! Configuration by the environment.

use isolate_agent::{Api, Config};

fn config(variables: &[(&str, &str)]) -> Result<Config, String> {
    let value = |name: &str| {
        let found = variables.iter().find(|(known, _)| *known == name);
        found.map(|(_, value)| (*value).to_owned())
    };
    Config::from_variables(value).map_err(|error| error.to_string())
}

#[test]
fn a_key_alone_is_enough() {
    let found = config(&[("ANTHROPIC_API_KEY", "k")]).unwrap();
    assert_eq!(found.api, Api::Anthropic);
    assert_eq!(found.base_url, "https://api.anthropic.com/v1/");
    let found = config(&[("OPENAI_API_KEY", "k"), ("ANTHROPIC_API_KEY", "a")]).unwrap();
    assert_eq!((found.api, &*found.key), (Api::OpenAi, "k"));
}

#[test]
fn another_endpoint_needs_its_model_and_is_not_shown_the_key_of_the_default_one() {
    let local = (
        "AGENT_BASE_URL",
        "http://127.0.0.1:11434/v1/chat/completions",
    );
    let found = config(&[local, ("AGENT_MODEL", "m"), ("OPENAI_API_KEY", "k")]).unwrap();
    assert_eq!(found.base_url, "http://127.0.0.1:11434/v1/");
    assert_eq!(found.key, "");
    assert!(config(&[local]).unwrap_err().contains("set AGENT_MODEL"));
}

#[test]
fn missing_settings_are_named() {
    let error = config(&[]).unwrap_err();
    for name in [
        "ANTHROPIC_API_KEY",
        "OPENAI_API_KEY",
        "AGENT_BASE_URL",
        "AGENT_MODEL",
    ] {
        assert!(error.contains(name), "{error}");
    }
    let error = config(&[("AGENT_API", "gemini")]).unwrap_err();
    assert_eq!(error, "AGENT_API is openai or anthropic, not \"gemini\"");
    let error = config(&[("AGENT_BASE_URL", "localhost")]).unwrap_err();
    assert!(error.contains("http://127.0.0.1:11434/v1"), "{error}");
}

#[test]
fn debug_output_does_not_contain_the_key() {
    let found = config(&[("OPENAI_API_KEY", "secret-key")]).unwrap();
    assert!(!format!("{found:?}").contains("secret-key"));
}
