//! The crates, each as its documentation has it used: value, and gradient into a slice.

use crate::Program;
use echidna::bytecode_tape::BytecodeTape;
use nalgebra::{Const, U1};
use num_dual::{Derivative, DualSVec64};
use reverse::{Gradient, Tape};

/// Records a tape in every call.
pub fn echidna(program: Program) -> impl FnMut(&[f64], &mut [f64]) -> f64 + Send {
    move |at, d| {
        let (value, gradient) = echidna::vjp(|x| vec![program.at(x)], at, &[1.0]);
        d.copy_from_slice(&gradient);
        value[0]
    }
}

/// Records a tape in the first call, and runs it again in the others, whatever branches they would take.
pub fn echidna_compiled(program: Program) -> impl FnMut(&[f64], &mut [f64]) -> f64 + Send {
    let mut tape: Option<BytecodeTape<f64>> = None;
    let mut adjoints = Vec::new();
    move |at, d| {
        let tape = tape.get_or_insert_with(|| echidna::record(|x| program.at(x), at).0);
        d.copy_from_slice(&tape.gradient_with_buf(at, &mut adjoints));
        tape.output_value()
    }
}

/// Records a tape in every call, into the same memory.
pub fn reverse(program: Program) -> impl FnMut(&[f64], &mut [f64]) -> f64 + Send {
    let tape = Tape::new();
    move |at, d| {
        tape.clear();
        let x = tape.add_vars(at);
        let result = program.at(&x);
        d.copy_from_slice(&result.grad().wrt(&x));
        result.val()
    }
}

/// Runs the program once for every `LANES` inputs, whose derivatives go forward together.
pub fn num_dual<const LANES: usize>(
    program: Program,
) -> impl FnMut(&[f64], &mut [f64]) -> f64 + Send {
    let mut x: Vec<DualSVec64<LANES>> = Vec::new();
    move |at, d| {
        x.clear();
        x.extend(at.iter().map(|v| DualSVec64::from_re(*v)));
        let mut value = 0.0;
        for (chunk, d) in d.chunks_mut(LANES).enumerate() {
            let chunk = chunk * LANES..chunk * LANES + d.len();
            for (lane, v) in x[chunk.clone()].iter_mut().enumerate() {
                v.eps = Derivative::derivative_generic(Const::<LANES>, U1, lane);
            }
            let result = program.at(&x);
            let derivatives = result.eps.unwrap_generic(Const::<LANES>, U1);
            d.copy_from_slice(&derivatives.as_slice()[..d.len()]);
            x[chunk].iter_mut().for_each(|v| v.eps = Derivative::none());
            value = result.re;
        }
        value
    }
}

#[symdiff::gradient(var = x, dim = 3)]
fn squares(x: &[f64]) -> f64 {
    x[0] * x[0] + x[1] * x[1] + x[2] * x[2]
}

/// Three squares; the value takes a call of its own.
pub fn symdiff_squares(at: &[f64], d: &mut [f64]) -> f64 {
    d.copy_from_slice(&squares_gradient(at));
    squares(at)
}

#[symdiff::gradient(var = x, dim = 2)]
fn expression(x: &[f64]) -> f64 {
    (x[0] * x[1]).sin() + x[0] / x[1]
}

/// The scalar expression; the value takes a call of its own.
pub fn symdiff_expression(at: &[f64], d: &mut [f64]) -> f64 {
    d.copy_from_slice(&expression_gradient(at));
    expression(at)
}
