//! Codes that have been renamed: which one a canonical tag has.

use super::tables::aliases::{LANGUAGES, REGIONS, SPLIT, VARIANTS, WITH};
use super::tag::Tag;

/// The text of the entry with a key, in a list whose keys are sorted.
fn find(list: &'static str, key: &str) -> Option<&'static str> {
    let (mut low, mut high) = (0, list.len());
    while low < high {
        let middle = low + (high - low) / 2;
        let start = list[low..middle].rfind(';').map_or(low, |at| low + at + 1);
        let end = list[start..high].find(';').map_or(high, |at| start + at);
        let (name, text) = list[start..end].split_once('=')?;
        match name.cmp(key) {
            std::cmp::Ordering::Equal => return Some(text),
            std::cmp::Ordering::Less => low = end + 1,
            std::cmp::Ordering::Greater => high = start,
        }
    }
    None
}

/// Gives a tag the codes of today.
pub(super) fn rename(tag: &mut Tag) {
    if tag.script.as_deref() == Some("Qaai") {
        tag.script = Some("Zinh".to_owned());
    }
    if let Some(new) = find(LANGUAGES, &tag.language) {
        let mut parts = new.split('-');
        tag.language = parts.next().unwrap_or_default().to_owned();
        // What the tag itself says of script and region holds.
        for part in parts {
            let place = if part.len() == 4 {
                &mut tag.script
            } else {
                &mut tag.region
            };
            place.get_or_insert_with(|| part.to_owned());
        }
    }
    rename_variants(tag);
    while let Some(new) = tag.region.as_deref().and_then(|old| region(tag, old)) {
        tag.region = Some(new.to_owned());
    }
    let sign = tag.region.as_ref().filter(|_| tag.language == "sgn");
    if let Some(new) = sign.and_then(|region| find(WITH, &format!("sgn-{region}"))) {
        new.clone_into(&mut tag.language);
        tag.region = None;
    }
}

/// What a region is called now.
fn region(tag: &Tag, old: &str) -> Option<&'static str> {
    let language = &tag.language;
    let with_script = tag.script.as_ref();
    let with_script = with_script.map(|script| format!("{language}-{script}-{old}"));
    with_script
        .and_then(|key| find(SPLIT, &key))
        .or_else(|| find(SPLIT, &format!("{language}-{old}")))
        .or_else(|| find(REGIONS, old))
}

fn rename_variants(tag: &mut Tag) {
    let language = tag.language.clone();
    let meaning = |variant: &String| find(WITH, &format!("{language}-{variant}"));
    if let Some(at) = tag.variants.iter().position(|one| meaning(one).is_some()) {
        let variant = tag.variants.remove(at);
        let new = meaning(&variant).unwrap_or(&language);
        new.clone_into(&mut tag.language);
    }
    // The one name of a region among them.
    if tag.variants.iter().any(|variant| variant == "aaland") {
        tag.region.get_or_insert_with(|| "AX".to_owned());
        tag.variants.retain(|variant| variant != "aaland");
    }
    if tag.variants.iter().any(|variant| variant == "heploc") {
        tag.variants.retain(|variant| variant != "hepburn");
    }
    for variant in &mut tag.variants {
        if let Some(new) = find(VARIANTS, variant) {
            new.clone_into(variant);
        }
    }
    tag.variants.retain(|variant| !variant.is_empty());
    tag.variants.sort();
    tag.variants.dedup();
}

#[cfg(test)]
mod tests {
    use super::Tag;

    #[test]
    fn codes_are_those_of_today() {
        let pairs = [
            ("en", "en"),
            ("CMN-hANS", "zh-Hans"),
            ("sh", "sr-Latn"),
            ("sh-Cyrl-YU", "sr-Cyrl-RS"),
            ("cnr", "sr-ME"),
            ("zyb", "za"),
            ("aam", "aas"),
            ("en-840", "en-US"),
            ("en-UK", "en-GB"),
            ("en-SU", "en-RU"),
            ("hy-810", "hy-AM"),
            ("et-172", "et-RU"),
            ("und-Armn-SU", "und-Armn-AM"),
            ("az-Arab-SU", "az-Arab-RU"),
            ("sgn-826", "bfi"),
            ("no-bokmal", "nb"),
            ("en-bokmal", "en"),
            ("ja-Latn-hepburn-heploc", "ja-Latn-alalc97"),
            ("sv-aaland", "sv-AX"),
            ("und-Qaai", "und-Zinh"),
        ];
        for (given, expected) in pairs {
            let found = Tag::parse(given).map(|tag| tag.to_string());
            assert_eq!(found.as_deref(), Some(expected), "{given}");
        }
    }
}
