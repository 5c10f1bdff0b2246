use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn f(x: &[f64], k: f64) -> f64 {
    let mut total = 0.0;
    'outer: for (i, &a) in x.iter().enumerate() {
        let penalty = |v: f64| if v > k { (v - k).powi(2) } else { 0.0 };
        let mut steps = 0;
        let mut v = a;
        let settled = loop {
            if steps > 4 {
                continue 'outer;
            }
            if v.abs() < 1.0 {
                break v;
            }
            v *= 0.5;
            steps += 1;
        };
        total += match i % 3 {
            0 => settled.sin(),
            1 if settled > 0.5 => settled * k,
            _ => settled,
        } + penalty(a);
    }
    total
}

#[test]
fn gradient_is_right() {
    let x = [0.4, 1.3, 100.0, -3.0, 0.9, 2.5];
    let (dx, dk) = f::gradient(&x, 1.1);
    assert_grad(|x| f(x, 1.1), &x, &dx);
    assert_grad(|k| f(&x, k[0]), &[1.1], &[dk]);
}
