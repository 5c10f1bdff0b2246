//! Giving `&mut` arguments back as they were.

use crate::site::Site;

/// What can be saved before a call and put back after it.
pub trait Restore {
    /// The saved content.
    type Saved;
    /// A copy of the content.
    fn save(&self) -> Self::Saved;
    /// Puts a saved content back.
    fn restore(&mut self, saved: Self::Saved);
}

impl<T: Clone> Restore for T {
    type Saved = T;

    #[inline(always)]
    fn save(&self) -> T {
        self.clone()
    }

    #[inline(always)]
    fn restore(&mut self, saved: T) {
        *self = saved;
    }
}

/// Slices are saved in pooled memory: no allocation from the second call on.
impl<T: Clone> Restore for [T] {
    type Saved = Site<T>;

    #[inline]
    fn save(&self) -> Site<T> {
        let mut site = Site::new(&|| (), 0);
        site.extend_from_slice(self);
        site
    }

    #[inline]
    fn restore(&mut self, saved: Site<T>) {
        self.clone_from_slice(saved.rows().take(self.len()));
    }
}
