//! The totals of lists that stand for iterators: what a function of the user's gives as one.
//!
//! ```text
//! let t = m.column(j).sum();       // d_column[i] += dt
//! let p = m.column(j).product();   // d_column[i] += dp * (the product of the others)
//! ```

use super::{Shadow, extension};
use ad_core::__private::{Differentiable, Keep, Real, add};
use std::iter::{Product, Sum};

extension! {
    /// The rules of `sum` and `product`, which lists have where iterators are lists.
    impl [T] TotalMethods<T> for [T] where { T: Real + Sum + Product }

    fn derivative_rule_of_sum(&[] self, keep) -> T {
        let _ = keep;
        (self.iter().copied().sum(), |dt, (_,), (shadows,)| {
            for shadow in shadows.into_iter().flatten() {
                add(shadow, dt.get());
            }
        })
    }

    fn derivative_rule_of_product(&[] self, keep) -> T {
        let _ = keep;
        (self.iter().copied().product(), |dp, (items,), (shadows,)| {
            let Some(shadows) = shadows else { return };
            // Those before each are multiplied on the way there, and those behind it on the way back.
            let mut before = Vec::with_capacity(items.len());
            let mut product = dp.get();
            for &item in items {
                before.push(product);
                product *= item;
            }
            let mut behind = T::ONE;
            for ((shadow, before), &item) in shadows.iter().zip(before).zip(items).rev() {
                add(shadow, before * behind);
                behind *= item;
            }
        })
    }
}
