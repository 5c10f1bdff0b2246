//! What emitted code is written with so that a mistake in a function is told once.

/// That a constant counts no mistakes.
pub trait NoMistakes {
    /// The type itself.
    type Given<T: ?Sized>: ?Sized;
}

impl NoMistakes for [(); 0] {
    type Given<T: ?Sized> = T;
}

/// A `T`. Where the constant has no value, as rustc found a mistake in it, rustc does not know which type this is.
type Sound<const MISTAKES: usize, T> = <[(); MISTAKES] as NoMistakes>::Given<T>;

/// The value itself.
#[inline(always)]
pub fn sound<const MISTAKES: usize, T>(value: T) -> Sound<MISTAKES, T>
where
    [(); MISTAKES]: NoMistakes<Given<T> = T>,
{
    value
}

/// The reference itself.
#[inline(always)]
pub fn sound_ref<const MISTAKES: usize, T: ?Sized>(reference: &T) -> &Sound<MISTAKES, T>
where
    [(); MISTAKES]: NoMistakes<Given<T> = T>,
{
    reference
}

/// The unique reference itself.
#[inline(always)]
pub fn sound_mut<const MISTAKES: usize, T: ?Sized>(reference: &mut T) -> &mut Sound<MISTAKES, T>
where
    [(); MISTAKES]: NoMistakes<Given<T> = T>,
{
    reference
}
