//! The files of profiles that the programs of AWS have: `~/.aws/credentials` and `~/.aws/config`.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::PathBuf;

use object_store::aws::AmazonS3ConfigKey;

/// What the current profile says: keys, and the region.
///
/// # Errors
/// The profile that is named is not there, or gets its keys in another way.
pub(super) fn read() -> Result<Vec<(AmazonS3ConfigKey, String)>, String> {
    let file = |variable: &str, name: &str| {
        let named = env::var_os(variable).map(PathBuf::from);
        named.or_else(|| Some(PathBuf::from(env::var_os("HOME")?).join(".aws").join(name)))
    };
    let text = |path: Option<PathBuf>| {
        path.and_then(|path| fs::read_to_string(path).ok())
            .unwrap_or_default()
    };
    let named = env::var("AWS_PROFILE").ok().filter(|name| !name.is_empty());
    settings(
        named.as_deref(),
        &text(file("AWS_SHARED_CREDENTIALS_FILE", "credentials")),
        &text(file("AWS_CONFIG_FILE", "config")),
    )
}

fn settings(
    named: Option<&str>,
    credentials: &str,
    config: &str,
) -> Result<Vec<(AmazonS3ConfigKey, String)>, String> {
    let name = named.unwrap_or("default");
    let config_section = match name {
        "default" => "default".to_owned(),
        name => format!("profile {name}"),
    };
    let mut found = section(config, &config_section).unwrap_or_default();
    let keys = section(credentials, name);
    if named.is_some() && keys.is_none() && found.is_empty() {
        return Err(format!(
            "`AWS_PROFILE` names `{name}`, and there is no such profile"
        ));
    }
    found.extend(keys.unwrap_or_default());
    let other = [
        "role_arn",
        "sso_session",
        "sso_start_url",
        "credential_process",
    ];
    if !found.contains_key("aws_access_key_id")
        && let Some(other) = other.into_iter().find(|other| found.contains_key(*other))
    {
        return Err(format!(
            "the profile `{name}` gets its credentials by `{other}`, which is not done here: run `eval \"$(aws configure export-credentials --format env)\"`"
        ));
    }
    let keys = [
        ("aws_access_key_id", AmazonS3ConfigKey::AccessKeyId),
        ("aws_secret_access_key", AmazonS3ConfigKey::SecretAccessKey),
        ("aws_session_token", AmazonS3ConfigKey::Token),
        ("region", AmazonS3ConfigKey::Region),
        ("endpoint_url", AmazonS3ConfigKey::Endpoint),
    ];
    let said = keys.into_iter();
    Ok(said
        .filter_map(|(name, key)| Some((key, found.get(name)?.clone())))
        .collect())
}

/// The settings of a section, `None` if there is no such section.
fn section(text: &str, name: &str) -> Option<BTreeMap<String, String>> {
    let mut found: Option<BTreeMap<String, String>> = None;
    let mut is_in = false;
    for line in text.lines() {
        let trimmed = line.trim();
        if let Some(title) = trimmed
            .strip_prefix('[')
            .and_then(|rest| rest.split_once(']'))
        {
            let words: Vec<&str> = title.0.split_whitespace().collect();
            is_in = words.join(" ") == name;
            if is_in {
                found.get_or_insert_default();
            }
        } else if is_in
            && !trimmed.starts_with(['#', ';'])
            // What is indented belongs to a setting that has settings of its own.
            && !line.starts_with([' ', '\t'])
            && let Some((key, value)) = trimmed.split_once('=')
        {
            let (key, value) = (key.trim().to_owned(), value.trim().to_owned());
            found.get_or_insert_default().insert(key, value);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use object_store::aws::AmazonS3ConfigKey as Key;

    use super::settings;

    const CREDENTIALS: &str = "# mine\n[default]\naws_access_key_id = A\naws_secret_access_key=B=\n\n[work]\naws_access_key_id=C\naws_secret_access_key = D\naws_session_token = E\n";
    const CONFIG: &str = "[default]\nregion = eu-west-1\ns3 =\n  endpoint_url = no\n[profile  work]\nregion=us-west-2\n[profile sso]\nsso_session = x\n";

    #[test]
    fn profiles_are_read() {
        let read = |name| settings(name, CREDENTIALS, CONFIG);
        let said = |key, value: &str| (key, value.to_owned());
        assert_eq!(
            read(None).unwrap(),
            [
                said(Key::AccessKeyId, "A"),
                said(Key::SecretAccessKey, "B="),
                said(Key::Region, "eu-west-1")
            ]
        );
        assert_eq!(
            read(Some("work")).unwrap(),
            [
                said(Key::AccessKeyId, "C"),
                said(Key::SecretAccessKey, "D"),
                said(Key::Token, "E"),
                said(Key::Region, "us-west-2")
            ]
        );
        assert_eq!(
            read(Some("none")).unwrap_err(),
            "`AWS_PROFILE` names `none`, and there is no such profile"
        );
        assert_eq!(
            read(Some("sso")).unwrap_err(),
            "the profile `sso` gets its credentials by `sso_session`, which is not done here: run `eval \"$(aws configure export-credentials --format env)\"`"
        );
        assert_eq!(settings(None, "", "").unwrap(), []);
    }
}
