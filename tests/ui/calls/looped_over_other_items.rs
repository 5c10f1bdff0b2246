use pullback::{Differentiable, differentiable};

#[derive(Clone, Differentiable)]
struct Signal {
    samples: Vec<f64>,
    weights: Vec<f64>,
}

#[differentiable]
impl Signal {
    fn iter(&self) -> std::slice::Iter<'_, f64> {
        self.samples.iter()
    }
}

#[differentiable]
impl<'a> IntoIterator for &'a Signal {
    type Item = &'a f64;
    type IntoIter = std::slice::Iter<'a, f64>;

    fn into_iter(self) -> Self::IntoIter {
        self.weights.iter()
    }
}

fn main() {
    let signal = Signal { samples: vec![1.0], weights: vec![2.0] };
    assert_ne!(signal.iter().next(), (&signal).into_iter().next());
}
