use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Model {
    w: Vec<f64>,
    b: f64,
}

#[differentiable]
impl Model {
    fn loss(&self, #[constant] xs: &[Vec<f64>], #[constant] ys: &[f64]) -> f64 {
        xs.iter()
            .zip(ys)
            .map(|(x, y)| {
                let p = self.b + self.w.iter().zip(x).map(|(w, x)| w * x).sum::<f64>();
                let e = p - y;
                if e.abs() < 1.0 {
                    0.5 * e * e
                } else {
                    e.abs() - 0.5
                }
            })
            .sum::<f64>()
            / ys.len() as f64
    }
}

#[test]
fn training_goes_down() {
    let xs = vec![vec![1.0, 0.2], vec![-0.4, 0.9], vec![0.3, -1.0]];
    let ys = [1.5, -0.3, 3.0];
    let mut m = Model {
        w: vec![0.0, 0.0],
        b: 0.0,
    };
    let (start, _) = m.loss_value_and_gradient(&xs, &ys);
    let mut last = start;
    for _ in 0..50 {
        let (v, g) = m.loss_value_and_gradient(&xs, &ys);
        assert!(v <= last + 1e-12);
        last = v;
        for (w, d) in m.w.iter_mut().zip(&g.w) {
            *w -= 0.2 * d;
        }
        m.b -= 0.2 * g.b;
    }
    assert!(last < 0.3 * start);
    let g = m.loss_gradient(&xs, &ys);
    assert_grad(
        |v| {
            Model {
                w: v[..2].to_vec(),
                b: v[2],
            }
            .loss(&xs, &ys)
        },
        &[m.w[0], m.w[1], m.b],
        &[g.w[0], g.w[1], g.b],
    );
}
