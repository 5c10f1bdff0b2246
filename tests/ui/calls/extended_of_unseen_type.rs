use pullback::{Differentiable, differentiable};

#[derive(Clone, Default, Differentiable)]
struct Total {
    sum: f64,
}

#[differentiable]
impl Total {
    fn push(&mut self, x: f64) {
        self.sum += x;
    }
}

impl Extend<f64> for Total {
    fn extend<I: IntoIterator<Item = f64>>(&mut self, items: I) {
        for x in items {
            self.push(x * x);
        }
    }
}

#[differentiable]
fn squares(x: &[f64]) -> f64 {
    let mut totals = vec![Total::default(); 2];
    for total in totals.iter_mut() {
        total.extend(x.iter().map(|v| 2.0 * v));
    }
    totals[0].sum
}

fn main() {
    squares::gradient(&[1.0]);
}
