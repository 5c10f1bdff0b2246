//! Copies of values whose types need not have `Clone`.
//!
//! Nobody derives `Clone` without need, and the reverse sweep sometimes has to work on a copy. So what can
//! be cloned is cloned, and what is differentiable is copied part by part ([`Differentiable::primal_copied`]),
//! whatever it is made of. Method resolution chooses, by the number of references that each trait is
//! implemented for.
//!
//! ```text
//! let last = (&&&Copying(&body)).__copy();     // Body: Clone, or #[derive(Differentiable)]
//! ```
//!
//! What `&mut` arguments held is saved in the same way; see [`Saving`].

use crate::Differentiable;
use crate::site::Site;

/// A value to be copied.
pub struct Copying<'x, T: ?Sized>(pub &'x T);

/// Found for what can be cloned.
pub trait CopyCloned {
    /// The copy: a vector of a slice.
    type Copy;

    /// A copy of the value.
    fn __copy(&self) -> Self::Copy;
}

impl<T: Clone> CopyCloned for &&Copying<'_, T> {
    type Copy = T;

    #[inline(always)]
    fn __copy(&self) -> T {
        self.0.clone()
    }
}

impl<T: Clone> CopyCloned for &&Copying<'_, [T]> {
    type Copy = Vec<T>;

    #[inline]
    fn __copy(&self) -> Vec<T> {
        self.0.to_vec()
    }
}

impl CopyCloned for &&Copying<'_, str> {
    type Copy = String;

    #[inline]
    fn __copy(&self) -> String {
        self.0.to_owned()
    }
}

/// Found for other differentiable values.
pub trait CopyParts {
    /// The copy: a vector of a slice.
    type Copy;

    /// A copy of the value.
    fn __copy(&self) -> Self::Copy;
}

impl<T: Differentiable> CopyParts for &Copying<'_, T> {
    type Copy = T;

    #[inline]
    fn __copy(&self) -> T {
        self.0.primal_copied::<()>()
    }
}

impl<T: Differentiable> CopyParts for &Copying<'_, [T]> {
    type Copy = Vec<T>;

    #[inline]
    fn __copy(&self) -> Vec<T> {
        self.0.iter().map(T::primal_copied::<()>).collect()
    }
}

/// Found for what has no copy, for an error that says so.
pub trait CopyMissing {
    /// The value's type.
    type Copy;

    /// Never called.
    fn __copy(&self) -> Self::Copy
    where
        Self::Copy: Clone;
}

impl<T> CopyMissing for Copying<'_, T> {
    type Copy = T;

    fn __copy(&self) -> T
    where
        T: Clone,
    {
        self.0.clone()
    }
}

/// A field to be copied where a whole value is: in [`Differentiable::primal_copied`].
pub struct CopyingField<'x, T>(pub &'x T);

/// Found for what can be cloned.
pub trait CopyFieldCloned {
    /// The field's type.
    type Copy;

    /// A copy of the field.
    fn __copied<Asked: Uncopied>(&self) -> Self::Copy;
}

impl<T: Clone> CopyFieldCloned for &&CopyingField<'_, T> {
    type Copy = T;

    #[inline(always)]
    fn __copied<Asked: Uncopied>(&self) -> T {
        self.0.clone()
    }
}

/// Found for other differentiable fields.
pub trait CopyFieldParts {
    /// The field's type.
    type Copy;

    /// A copy of the field.
    fn __copied<Asked: Uncopied>(&self) -> Self::Copy;
}

impl<T: Differentiable> CopyFieldParts for &CopyingField<'_, T> {
    type Copy = T;

    #[inline(always)]
    fn __copied<Asked: Uncopied>(&self) -> T {
        self.0.primal_copied::<Asked>()
    }
}

/// Found for fields of which there is no copy. That is an error only where a copy is asked for.
pub trait CopyFieldMissing {
    /// The field's type.
    type Copy;

    /// Does not compile.
    fn __copied<Asked: Uncopied>(&self) -> Self::Copy;
}

impl<T> CopyFieldMissing for CopyingField<'_, T> {
    type Copy = T;

    fn __copied<Asked: Uncopied>(&self) -> T {
        Asked::value()
    }
}

/// Who asks for a copy, and what becomes of that where there is none.
pub trait Uncopied {
    /// Never gives one.
    fn value<T>() -> T;
}

/// Does not compile where it is reached.
impl Uncopied for () {
    fn value<T>() -> T {
        const {
            panic!(
                "differentiating this call takes a copy of the value, and the type has none: implement `Clone` for it"
            )
        }
    }
}

/// Who asks for objects, which are all compiled whether one of them is copied or not.
#[derive(Debug)]
pub enum OfObject {}

impl Uncopied for OfObject {
    #[cold]
    fn value<T>() -> T {
        panic!(
            "differentiating this call takes a copy of an object, and its type has none: implement `Clone` for it"
        )
    }
}

/// Who asks for what a list or an option may have to be given back.
#[derive(Debug)]
pub enum OfItem {}

impl Uncopied for OfItem {
    #[cold]
    fn value<T>() -> T {
        panic!(
            "differentiating this call takes a copy of what was taken out, and its type has none: implement `Clone` for it"
        )
    }
}

/// The content of a `&mut` argument, to be saved before a call and put back after it.
pub struct Saving<'x, T: ?Sized>(pub &'x T);

/// A saved value, or a saved slice that can only be moved back.
pub struct Whole<T>(T);

/// What was saved of a `T`.
pub trait PutBack<T: ?Sized> {
    /// Puts it back.
    fn put_back(self, place: &mut T);
}

impl<T> PutBack<T> for Whole<T> {
    #[inline(always)]
    fn put_back(self, place: &mut T) {
        *place = self.0;
    }
}

impl<T> PutBack<[T]> for Whole<Vec<T>> {
    #[inline]
    fn put_back(self, place: &mut [T]) {
        for (element, saved) in place.iter_mut().zip(self.0) {
            *element = saved;
        }
    }
}

impl<T: Clone> PutBack<[T]> for Site<T> {
    #[inline]
    fn put_back(self, place: &mut [T]) {
        place.clone_from_slice(self.rows().take(place.len()));
    }
}

/// Found for what can be cloned.
pub trait SaveCloned {
    /// The saved content.
    type Saved;

    /// A copy of the content.
    fn __save(&self) -> Self::Saved;
}

impl<T: Clone> SaveCloned for &Saving<'_, T> {
    type Saved = Whole<T>;

    #[inline(always)]
    fn __save(&self) -> Whole<T> {
        Whole(self.0.clone())
    }
}

/// Slices are saved in pooled memory: no allocation from the second call on.
impl<T: Clone> SaveCloned for &Saving<'_, [T]> {
    type Saved = Site<T>;

    #[inline]
    fn __save(&self) -> Site<T> {
        let mut site = Site::new(&|| (), 0);
        site.extend_from_slice(self.0);
        site
    }
}

/// Found for other differentiable values.
pub trait SaveParts {
    /// The saved content.
    type Saved;

    /// A copy of the content.
    fn __save(&self) -> Self::Saved;
}

impl<T: Differentiable> SaveParts for Saving<'_, T> {
    type Saved = Whole<T>;

    #[inline]
    fn __save(&self) -> Whole<T> {
        Whole(self.0.primal_copied::<()>())
    }
}

impl<T: Differentiable> SaveParts for Saving<'_, [T]> {
    type Saved = Whole<Vec<T>>;

    #[inline]
    fn __save(&self) -> Whole<Vec<T>> {
        Whole(self.0.iter().map(T::primal_copied::<()>).collect())
    }
}
