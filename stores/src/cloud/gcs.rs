//! Google Cloud Storage.

use std::sync::Arc;

use isolate_ledger::objects::Objects;
use object_store::gcp::{GoogleCloudStorageBuilder, GoogleConfigKey};

use super::watched::Watching;
use super::{CloudObjects, once, patient, setup};
use crate::target::Target;
use crate::{OpenError, Settings};

pub(crate) fn open(
    target: &Target<'_>,
    settings: &Settings,
) -> Result<Arc<dyn Objects>, OpenError> {
    let (bucket, prefix) = target.bucket()?;
    let mut builder = GoogleCloudStorageBuilder::from_env();
    for (key, value) in setup::times(settings) {
        builder = builder.with_config(GoogleConfigKey::Client(key), value);
    }
    for (name, value) in setup::options(target, settings) {
        let key = setup::key::<GoogleConfigKey>(target, &name)?;
        builder = builder.with_config(key, value);
    }
    let endpoint = builder.get_config_value(&GoogleConfigKey::BaseUrl);
    let name = setup::name(target, bucket, prefix, endpoint.as_deref());
    builder = builder
        .with_bucket_name(bucket)
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
