//! Options of which only rustc knows that they are some.

mod in_fields {
    use crate::assert_grad;
    use pullback::{Differentiable, differentiable};

    #[derive(Clone, Copy, Debug, Differentiable)]
    struct Best {
        cost: f64,
        at: Option<f64>,
    }
    #[differentiable]
    impl Best {
        fn find(&self, k: f64) -> Option<f64> {
            if k > 0.6 { Some(self.cost * k) } else { None }
        }
        fn other(&self, lim: f64) -> f64 {
            let a = self.at.filter(|a| *a > lim).unwrap_or(0.3);
            let found = self.find(lim);
            let b = found.filter(|v| v * lim > 0.1).map_or(1.0, |v| v * v);
            let c = found.zip(self.at).map_or(0.5, |(p, q)| p * q);
            let d = self
                .at
                .zip(found)
                .map(|(p, q)| p + q * q)
                .unwrap_or_default();
            a * b + c * d
        }
    }
    #[differentiable]
    fn pick(xs: &[f64], b: Best) -> f64 {
        let best = b;
        let m = xs
            .iter()
            .find(|v| **v > 0.6)
            .filter(|v| **v < best.cost)
            .map(|v| v * v);
        let n = xs.first().zip(xs.get(1)).map(|(a, b)| a * b);
        m.zip(n).map_or(0.2, |(a, b)| a + b)
            + best
                .at
                .filter(|v| *v < 10.0)
                .zip(m)
                .map_or(0.0, |(a, b)| a * b)
    }
    #[differentiable]
    fn run(x: &[f64]) -> f64 {
        let b = Best {
            cost: x[0],
            at: Some(x[1]),
        };
        let c = Best { at: None, ..b };
        b.other(x[2]) + c.other(x[0]) * b.other(0.95) + pick(x, b) + pick(&x[1..], c)
    }

    #[test]
    fn gradient_is_right() {
        let x = [0.5, 0.9, 0.7];
        let gradient = run::gradient(&x);
        assert_grad(run, &x, &gradient);
        assert_eq!(gradient, run::gradient(&x));
        let x = [0.8, 0.2, 0.65];
        let gradient = run::gradient(&x);
        assert_grad(run, &x, &gradient);
        assert_eq!(gradient, run::gradient(&x));
        let x = [1.8, 0.2, -0.65];
        let gradient = run::gradient(&x);
        assert_grad(run, &x, &gradient);
        assert_eq!(gradient, run::gradient(&x));
    }
}
