//! Early returns, from branches and from loops.

use pullback::differentiable;
use pullback_tests::{check, check_vjp};

#[differentiable]
fn early_return(x: f64, y: f64) -> f64 {
    if x < 0.0 {
        return y;
    }
    let z = x.sqrt();
    if z > y {
        return z * y;
    }
    z + y * y
}
check!(
    early_return_checks,
    early_return(-1.0, 2.0),
    early_return(4.0, 0.5),
    early_return(4.0, 3.0)
);

#[differentiable]
fn return_from_loop(x: &[f64], threshold: f64) -> f64 {
    let mut s = 0.0;
    for (i, v) in x.iter().enumerate() {
        s += v * v;
        if s > threshold {
            return s * (i + 1) as f64;
        }
    }
    s.sqrt()
}
check!(
    return_from_loop_checks,
    return_from_loop(&[1.0, 2.0, 3.0], 4.0),
    return_from_loop(&[1.0, 2.0, 3.0], 40.0),
);

#[differentiable]
fn return_from_nested_loops(x: &[f64]) -> f64 {
    let mut acc = 1.0;
    for i in 0..x.len() {
        let mut k = i;
        while k > 0 {
            acc = acc * x[k] + x[i];
            if acc > 5.0 {
                return acc.ln();
            }
            k -= 1;
        }
    }
    acc
}
check!(
    return_from_nested_loops_checks,
    return_from_nested_loops(&[1.0, 2.0, 3.0, 1.0]),
    return_from_nested_loops(&[0.1, 0.2, 0.3, 0.1]),
);

#[differentiable]
fn return_tuple_early(x: f64) -> (f64, f64) {
    if x > 1.0 {
        return (x, x * x);
    }
    let y = x.exp();
    (y, x * y)
}
check_vjp!(
    return_tuple_early_checks,
    return_tuple_early(2.0),
    return_tuple_early(0.2)
);

#[differentiable]
fn return_vec_early(x: &[f64]) -> Vec<f64> {
    let mut out = Vec::new();
    for &v in x {
        if v < 0.0 {
            return out;
        }
        out.push(v * v);
    }
    out.push(1.0);
    out
}
check_vjp!(
    return_vec_early_checks,
    return_vec_early(&[1.0, 2.0, -1.0, 3.0]),
    return_vec_early(&[0.5, 0.6])
);
