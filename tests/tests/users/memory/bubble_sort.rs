use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn sort(v: &mut Vec<f64>) -> usize {
    let mut swaps = 0;
    loop {
        let mut done = true;
        for i in 1..v.len() {
            if v[i - 1] > v[i] {
                v.swap(i - 1, i);
                swaps += 1;
                done = false;
            }
        }
        if done {
            break swaps;
        }
    }
}

#[differentiable]
fn gini(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    let swaps = sort(&mut v);
    let n = v.len() as f64;
    let num: f64 = v
        .iter()
        .enumerate()
        .map(|(i, x)| (2.0 * (i as f64 + 1.0) - n - 1.0) * x)
        .sum();
    num / (n * v.iter().sum::<f64>()) + swaps as f64
}

#[test]
fn gradient_is_right() {
    let x = [3.0, 1.0, 2.2, 0.7];
    assert_grad(gini, &x, &gini::gradient(&x));
}
