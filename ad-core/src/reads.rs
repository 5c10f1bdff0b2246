//! What a rule's pullback reads of the slices it is given again.
//!
//! ```text
//! fn advance(y: &[f64], h: f64, k: &[f64], stage: &mut [f64]) { … stage[i] = y[i] + h * k[i]; … }
//!
//! ∂/∂h needs k, and all else needs no content: a caller in which `h` is constant overwrites `k` and
//! `stage` without saving them.
//! ```

/// The most arguments that are told apart.
const ARGUMENTS: usize = 16;

/// For which cotangents the pullback reads the content of which arguments. Said of arguments that are
/// slices or arrays of floats; of all others nothing is known.
#[derive(Clone, Copy, Debug)]
pub struct Reads {
    /// Bit by bit: the slices.
    slices: u32,
    /// The arguments that are read whatever is asked for.
    always: u32,
    /// The arguments that are read for the cotangent of each argument.
    by: [u32; ARGUMENTS],
}

impl Reads {
    /// Of a rule that says nothing.
    pub const UNKNOWN: Reads = Reads::of(0);

    /// Nothing is read of these arguments, as far as is said yet.
    pub const fn of(slices: u32) -> Self {
        Reads {
            slices,
            always: !slices,
            by: [0; ARGUMENTS],
        }
    }

    /// `read` is read whatever is asked for, if so.
    #[must_use]
    pub const fn always(mut self, read: usize, so: bool) -> Self {
        self.always |= (so as u32) << read;
        self
    }

    /// `read` is read for the cotangent of `active`, if so.
    #[must_use]
    pub const fn by(mut self, active: usize, read: usize, so: bool) -> Self {
        self.by[active] |= (so as u32) << read;
        self
    }

    /// Whether the content of `argument` is read where the cotangents of `active` are asked for.
    pub const fn reads(self, active: u32, argument: usize) -> bool {
        let (mut read, mut i) = (self.always, 0);
        while i < ARGUMENTS {
            if active >> i & 1 != 0 {
                read |= self.by[i];
            }
            i += 1;
        }
        argument >= ARGUMENTS || active >> ARGUMENTS != 0 || read >> argument & 1 != 0
    }

    /// Whether `argument` is a slice: what a call changes of it is content, never length.
    pub const fn is_slice(self, argument: usize) -> bool {
        argument < ARGUMENTS && self.slices >> argument & 1 != 0
    }
}

/// Companions that do not say what their pullbacks read.
pub trait UnknownReads {
    /// Everything, for all that is known.
    const __READS: Reads = Reads::UNKNOWN;
}

impl<T: ?Sized> UnknownReads for T {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_follow_from_what_is_asked_for() {
        let reads = Reads::of(0b1101).by(1, 2, true).by(0, 3, false);
        assert!(!reads.reads(0b1101, 2) && reads.reads(0b0010, 2));
        assert!(!reads.reads(0b1111, 3) && reads.always(3, true).reads(0, 3));
        assert!(reads.reads(0, 1) && !reads.is_slice(1) && reads.is_slice(2));
    }

    #[test]
    fn nothing_is_known_of_rules_that_do_not_say() {
        struct Companion;
        assert!((0..40).all(|i| Companion::__READS.reads(0, i)));
        assert!((0..40).all(|i| !Companion::__READS.is_slice(i)));
        // More arguments than are told apart.
        assert!(Reads::of(!0).reads(1 << 20, 3) && Reads::of(!0).reads(0, 20));
    }
}
