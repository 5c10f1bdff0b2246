//! The methods that look at parts of a sequence whose lengths the types say, and at the halves of a deque.
//!
//! As with single elements, the pullbacks are function pointers, which name none of the references' lifetimes.
//!
//! ```text
//! let Some([a, b]) = x.first_chunk() else { … };      // dx[0] += da; dx[1] += db
//! ```

use super::Shadow;
use ad_core::__private::{Accumulate, Differentiable, Keep};
use std::collections::VecDeque;

type OfSlice<T, Dy> = fn(Dy, (&[T],), (Option<&[Shadow<T>]>,));

/// The pullback of what gives an array at one end.
type OfChunk<T, const N: usize> = OfSlice<T, Option<[Shadow<T>; N]>>;

/// The pullback of what gives an array at one end, and the rest.
type OfChunkAndRest<T, const N: usize> = OfSlice<T, Option<([Shadow<T>; N], Vec<Shadow<T>>)>>;

/// The pullback of what gives arrays, and the rest.
type OfChunks<T, const N: usize> = OfSlice<T, (Vec<[Shadow<T>; N]>, Vec<Shadow<T>>)>;

/// Adds the cotangents of parts that follow each other, from a position on.
#[inline]
fn give<'c, S: Accumulate + 'c>(
    shadow: Option<&[S]>,
    from: usize,
    cotangents: impl IntoIterator<Item = &'c S>,
) {
    let shadow = shadow.and_then(|all| all.get(from..)).unwrap_or_default();
    for (shadow, cotangent) in shadow.iter().zip(cotangents) {
        shadow.accumulate(cotangent);
    }
}

/// Where the last of so many items begin.
#[inline]
fn last<T>(items: &[T], count: usize) -> usize {
    items.len().saturating_sub(count)
}

/// The rules of the methods of a slice that give arrays.
#[allow(
    missing_docs,
    clippy::type_complexity,
    reason = "each method is the rule of the method it is named after"
)]
pub trait ChunkMethods<T: Differentiable<Shadow: Sized>> {
    fn derivative_rule_of_first_chunk<const N: usize, K: Keep>(
        &self,
        _: K,
        _: (),
    ) -> (Option<&[T; N]>, OfChunk<T, N>);

    fn derivative_rule_of_last_chunk<const N: usize, K: Keep>(
        &self,
        _: K,
        _: (),
    ) -> (Option<&[T; N]>, OfChunk<T, N>);

    fn derivative_rule_of_split_first_chunk<const N: usize, K: Keep>(
        &self,
        _: K,
        _: (),
    ) -> (Option<(&[T; N], &[T])>, OfChunkAndRest<T, N>);

    fn derivative_rule_of_split_last_chunk<const N: usize, K: Keep>(
        &self,
        _: K,
        _: (),
    ) -> (
        Option<(&[T], &[T; N])>,
        OfSlice<T, Option<(Vec<Shadow<T>>, [Shadow<T>; N])>>,
    );

    fn derivative_rule_of_as_chunks<const N: usize, K: Keep>(
        &self,
        _: K,
        _: (),
    ) -> ((&[[T; N]], &[T]), OfChunks<T, N>);
}

impl<T: Differentiable<Shadow: Sized>> ChunkMethods<T> for [T] {
    #[inline]
    fn derivative_rule_of_first_chunk<const N: usize, K: Keep>(
        &self,
        _: K,
        (): (),
    ) -> (Option<&[T; N]>, OfChunk<T, N>) {
        (self.first_chunk(), |dy, _, (d_slice,)| {
            give(d_slice, 0, dy.iter().flatten());
        })
    }

    #[inline]
    fn derivative_rule_of_last_chunk<const N: usize, K: Keep>(
        &self,
        _: K,
        (): (),
    ) -> (Option<&[T; N]>, OfChunk<T, N>) {
        (self.last_chunk(), |dy, (slice,), (d_slice,)| {
            give(d_slice, last(slice, N), dy.iter().flatten());
        })
    }

    #[inline]
    fn derivative_rule_of_split_first_chunk<const N: usize, K: Keep>(
        &self,
        _: K,
        (): (),
    ) -> (Option<(&[T; N], &[T])>, OfChunkAndRest<T, N>) {
        (self.split_first_chunk(), |dy, _, (d_slice,)| {
            if let Some((chunk, rest)) = &dy {
                give(d_slice, 0, chunk.iter().chain(rest));
            }
        })
    }

    #[inline]
    fn derivative_rule_of_split_last_chunk<const N: usize, K: Keep>(
        &self,
        _: K,
        (): (),
    ) -> (
        Option<(&[T], &[T; N])>,
        OfSlice<T, Option<(Vec<Shadow<T>>, [Shadow<T>; N])>>,
    ) {
        (self.split_last_chunk(), |dy, _, (d_slice,)| {
            if let Some((rest, chunk)) = &dy {
                give(d_slice, 0, rest.iter().chain(chunk));
            }
        })
    }

    #[inline]
    fn derivative_rule_of_as_chunks<const N: usize, K: Keep>(
        &self,
        _: K,
        (): (),
    ) -> ((&[[T; N]], &[T]), OfChunks<T, N>) {
        (self.as_chunks(), |(chunks, rest), _, (d_slice,)| {
            give(d_slice, 0, chunks.iter().flatten().chain(&rest));
        })
    }
}

/// The pullback of what looks at each element of an array.
type OfEach<T, const N: usize> = fn([Shadow<T>; N], (&[T; N],), (Option<&[Shadow<T>; N]>,));

/// The rule of the method of an array that refers to each element.
#[allow(
    missing_docs,
    reason = "the method is the rule of the method it is named after"
)]
pub trait ArrayReferences<T: Differentiable<Shadow: Sized>, const N: usize> {
    fn derivative_rule_of_each_ref<K: Keep>(&self, _: K, _: ()) -> ([&T; N], OfEach<T, N>);
}

impl<T: Differentiable<Shadow: Sized>, const N: usize> ArrayReferences<T, N> for [T; N] {
    #[inline]
    fn derivative_rule_of_each_ref<K: Keep>(&self, _: K, (): ()) -> ([&T; N], OfEach<T, N>) {
        (self.each_ref(), |dy, _, (d_array,)| {
            give(d_array.map(<[_; N]>::as_slice), 0, &dy);
        })
    }
}

/// The pullback of what gives both halves of a deque.
type OfHalves<T> =
    fn((Vec<Shadow<T>>, Vec<Shadow<T>>), (&VecDeque<T>,), (Option<&VecDeque<Shadow<T>>>,));

/// The rule of the method of a deque that gives its items as slices.
#[allow(
    missing_docs,
    clippy::type_complexity,
    reason = "the method is the rule of the method it is named after"
)]
pub trait DequeSlices<T: Differentiable<Shadow: Sized>> {
    fn derivative_rule_of_as_slices<K: Keep>(&self, _: K, _: ()) -> ((&[T], &[T]), OfHalves<T>);
}

impl<T: Differentiable<Shadow: Sized>> DequeSlices<T> for VecDeque<T> {
    #[inline]
    fn derivative_rule_of_as_slices<K: Keep>(&self, _: K, (): ()) -> ((&[T], &[T]), OfHalves<T>) {
        (self.as_slices(), |(front, back), _, (d_deque,)| {
            // The shadow's items may be laid out in other halves.
            for (shadow, cotangent) in d_deque.into_iter().flatten().zip(front.iter().chain(&back))
            {
                shadow.accumulate(cotangent);
            }
        })
    }
}
