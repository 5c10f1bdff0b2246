//! Options in fields that are gone over like lists.

use crate::check;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Differentiable)]
struct Part {
    mass: f64,
}

#[derive(Clone, Differentiable)]
struct Layer {
    weights: Vec<f64>,
    bias: Option<f64>,
    scales: Option<Vec<f64>>,
    part: Option<Part>,
}

#[differentiable]
impl Layer {
    fn looped(&self, x: f64) -> f64 {
        let mut total = 0.0;
        for b in &self.bias {
            total += b * b * x;
        }
        for b in self.bias {
            total += b.powi(3);
        }
        for (i, w) in self.weights.iter().enumerate() {
            total += w.powi(i as i32 + 1);
        }
        for part in self.part.iter() {
            total *= part.mass;
        }
        total
    }

    fn chained(&self, x: f64) -> f64 {
        let all = self.bias.iter().chain(self.weights.iter());
        let squares: f64 = all.map(|p| p * p).sum();
        let scales = self.scales.iter().flatten().map(|s| s.sin()).sum::<f64>();
        let most = self.part.iter().map(|p| p.mass * x).fold(0.1, f64::max);
        squares * scales + most
    }

    fn rows(&self) -> f64 {
        let mut total = 1.0;
        for scales in &self.scales {
            total += scales.iter().product::<f64>();
        }
        total * self.bias.into_iter().map(f64::exp).sum::<f64>()
    }
}

#[differentiable]
fn penalty(layers: &[Layer]) -> f64 {
    let mut total = 0.0;
    for layer in layers {
        total += layer.bias.iter().map(|b| b.abs()).sum::<f64>();
        for (w, b) in layer.weights.iter().zip(&layer.bias) {
            total += w * b;
        }
    }
    total
}

fn layer(x: &[f64], there: bool) -> Layer {
    Layer {
        weights: x[..2].to_vec(),
        bias: there.then_some(x[2]),
        scales: there.then(|| x[3..5].to_vec()),
        part: there.then_some(Part { mass: x[5] }),
    }
}

fn flat(by: LayerTangent) -> Vec<f64> {
    let mut all = by.weights;
    all.push(by.bias.unwrap_or(0.0));
    all.extend(by.scales.unwrap_or(vec![0.0; 2]));
    all.push(by.part.map_or(0.0, |p| p.mass));
    all
}

#[test]
fn gradients_are_right() {
    let points: [&[f64]; 2] = [
        &[0.7, 1.3, 0.4, 2.1, 0.6, 0.9, 1.1],
        &[-0.7, 0.3, 1.9, 0.1, -0.6, 1.2, 0.4],
    ];
    for there in [true, false] {
        macro_rules! check_method {
            ($method:ident, $gradient:ident) => {
                check(
                    |x| layer(x, there).$method(x[6]),
                    |x| {
                        let (by, by_x) = layer(x, there).$gradient(x[6]);
                        [flat(by), vec![by_x]].concat()
                    },
                    &points,
                )
            };
        }
        check_method!(looped, looped_gradient);
        check_method!(chained, chained_gradient);
        check(
            |x| layer(&x[..6], there).rows(),
            |x| flat(layer(&x[..6], there).rows_gradient()),
            &[&points[0][..6]],
        );
        check(
            |x| penalty(&[layer(x, there), layer(x, true)]),
            |x| {
                let by = penalty::gradient(&[layer(x, there), layer(x, true)]);
                let [first, second] = [0, 1].map(|i| flat(by[i].clone()));
                first.iter().zip(&second).map(|(a, b)| a + b).collect()
            },
            &[&points[0][..6], &points[1][..6]],
        );
    }
}
