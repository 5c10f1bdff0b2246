//! Reverse-mode differentiation for ordinary Rust, on stable.
//!
//! `#[differentiable]` leaves a function as it is and writes its gradient beside it, at compile time:
//! plain Rust that the compiler checks, inlines and optimises with the rest.
//!
//! ```
//! use pullback::differentiable;
//!
//! /// The energy of a chain of springs.
//! #[differentiable]
//! fn energy(x: &[f64], stiffness: f64) -> f64 {
//!     let mut total = 0.0;
//!     for i in 1..x.len() {
//!         let stretch = x[i] - x[i - 1] - 1.0;
//!         total += 0.5 * stiffness * stretch * stretch;
//!     }
//!     total
//! }
//!
//! let x = [0.0, 1.5, 2.0];
//! let (value, (dx, dk)) = energy::value_and_gradient(&x, 2.0);
//! assert_eq!(value, energy(&x, 2.0));
//! assert_eq!(dx, [-1.0, 2.0, -1.0]);
//! assert_eq!(dk, 0.25);
//! ```
//!
//! # The calls
//!
//! For a function `f` that returns one `f64` or `f32`:
//!
//! * `f::gradient(args)`: one entry per active argument, bare for one, a tuple for several;
//! * `f::value_and_gradient(args)`;
//! * `f::value_and_gradient_into(args, &mut buffers)`: overwrites the caller's buffers, and panics
//!   before any work if one is not of its argument's size.
//!
//! For every function, `f::vjp(args)` gives the value and a pullback whose [`call`](Vjp::call) takes a
//! cotangent of the result (and of the final content of each `&mut` argument) to those of the
//! arguments, as often as wanted.
//!
//! ```
//! use pullback::differentiable;
//!
//! #[differentiable]
//! fn polar(r: f64, angle: f64) -> (f64, f64) {
//!     (r * angle.cos(), r * angle.sin())
//! }
//!
//! let ((x, y), pullback) = polar::vjp(2.0, 0.0);
//! assert_eq!((x, y), (2.0, 0.0));
//! assert_eq!(pullback.call((1.0, 0.0)), (1.0, 0.0));
//! assert_eq!(pullback.call((0.0, 1.0)), (0.0, 2.0));
//! ```
//!
//! # Which arguments are active
//!
//! Floats, and slices, arrays, vectors and tuples of them. Integers, `bool`, `char` and strings carry
//! no derivative; `#[constant]` on a parameter says that of any other one. `&mut` arguments hold what
//! they held before once a gradient is computed.
//!
//! Code generic over scalars bounds its parameter by [`Real`]; the turbofish works as on the function:
//! `norm::gradient::<f32>(&x)`.
//!
//! # Long loops
//!
//! `#[checkpoint]` on a loop of the body makes it remember about √n of its n states, and compute the others
//! again in the reverse sweep.
//!
//! ```
//! use pullback::differentiable;
//!
//! #[differentiable]
//! fn decay(y0: f64, rate: f64, steps: usize) -> f64 {
//!     let mut y = y0;
//!     #[checkpoint]
//!     for _ in 0..steps {
//!         y -= rate * y * y;
//!     }
//!     y
//! }
//!
//! let (by_start, _) = decay::gradient(1.0, 0.001, 10_000);
//! assert!((by_start - 0.008253345).abs() < 1e-9);
//! ```
//!
//! # Types of your own
//!
//! `#[derive(Differentiable)]` on a struct or an enum `P` writes a type `PTangent` with its active
//! fields: what a gradient by a `P` is. Integers, strings and the like are left out by themselves,
//! other fields by `#[constant]`.
//!
//! ```
//! use pullback::Differentiable;
//!
//! #[derive(Differentiable)]
//! struct Layer {
//!     weights: Vec<f64>,
//!     bias: f64,
//!     name: String,
//!     #[constant]
//!     temperature: f64,
//! }
//!
//! let layer = Layer {
//!     weights: vec![1.0, 2.0],
//!     bias: 0.5,
//!     name: "first".to_owned(),
//!     temperature: 300.0,
//! };
//! let zero: LayerTangent = layer.zero_tangent();
//! assert_eq!(zero, LayerTangent { weights: vec![0.0, 0.0], bias: 0.0 });
//! ```
//!
//! What can be written in a differentiable function, with an example for each, is in
//! [`guide::what_is_differentiable`].
//!
//! # What is refused
//!
//! What the macro does not understand is a compile-time error at the user's own tokens that says what
//! to write instead. It is never taken for a constant in silence. A function called with values that
//! carry derivatives needs a rule: `#[differentiable]` on it, or one by hand with [`rrule!`].
//! [`guide::refusals`] lists what is refused, why, and what to write instead.

pub mod guide;

#[doc = include_str!("rrule.md")]
pub use ad_macros::rrule;

pub use ad_core::{Differentiable, Real, Vjp, cache, check, stop_gradient};
pub use ad_macros::{Differentiable, differentiable};

/// What emitted code refers to. No part of the public interface.
#[doc(hidden)]
pub mod __private {
    pub use ad_core::__private::*;
    pub use ad_macros::rules_beside;
    pub use ad_rules::elementary as rules;
    pub use ad_rules::methods::*;

    /// Traits whose methods emitted code calls by method syntax.
    pub mod traits {
        pub use ad_core::__private::traits::*;
        pub use ad_rules::methods::{
            AdaptorMethods as _, ArrayFunctions as _, ArrayFunctionsByParts as _,
            ArrayReferences as _, BTreeMapChanges as _, BTreeMapMethods as _, BTreeMapPlaces as _,
            BTreeMapReferences as _, BTreeSetMethods as _, ChunkMethods as _, ConsumedCloned as _,
            ConsumedOther as _, ConsumedParts as _, ConsumedReference as _,
            ControlFlowMethods as _, DequeElementMethods as _, DequeMethods as _, DequeSlices as _,
            ElementMethods as _, FloatMethods as _, HashMapChanges as _, HashMapMethods as _,
            HashMapPlaces as _, HashMapReferences as _, HashSetMethods as _, IntegerMethods as _,
            ListFilters as _, ListFunctions as _, NestedOptionMethods as _, OptionChanges as _,
            OptionCopies as _, OptionFilter as _, OptionFilterByParts as _, OptionFunctions as _,
            OptionFunctionsByParts as _, OptionMethods as _, OptionMethodsByParts as _,
            OptionOfResultMethods as _, PointerMethods as _, ReferenceOptionFunctions as _,
            ReferenceOptionMethods as _, ReferringOptionMethods as _, ResultCopies as _,
            ResultFunctions as _, ResultFunctionsByParts as _, ResultMethods as _,
            ResultMethodsByParts as _, ResultOfOptionMethods as _, SignedMethods as _,
            SliceItems as _, SliceMethods as _, SlicesOfVecMethods as _, TextMethods as _,
            TotalMethods as _, UnsignedMethods as _, VecMethods as _,
        };
    }
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
