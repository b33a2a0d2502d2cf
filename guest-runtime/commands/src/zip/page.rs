//! Code page 437, in which MS-DOS wrote names.

/// The characters from 0x80 on.
const UPPER: &str = "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{a0}";

/// The name in UTF-8.
pub(crate) fn text(name: &[u8]) -> Vec<u8> {
    let character = |byte: &u8| match byte.checked_sub(0x80) {
        None => char::from(*byte),
        Some(at) => UPPER.chars().nth(usize::from(at)).unwrap_or('?'),
    };
    name.iter().map(character).collect::<String>().into_bytes()
}

#[cfg(test)]
mod tests {
    #[test]
    fn each_byte_has_a_character() {
        assert_eq!(super::UPPER.chars().count(), 128);
        assert_eq!(super::text(b"a\x80\xe1\xff"), "aÇß\u{a0}".as_bytes());
    }
}
