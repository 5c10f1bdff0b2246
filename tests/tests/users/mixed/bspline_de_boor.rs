use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Debug, Differentiable)]
struct BSpline<'a> {
    knots: &'a [f64],
    degree: usize,
}

#[differentiable]
impl<'a> BSpline<'a> {
    fn span(&self, t: f64) -> Option<usize> {
        (self.degree..self.knots.len() - self.degree - 1)
            .find(|&k| self.knots[k] <= t && t < self.knots[k + 1])
    }

    fn eval(&self, control: &[(f64, f64)], t: f64) -> Option<(f64, f64)> {
        let k = self.span(t)?;
        let p = self.degree;
        let mut d: Vec<(f64, f64)> = control[k - p..=k].to_vec();
        for r in 1..=p {
            for j in (r..=p).rev() {
                let i = j + k - p;
                let a = (t - self.knots[i]) / (self.knots[i + 1 + p - r] - self.knots[i]);
                let (x0, y0) = d[j - 1];
                let (x1, y1) = d[j];
                d[j] = ((1.0 - a) * x0 + a * x1, (1.0 - a) * y0 + a * y1);
            }
        }
        Some(d[p])
    }
}

#[differentiable]
fn f(knots: &[f64], control: &[(f64, f64)], ts: &[f64]) -> f64 {
    let s = BSpline { knots, degree: 2 };
    ts.iter()
        .filter_map(|&t| s.eval(control, t))
        .map(|(x, y)| x * x + x * y)
        .sum()
}

#[test]
fn gradient_is_right() {
    let knots = [0.0, 0.1, 0.3, 1.0, 2.1, 2.3, 2.5];
    let c = [0.5, 0.2, 1.0, 0.9, 1.7, -0.4, 2.2, 0.6];
    let mk = |v: &[f64]| v.chunks(2).map(|c| (c[0], c[1])).collect::<Vec<_>>();
    let ts = [0.5, 1.4, 9.0];
    let (dk, dc, dt) = f::gradient(&knots, &mk(&c), &ts);
    assert_grad(|k| f(k, &mk(&c), &ts), &knots, &dk);
    assert_grad(
        |v| f(&knots, &mk(v), &ts),
        &c,
        &dc.iter().flat_map(|&(a, b)| [a, b]).collect::<Vec<_>>(),
    );
    assert_grad(|t| f(&knots, &mk(&c), t), &ts, &dt);
}
