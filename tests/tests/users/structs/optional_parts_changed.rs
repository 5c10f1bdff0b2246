use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Debug, Differentiable)]
struct Bag {
    items: Vec<f64>,
    other: Option<Vec<f64>>,
}
#[differentiable]
impl Bag {
    fn slot_mut(&mut self) -> &mut Vec<f64> {
        &mut self.items
    }
    fn add(&mut self, x: f64) {
        if let Some(o) = &mut self.other {
            o.push(x);
            o.push(x * x);
            if let Some(l) = o.last_mut() {
                *l += x;
            }
        } else {
            self.other = Some(vec![x]);
        }
    }
}
#[differentiable]
fn f(x: &[f64]) -> f64 {
    let mut b = Bag {
        items: vec![],
        other: None,
    };
    for v in x {
        b.add(*v);
        let w = b.slot_mut();
        w.push(*v * *v);
    }
    let Bag { items, other } = &mut b;
    items.push(x[0]);
    if let Some(o) = other {
        o[0] *= items[0];
    }
    let n = b.other.unwrap();
    b.items.iter().product::<f64>() + n.iter().map(|a| a.sin()).sum::<f64>()
}

#[test]
fn gradient_is_right() {
    for x in [[0.7, 1.3, 0.9], [1.5, 2.1, 0.4], [2.0, -1.0, 3.0]] {
        assert_grad(f, &x, &f::gradient(&x));
    }
}
