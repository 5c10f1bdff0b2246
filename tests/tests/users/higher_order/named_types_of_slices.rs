use crate::check;
use pullback::differentiable;

type Constraint = Box<dyn Fn(&[f64]) -> f64>;
type Law = Box<dyn Fn(f64, &[f64]) -> Vec<f64>>;

/// A penalty for constraints that are kept in a list.
#[differentiable]
fn penalty(x: &[f64], radius: f64) -> f64 {
    let constraints: Vec<Constraint> = vec![
        Box::new(move |x| x[0] * x[0] + x[1] * x[1] - radius),
        Box::new(move |x: &[f64]| x[0] - 0.5 * radius * x[1]),
        Box::new(|x| x.iter().map(|v| v.sin()).sum()),
    ];
    let moved: Vec<f64> = x.iter().map(|v| v + 0.1).collect();
    constraints.iter().map(|c| c(x) * c(&moved)).sum::<f64>()
}

/// A law of motion by time and state.
#[differentiable]
fn moved(x: &[f64], rate: f64) -> f64 {
    let law: Law = Box::new(move |t, y| y.iter().map(|v| v * rate * t).collect());
    let mut y = x.to_vec();
    for i in 0..3 {
        let change = law(0.3 * i as f64, &y);
        for (a, b) in y.iter_mut().zip(&change) {
            *a += 0.1 * b;
        }
    }
    y[0] * y[1]
}

#[test]
fn of_slices() {
    type Gradient = fn(&[f64], f64) -> (Vec<f64>, f64);
    let functions: [(fn(&[f64], f64) -> f64, Gradient); 2] =
        [(penalty, penalty::gradient), (moved, moved::gradient)];
    for (f, g) in functions {
        let gradient = |x: &[f64]| {
            let (by_x, by_other) = g(&x[..2], x[2]);
            [by_x, vec![by_other]].concat()
        };
        check(
            |x| f(&x[..2], x[2]),
            gradient,
            &[&[0.3, 0.5, 1.2], &[-0.7, 0.2, 0.4]],
        );
    }
}
