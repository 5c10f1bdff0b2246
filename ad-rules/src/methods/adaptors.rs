//! The adaptors of lists that stand for iterators: what a function of the user's gives as one, with more done to it
//! before it goes on to another function.
//!
//! No vector has methods of these names, so they are found for iterators alone.
//!
//! ```text
//! mean(returns(prices).skip(1))             // d_returns[1 + i] += d_items[i]
//! mean(returns(prices).map(|r| r - m))      // the closure's pullback for each item
//! ```

use super::{Shadow, extension};
use ad_core::__private::{Accumulate, Differentiable, Iterated, Keep};

/// Adds the cotangents of some items, by their positions in the list, to the list's shadow.
#[inline]
pub(super) fn scatter<S: Accumulate>(
    shadows: Option<&Vec<S>>,
    positions: impl Iterator<Item = usize>,
    cts: &[S],
) {
    if let Some(shadows) = shadows {
        for (at, ct) in positions.zip(cts) {
            shadows[at].accumulate(ct);
        }
    }
}

extension! {
    /// The rules of the adaptors that take no function.
    impl [T] AdaptorMethods<T> for Vec<T> where { T: Differentiable<Shadow: Sized> + Clone }

    fn derivative_rule_of_into_iter(&[] self, _) -> Vec<T> {
        (self.clone(), |cts, _, (shadows,)| scatter(shadows, 0.., &cts))
    }

    fn derivative_rule_of_copied(&[] self, _) -> Vec<T> {
        (self.clone(), |cts, _, (shadows,)| scatter(shadows, 0.., &cts))
    }

    fn derivative_rule_of_cloned(&[] self, _) -> Vec<T> {
        (self.clone(), |cts, _, (shadows,)| scatter(shadows, 0.., &cts))
    }

    fn derivative_rule_of_skip(&[] self, _, n: usize) -> Vec<T> {
        let items = self.iter().skip(n).cloned().collect();
        (items, |cts, (_, n), (shadows, _)| scatter(shadows, n.., &cts))
    }

    fn derivative_rule_of_take(&[] self, _, n: usize) -> Vec<T> {
        let items = self.iter().take(n).cloned().collect();
        (items, |cts, _, (shadows, _)| scatter(shadows, 0.., &cts))
    }

    fn derivative_rule_of_step_by(&[] self, _, n: usize) -> Vec<T> {
        let items = self.iter().step_by(n).cloned().collect();
        (items, |cts, (_, n), (shadows, _)| scatter(shadows, (0..).step_by(n), &cts))
    }

    fn derivative_rule_of_rev(&[] self, _) -> Vec<T> {
        let items = self.iter().rev().cloned().collect();
        (items, |cts, (items,), (shadows,)| scatter(shadows, (0..items.len()).rev(), &cts))
    }

    fn derivative_rule_of_enumerate(&[] self, _) -> Vec<(usize, T)> {
        let items = self.iter().cloned().enumerate().collect();
        (items, |cts, _, (shadows,)| {
            for (shadow, ((), ct)) in shadows.into_iter().flatten().zip(&cts) {
                shadow.accumulate(ct);
            }
        })
    }

    fn derivative_rule_of_chain<I>(&[] self, keep, other: I) -> Vec<T>
    where [I: Iterated<Item = T>]
    {
        let (after, pullback) = other.derivative_rule_of___items(keep, ());
        let mut items = self.clone();
        items.extend(after);
        (items, move |mut cts, (items, _), (shadows, d_other)| {
            pullback(cts.split_off(items.len()), (&other,), (d_other,));
            scatter(shadows, 0.., &cts);
        })
    }

    fn derivative_rule_of_zip<I>(&[] self, keep, other: I) -> Vec<(T, I::Item)>
    where [I: Iterated]
    {
        let (partners, pullback) = other.derivative_rule_of___items(keep, ());
        let left_over = partners.iter().skip(self.len()).map(I::Item::primal_shape).collect::<Vec<_>>();
        let items = self.iter().cloned().zip(partners).collect();
        (items, move |cts, _, (shadows, d_other)| {
            let (cts, mut partners): (Vec<_>, Vec<_>) = cts.into_iter().unzip();
            partners.extend(left_over.iter().map(I::Item::zero_shadow));
            pullback(partners, (&other,), (d_other,));
            scatter(shadows, 0.., &cts);
        })
    }
}
