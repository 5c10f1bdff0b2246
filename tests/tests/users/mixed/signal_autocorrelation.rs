use crate::assert_grad;
mod window {
    use pullback::differentiable;
    use std::f64::consts::PI;

    #[differentiable]
    pub fn hann(i: usize, n: usize) -> f64 {
        0.5 - 0.5 * (2.0 * PI * i as f64 / (n - 1) as f64).cos()
    }

    #[differentiable]
    pub fn apply(x: &mut [f64], w: impl Fn(usize, usize) -> f64) {
        let n = x.len();
        for (i, v) in x.iter_mut().enumerate() {
            *v *= w(i, n);
        }
    }
}

use pullback::differentiable;

#[differentiable]
fn autocorrelation(x: &[f64], lag: usize) -> f64 {
    x.iter().zip(x.iter().skip(lag)).map(|(a, b)| a * b).sum()
}

#[differentiable]
fn levinson(x: &[f64], order: usize) -> f64 {
    let mut y = x.to_vec();
    window::apply(&mut y, window::hann);
    let r: Vec<f64> = (0..=order).map(|k| autocorrelation(&y, k)).collect();
    let mut a = vec![0.0; order + 1];
    a[0] = 1.0;
    let mut err = r[0];
    for k in 1..=order {
        let acc: f64 = (0..k).map(|j| a[j] * r[k - j]).sum();
        let refl = -acc / err;
        let prev = a.clone();
        for j in 1..k {
            a[j] += refl * prev[k - j];
        }
        a[k] = refl;
        err *= 1.0 - refl * refl;
    }
    err + a.iter().skip(1).map(|c| c * c).sum::<f64>()
}

#[test]
fn gradient_is_right() {
    let x = [0.3, 1.0, -0.4, 0.7, 0.2, -0.9, 0.5];
    assert_grad(|x| levinson(x, 2), &x, &levinson::gradient(&x, 2));
}
