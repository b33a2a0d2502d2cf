//! Azure Blob Storage.

use std::sync::Arc;

use isolate_ledger::objects::Objects;
use object_store::azure::{AzureConfigKey, MicrosoftAzureBuilder};

use super::watched::Watching;
use super::{CloudObjects, once, patient, setup};
use crate::target::Target;
use crate::{OpenError, Settings};

pub(crate) fn open(
    target: &Target<'_>,
    settings: &Settings,
) -> Result<Arc<dyn Objects>, OpenError> {
    let (container, prefix) = target.bucket()?;
    let mut builder = MicrosoftAzureBuilder::from_env();
    for (key, value) in setup::times(settings) {
        builder = builder.with_config(AzureConfigKey::Client(key), value);
    }
    for (name, value) in setup::options(target, settings) {
        let key = setup::key::<AzureConfigKey>(target, &name)?;
        builder = builder.with_config(key, value);
    }
    let endpoint = builder.get_config_value(&AzureConfigKey::Endpoint);
    let name = setup::name(target, container, prefix, endpoint.as_deref());
    builder = builder
        .with_container_name(container)
        .with_http_connector(Watching);
    let failed = |error| setup::failed(target, &error);
    setup::provider();
    let objects = CloudObjects::new(
        name,
        prefix,
        builder.clone().with_retry(once()).build().map_err(failed)?,
        builder.with_retry(patient()).build().map_err(failed)?,
    );
    Ok(Arc::new(CloudObjects {
        leaves_out_prefix: true,
        ..objects
    }))
}
