//! What the rules have learned about the memory they need.
//!
//! A derivative that must remember something of its forward sweep takes memory from its thread, and
//! gives it back when its pullback is dropped. There is one entry for each place in a rule that
//! remembers something, and for each instantiation of a generic rule; a thread that comes to one for
//! the first time gets as much as any thread ever needed there. Rules that remember nothing have no
//! entry, nor have those that remember little: small blocks are used by all rules in turn.
//!
//! Nothing here is needed to use the library: it is for the curious, and for programs that want to give
//! memory back.
//!
//! ```
//! use ad_core::cache; // `pullback::cache` for users of the facade
//!
//! for entry in cache::entries() {
//!     println!("{}: {} bytes", entry.rule, entry.bytes);
//! }
//! cache::clear();
//! assert_eq!(cache::bytes(), 0);
//! ```

use crate::identity::{BuildIdentityHasher, Place, Signature, Spec};
use crate::{front, pool};
use dashmap::DashMap;
use once_cell::sync::Lazy;
use std::sync::atomic::{AtomicU64, Ordering};

/// What is known of one place in one rule.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Entry {
    /// The rule, by the path of its function.
    pub rule: String,
    /// The type of what is remembered at a time.
    pub residual: &'static str,
    /// The size of that type in bytes.
    pub residual_size: usize,
    /// The most that was needed at once, in bytes: what a new thread starts with.
    pub capacity_bytes: usize,
    /// How many blocks of memory there are now, of all threads, in use or not.
    pub blocks: usize,
    /// Their size together.
    pub bytes: usize,
}

/// All entries, in no particular order.
pub fn entries() -> Vec<Entry> {
    TEMPLATES.iter().map(|template| template.entry()).collect()
}

/// The number of entries.
pub fn len() -> usize {
    TEMPLATES.len()
}

/// How much memory all rules hold on all threads, in bytes.
pub fn bytes() -> usize {
    TEMPLATES.iter().map(|template| template.bytes()).sum()
}

/// Forgets what was learned, and frees the memory this thread keeps; other threads free theirs when
/// they next need some. What pullbacks hold now is not touched.
pub fn clear() {
    EPOCH.fetch_add(1, Ordering::Relaxed);
    pool::clear();
    front::clear();
    TEMPLATES.retain(|_, template| {
        template.capacity = 0;
        template.blocks > 0
    });
}

static TEMPLATES: Lazy<DashMap<Signature, Template, BuildIdentityHasher>> =
    Lazy::new(DashMap::default);

/// How often the cache was cleared.
static EPOCH: AtomicU64 = AtomicU64::new(0);

struct Template {
    spec: &'static Spec,
    /// The largest block ever, in rows.
    capacity: usize,
    blocks: usize,
    /// All blocks together, in rows.
    rows: usize,
}

impl Template {
    fn bytes(&self) -> usize {
        self.rows * self.spec.row.size()
    }

    fn entry(&self) -> Entry {
        Entry {
            rule: function_of((self.spec.rule)()),
            residual: (self.spec.residual)(),
            residual_size: self.spec.row.size(),
            capacity_bytes: self.capacity * self.spec.row.size(),
            blocks: self.blocks,
            bytes: self.bytes(),
        }
    }
}

/// The function's path in the name of a closure of its rule: `app::loss` for
/// `app::loss::rrule::{{closure}}` and `<app::loss>::rrule::{{closure}}`.
fn function_of(key: &str) -> String {
    let path = key.trim_end_matches("::{{closure}}");
    let path = path.strip_suffix("::rrule").unwrap_or(path);
    let inner = path
        .strip_prefix('<')
        .and_then(|path| path.strip_suffix('>'));
    inner.unwrap_or(path).to_owned()
}

#[inline(always)]
pub(crate) fn epoch() -> u64 {
    EPOCH.load(Ordering::Relaxed)
}

/// How many rows were needed at most.
pub(crate) fn learned(place: Place) -> usize {
    TEMPLATES
        .get(&place.signature())
        .map_or(0, |template| template.capacity)
}

pub(crate) fn allocated(place: Place, rows: usize) {
    let new = || Template {
        spec: place.spec,
        capacity: 0,
        blocks: 0,
        rows: 0,
    };
    let mut template = TEMPLATES.entry(place.signature()).or_insert_with(new);
    template.capacity = template.capacity.max(rows);
    template.blocks += 1;
    template.rows += rows;
}

pub(crate) fn freed(place: Place, rows: usize) {
    let signature = place.signature();
    if let Some(mut template) = TEMPLATES.get_mut(&signature) {
        template.blocks -= 1;
        template.rows -= rows;
    }
    // Forgotten by `clear`, and now without memory as well.
    TEMPLATES.remove_if(&signature, |_, template| {
        template.blocks == 0 && template.capacity == 0
    });
}

#[cfg(test)]
mod tests {
    use super::function_of;

    #[test]
    fn rules_are_named_by_their_function() {
        assert_eq!(function_of("app::loss::rrule::{{closure}}"), "app::loss");
        assert_eq!(
            function_of("app::loss::rrule::{{closure}}::{{closure}}"),
            "app::loss"
        );
        assert_eq!(function_of("<app::loss>::rrule::{{closure}}"), "app::loss");
        assert_eq!(function_of("app::Model::rrule"), "app::Model");
        assert_eq!(
            function_of("app::<T as Energy>::energy"),
            "app::<T as Energy>::energy"
        );
    }
}
