use crate::check;
use pullback::differentiable;

struct Scale(f64);

impl Scale {
    fn get(&self) -> [f64; 2] {
        [self.0, 2.0 * self.0]
    }
}

/// `map` of arrays that a closure gives, that stand in tuples, that an iterator goes over, and that a method named as
/// one of slices gives.
#[differentiable]
fn mapped(x: &[f64], #[constant] scale: &Scale) -> f64 {
    let corner = |k: f64| [x[0] * k, x[1] * k, x[2] * k];
    let a = corner(2.0).map(|v| v * v);
    let b = corner(x[1]).map(f64::sin);
    let points = vec![([x[0], x[1]], 2.0), ([x[1], x[2]], x[0])];
    let edges: Vec<[f64; 2]> = x.windows(2).map(|w| [w[0], w[1] * w[0]]).collect();
    let mut total: f64 = points
        .iter()
        .map(|(p, w)| w * p.map(|c| c * c).iter().sum::<f64>())
        .sum();
    for edge in &edges {
        let [c, d] = edge.map(|v| v.cos());
        total += c * d;
    }
    let [low, high] = scale.get().map(|k| k + 1.0);
    total * low + high * a.iter().zip(&b).map(|(p, q)| p * q).sum::<f64>()
}

#[test]
fn gradient_is_right() {
    let scale = Scale(0.3);
    check(
        |x| mapped(x, &scale),
        |x| mapped::gradient(x, &scale),
        &[&[0.5, 2.9, 1.7], &[-0.4, 0.8, 0.1]],
    );
}
