//! S3, and what speaks its language.

use std::sync::Arc;

use isolate_ledger::objects::Objects;
use object_store::aws::{AmazonS3Builder, AmazonS3ConfigKey, S3ConditionalPut};

use super::watched::Watching;
use super::{CloudObjects, once, patient, profile, setup};
use crate::target::Target;
use crate::{OpenError, Settings};

pub(crate) fn open(
    target: &Target<'_>,
    settings: &Settings,
) -> Result<Arc<dyn Objects>, OpenError> {
    let (bucket, prefix) = target.bucket()?;
    let mut builder = AmazonS3Builder::from_env();
    for (key, value) in setup::times(settings) {
        builder = builder.with_config(AmazonS3ConfigKey::Client(key), value);
    }
    for (name, value) in setup::options(target, settings) {
        let key = setup::key::<AmazonS3ConfigKey>(target, &name)?;
        builder = builder.with_config(key, value);
    }
    let has = |builder: &AmazonS3Builder, key| builder.get_config_value(&key).is_some();
    // Other sources come first, as for the programs of AWS.
    let others = [
        AmazonS3ConfigKey::AccessKeyId,
        AmazonS3ConfigKey::WebIdentityTokenFile,
        AmazonS3ConfigKey::ContainerCredentialsRelativeUri,
        AmazonS3ConfigKey::ContainerCredentialsFullUri,
    ];
    let skips = builder.get_config_value(&AmazonS3ConfigKey::SkipSignature);
    if skips.is_none_or(|skips| skips != "true")
        && !others.into_iter().any(|key| has(&builder, key))
    {
        for (key, value) in profile::read().map_err(|why| OpenError::new(target, why))? {
            if !has(&builder, key) {
                builder = builder.with_config(key, value);
            }
        }
    }
    let endpoint = builder
        .get_config_value(&AmazonS3ConfigKey::S3Endpoint)
        .or_else(|| builder.get_config_value(&AmazonS3ConfigKey::Endpoint));
    let name = setup::name(target, bucket, prefix, endpoint.as_deref());
    builder = builder
        .with_bucket_name(bucket)
        .with_conditional_put(S3ConditionalPut::ETagMatch)
        .with_http_connector(Watching);
    let failed = |error| setup::failed(target, &error);
    setup::provider();
    Ok(Arc::new(CloudObjects::new(
        name,
        prefix,
        builder.clone().with_retry(once()).build().map_err(failed)?,
        builder.with_retry(patient()).build().map_err(failed)?,
    )))
}
