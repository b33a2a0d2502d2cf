//! The data of the root's order alone: those of all languages would be three times as much as all
//! other tables together.

use icu_collator::provider::{
    Baked, CollationDiacriticsV1, CollationJamoV1, CollationMetadataV1, CollationReorderingV1,
    CollationRootV1, CollationSpecialPrimariesV1, CollationTailoringV1,
};
use icu_normalizer::provider::{Baked as Normalizer, NormalizerNfdDataV1, NormalizerNfdTablesV1};
use icu_provider::prelude::{
    DataError, DataErrorKind, DataMarker, DataProvider, DataRequest, DataResponse,
};

/// Gives what the root needs, and no tailoring.
pub(super) struct Root;

macro_rules! pass_on {
    ($baked:ident: $($marker:ty),*) => {
        $(impl DataProvider<$marker> for Root {
            fn load(&self, request: DataRequest<'_>) -> Result<DataResponse<$marker>, DataError> {
                DataProvider::<$marker>::load(&$baked, request)
            }
        })*
    };
}

macro_rules! leave_out {
    ($($marker:ty),*) => {
        $(impl DataProvider<$marker> for Root {
            fn load(&self, request: DataRequest<'_>) -> Result<DataResponse<$marker>, DataError> {
                let info = <$marker as DataMarker>::INFO;
                Err(DataErrorKind::IdentifierNotFound.with_req(info, request))
            }
        })*
    };
}

pass_on!(Baked: CollationRootV1, CollationSpecialPrimariesV1, CollationJamoV1, CollationDiacriticsV1, CollationMetadataV1);
pass_on!(Normalizer: NormalizerNfdDataV1, NormalizerNfdTablesV1);
leave_out!(CollationTailoringV1, CollationReorderingV1);
