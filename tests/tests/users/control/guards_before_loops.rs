//! Functions that leave before their loops begin, into buffers that hold anything.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[differentiable]
fn mean(xs: &[f64]) -> f64 {
    if xs.is_empty() {
        return 0.0;
    }
    let mut s = 0.0;
    for x in xs {
        s += x.sin() * x;
    }
    s / xs.len() as f64
}

#[differentiable]
fn variance(xs: &[f64], scale: f64) -> f64 {
    let n = xs.len();
    if n < 2 {
        return scale;
    }
    let shift = scale - 2.0;
    if shift > 0.0 {
        return shift * xs[0];
    }
    if xs[0] < -5.0 || shift < -10.0 {
        return xs[1] * shift;
    }
    let m = xs.iter().sum::<f64>() / n as f64;
    let mut v = 0.0;
    for x in xs {
        v += (x - m).powi(2);
    }
    scale * v / (n - 1) as f64
}

#[differentiable]
fn determinant(a: &[f64], n: usize) -> f64 {
    if n == 1 {
        return a[0];
    }
    let mut total = 0.0;
    for j in 0..n {
        let mut minor = Vec::with_capacity((n - 1) * (n - 1));
        for row in a[n..].chunks_exact(n) {
            minor.extend_from_slice(&row[..j]);
            minor.extend_from_slice(&row[j + 1..]);
        }
        let sign = if j % 2 == 0 { 1.0 } else { -1.0 };
        total += sign * a[j] * determinant(&minor, n - 1);
    }
    total
}

#[derive(Clone, Differentiable)]
struct Layer {
    weights: Vec<f64>,
    bias: f64,
}

#[differentiable]
impl Layer {
    fn energy(&self, xs: &[f64]) -> f64 {
        if xs.len() != self.weights.len() {
            return self.bias;
        }
        let mut s = self.bias;
        for (x, w) in xs.iter().zip(&self.weights) {
            s += (x * w).tanh();
        }
        s
    }
}

#[test]
fn gradients_are_right() {
    for x in [&[][..], &[0.5], &[0.5, 1.5, -0.7], &[-6.0, 0.4]] {
        let mut dx = vec![f64::NAN; x.len()];
        assert_eq!(mean::value_and_gradient_into(x, &mut dx), mean(x));
        assert_grad(mean, x, &dx);
        for scale in [0.5, 2.5, -9.5] {
            let (mut dx, mut dscale) = (vec![f64::NAN; x.len()], f64::NAN);
            variance::value_and_gradient_into(x, scale, &mut dx, &mut dscale);
            assert_grad(|x| variance(x, scale), x, &dx);
            assert_grad(|s| variance(x, s[0]), &[scale], &[dscale]);
        }
    }
}

#[test]
fn a_function_that_calls_itself_goes_along() {
    let a = [0.4, 1.2, -0.7, 0.3, 0.9, 1.1, -0.5, 0.8, 0.2];
    for (n, a) in [(1, &a[..1]), (2, &a[..4]), (3, &a[..])] {
        for _ in 0..2 {
            let mut da = vec![f64::NAN; a.len()];
            determinant::value_and_gradient_into(a, n, &mut da);
            assert_grad(|a| determinant(a, n), a, &da);
        }
    }
}

#[test]
fn methods_leave_as_well() {
    let layer = Layer {
        weights: vec![0.4, -0.3],
        bias: 0.7,
    };
    for xs in [&[0.3, 0.8][..], &[0.4]] {
        let (by_layer, by_xs) = layer.energy_gradient(xs);
        let of_weights = |w: &[f64]| {
            let layer = Layer {
                weights: w.to_vec(),
                ..layer.clone()
            };
            layer.energy(xs)
        };
        assert_grad(|xs| layer.energy(xs), xs, &by_xs);
        assert_grad(of_weights, &layer.weights, &by_layer.weights);
        assert_eq!(by_layer.bias, 1.0);
    }
}
