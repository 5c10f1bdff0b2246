//! A problem, and the ways to compute its gradient.
//!
//! Receives closures; promises calls that can be measured alike, whatever they compute.

use crate::memory::{Use, measured, measured_afresh};
use crate::timing::Batch;
use std::hint::black_box;

/// A point at which to compute a gradient.
#[derive(Clone, Debug)]
pub struct Problem {
    /// Of what.
    pub name: &'static str,
    /// How large it is, in the problem's own terms.
    pub size: String,
    /// The numbers by which derivatives are taken.
    pub at: Vec<f64>,
    derivatives: usize,
}

impl Problem {
    /// A problem with one derivative by each number in `at`.
    pub fn new(name: &'static str, size: impl Into<String>, at: Vec<f64>) -> Self {
        let (size, derivatives) = (size.into(), at.len());
        Problem {
            name,
            size,
            at,
            derivatives,
        }
    }

    /// The same problem with another number of derivatives: several results have several each.
    pub fn with_derivatives(self, derivatives: usize) -> Self {
        Problem {
            derivatives,
            ..self
        }
    }
}

/// A way to compute a value and its gradient.
pub struct Contender<'a> {
    pub(super) tool: &'static str,
    derivatives: usize,
    run: Run<'a>,
}

/// Calls as often as it is told to, each time into the slice, and returns the last value.
type Run<'a> = Box<dyn FnMut(usize, &mut [f64]) -> f64 + Send + 'a>;

impl<'a> Contender<'a> {
    /// `call` writes the derivatives of `problem` into the slice it is given, and returns the value.
    // The loop is in here so that `call` is inlined into it, as into a user's loop.
    pub fn new(
        tool: &'static str,
        problem: &'a Problem,
        mut call: impl FnMut(&[f64], &mut [f64]) -> f64 + Send + 'a,
    ) -> Self {
        let run = move |calls: usize, gradient: &mut [f64]| {
            let mut value = f64::NAN;
            for _ in 0..calls {
                value = black_box(call(black_box(&problem.at), black_box(&mut *gradient)));
            }
            value
        };
        Contender {
            tool,
            derivatives: problem.derivatives,
            run: Box::new(run),
        }
    }

    /// One call, on an empty thread if `afresh`. No number must be left as it was: it is NaN.
    pub(super) fn call(&mut self, afresh: bool) -> (f64, Vec<f64>, Use) {
        let mut gradient = vec![f64::NAN; self.derivatives];
        let call = || (self.run)(1, &mut gradient);
        let (value, used) = if afresh {
            measured_afresh(call)
        } else {
            measured(call)
        };
        (value, gradient, used)
    }

    pub(super) fn into_batch(mut self) -> Batch<'a> {
        let mut gradient = vec![0.0; self.derivatives];
        Box::new(move |calls| {
            (self.run)(calls, &mut gradient);
        })
    }
}
