//! SHA-1, by which git names what files hold.

/// The digest of pieces of bytes.
pub(super) fn digest(pieces: &[&[u8]]) -> [u8; 20] {
    let mut state: [u32; 5] = [
        0x6745_2301,
        0xefcd_ab89,
        0x98ba_dcfe,
        0x1032_5476,
        0xc3d2_e1f0,
    ];
    let mut block = [0_u8; 64];
    let (mut filled, mut total) = (0, 0_u64);
    for piece in pieces {
        total += piece.len() as u64;
        let mut rest = *piece;
        while !rest.is_empty() {
            let count = rest.len().min(block.len() - filled);
            block[filled..filled + count].copy_from_slice(&rest[..count]);
            filled += count;
            rest = &rest[count..];
            if filled == block.len() {
                mix(&mut state, &block);
                filled = 0;
            }
        }
    }
    // The end: a bit, zeros, and the number of bits.
    block[filled] = 0x80;
    block[filled + 1..].fill(0);
    if filled + 1 > 56 {
        mix(&mut state, &block);
        block.fill(0);
    }
    block[56..].copy_from_slice(&total.wrapping_mul(8).to_be_bytes());
    mix(&mut state, &block);
    let mut digest = [0; 20];
    for (bytes, word) in digest.chunks_exact_mut(4).zip(state) {
        bytes.copy_from_slice(&word.to_be_bytes());
    }
    digest
}

fn mix(state: &mut [u32; 5], block: &[u8; 64]) {
    let mut words = [0_u32; 80];
    for (word, bytes) in words.iter_mut().zip(block.chunks_exact(4)) {
        *word = u32::from_be_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
    }
    for at in 16..80 {
        let word = words[at - 3] ^ words[at - 8] ^ words[at - 14] ^ words[at - 16];
        words[at] = word.rotate_left(1);
    }
    let [mut a, mut b, mut c, mut d, mut e] = *state;
    for (at, word) in words.into_iter().enumerate() {
        let (mixed, constant) = match at / 20 {
            0 => ((b & c) | (!b & d), 0x5a82_7999),
            1 => (b ^ c ^ d, 0x6ed9_eba1),
            2 => ((b & c) | (b & d) | (c & d), 0x8f1b_bcdc),
            _ => (b ^ c ^ d, 0xca62_c1d6_u32),
        };
        let next = a
            .rotate_left(5)
            .wrapping_add(mixed)
            .wrapping_add(e)
            .wrapping_add(constant)
            .wrapping_add(word);
        (e, d, c, b, a) = (d, c, b.rotate_left(30), a, next);
    }
    for (word, add) in state.iter_mut().zip([a, b, c, d, e]) {
        *word = word.wrapping_add(add);
    }
}

/// In hexadecimal digits.
pub(super) fn hex(digest: &[u8; 20]) -> String {
    let digit = |half: u8| char::from_digit(u32::from(half), 16).unwrap_or('0');
    let digits = digest
        .iter()
        .flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]);
    digits.collect()
}

/// The name that git gives to what a file holds.
pub(super) fn of_blob(bytes: &[u8]) -> String {
    hex(&digest(&[
        format!("blob {}\0", bytes.len()).as_bytes(),
        bytes,
    ]))
}

#[cfg(test)]
mod tests {
    use super::of_blob;

    #[test]
    fn names_are_those_of_git() {
        assert_eq!(of_blob(b""), "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391");
        assert_eq!(
            of_blob(b"hello\n"),
            "ce013625030ba8dba906f756967f9e9ca394464a"
        );
        assert_eq!(
            of_blob(&[b'a'; 1000]),
            "a50be72b20f0e3f078d252e8e56b11b4bec67509"
        );
    }
}
