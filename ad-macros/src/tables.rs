//! Hash tables of the macro's own.
//!
//! Receives keys that nobody chose to collide; promises the tables of the standard library with a hash of few
//! operations. Whoever compiles a program compiles this macro without optimisations, and then what makes the
//! standard hash safe from attacks takes longer than what the tables are asked for.

use std::hash::{BuildHasherDefault, Hasher};

pub(crate) type HashMap<K, V> = std::collections::HashMap<K, V, BuildHasherDefault<Mixer>>;
pub(crate) type HashSet<T> = std::collections::HashSet<T, BuildHasherDefault<Mixer>>;

/// Multiplies by an odd number without a pattern.
#[derive(Default)]
pub(crate) struct Mixer(u64);

const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

impl Mixer {
    fn mix(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(FACTOR);
    }
}

impl Hasher for Mixer {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.mix(u64::from_le_bytes(word));
        }
    }

    fn write_u8(&mut self, byte: u8) {
        self.mix(u64::from(byte));
    }

    fn write_usize(&mut self, word: usize) {
        self.mix(word as u64);
    }

    /// Tables look at the lowest bits, products have their best ones on top.
    fn finish(&self) -> u64 {
        self.0.rotate_left(26)
    }
}
