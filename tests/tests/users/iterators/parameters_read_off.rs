//! Parameters that are read off one iterator, part by part, in closures and arms.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};

mod rows {
    use super::*;
    #[differentiable]
    fn f(p: &[f64]) -> f64 {
        let mut it = p.iter().copied();
        let scale = it.next().unwrap();
        let w: Vec<Vec<f64>> = (0..2).map(|_| it.by_ref().take(2).collect()).collect();
        let rest: f64 = it.sum();
        w[0][0] * w[1][1] * scale + rest
    }

    #[test]
    fn gradient_is_right() {
        for at in [&[1.4, 0.3, -0.2, 0.8, 0.5, 1.1, 0.3][..]] {
            let gradient = f::gradient(at);
            assert_grad(f, at, &gradient);
            assert_eq!(gradient, f::gradient(at));
        }
    }
}

mod by_closure {
    use super::*;
    #[differentiable]
    fn f(p: &[f64]) -> f64 {
        let mut it = p.iter();
        let mut read = |n: usize| -> Vec<f64> { it.by_ref().take(n).copied().collect() };
        let w: Vec<Vec<f64>> = (0..2).map(|_| read(2)).collect();
        let b = read(1);
        w[0][0] * w[1][1] + b[0]
    }

    #[test]
    fn gradient_is_right() {
        for at in [&[1.4, 0.3, -0.2, 0.8, 0.5][..]] {
            let gradient = f::gradient(at);
            assert_grad(f, at, &gradient);
            assert_eq!(gradient, f::gradient(at));
        }
    }
}

mod layers {
    use super::*;
    #[derive(Clone, Differentiable)]
    struct Layer {
        w: Vec<Vec<f64>>,
        b: Vec<f64>,
    }
    #[differentiable]
    impl Layer {
        fn new(w: Vec<Vec<f64>>, b: Vec<f64>) -> Self {
            Self { w, b }
        }
    }
    #[differentiable]
    fn f(p: &[f64]) -> f64 {
        let mut it = p.iter().cloned();
        let mut layers = Vec::new();
        for (i, o) in [(2, 2), (2, 1)] {
            let w = (0..o).map(|_| it.by_ref().take(i).collect()).collect();
            layers.push(Layer::new(w, it.by_ref().take(o).collect()));
        }
        let scale = match layers.len() {
            2 => it.by_ref().take(1).sum(),
            _ => 1.0,
        };
        let mut h = vec![0.5, -1.0];
        for l in &layers {
            h = l
                .w
                .iter()
                .zip(&l.b)
                .map(|(row, b)| (row.iter().zip(&h).map(|(w, x)| w * x).sum::<f64>() + b).tanh())
                .collect();
        }
        h[0] * scale + it.sum::<f64>()
    }

    #[test]
    fn gradient_is_right() {
        for at in [&[0.3, -0.2, 0.8, 0.5, 0.1, -0.1, 0.9, -0.7, 0.2, 0.6, 1.4][..]] {
            let gradient = f::gradient(at);
            assert_grad(f, at, &gradient);
            assert_eq!(gradient, f::gradient(at));
        }
    }
}

mod unflattened {
    use super::*;
    #[derive(Clone, Differentiable)]
    struct Net {
        layers: Vec<(Vec<Vec<f64>>, Vec<f64>)>,
    }
    #[differentiable]
    fn unflatten(p: &[f64], #[constant] sizes: &[usize]) -> Net {
        let mut it = p.iter();
        let mut read = |n: usize| -> Vec<f64> { it.by_ref().take(n).copied().collect() };
        let layers = sizes
            .windows(2)
            .map(|s| {
                let w = (0..s[1]).map(|_| read(s[0])).collect();
                (w, read(s[1]))
            })
            .collect();
        Net { layers }
    }
    #[differentiable]
    fn f(p: &[f64]) -> f64 {
        let net = unflatten(p, &[2, 2, 1]);
        let mut h = vec![0.5, -1.0];
        for (w, b) in &net.layers {
            h = w
                .iter()
                .zip(b)
                .map(|(row, b)| (row.iter().zip(&h).map(|(w, x)| w * x).sum::<f64>() + b).tanh())
                .collect();
        }
        h[0]
    }

    #[test]
    fn gradient_is_right() {
        for at in [&[0.3, -0.2, 0.8, 0.5, 0.1, -0.1, 0.9, -0.7, 0.2][..]] {
            let gradient = f::gradient(at);
            assert_grad(f, at, &gradient);
            assert_eq!(gradient, f::gradient(at));
        }
    }
}
