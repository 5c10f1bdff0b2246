//! Constant fields that change, and lookups in them.

mod log {
    use crate::assert_grad;
    use pullback::{Differentiable, differentiable};

    #[derive(Clone, Debug, Differentiable)]
    struct Tape {
        vals: Vec<f64>,
        #[constant]
        ops: Vec<(usize, usize, u8)>,
    }
    #[differentiable]
    impl Tape {
        fn new(inputs: &[f64]) -> Self {
            Tape {
                vals: inputs.into(),
                ops: vec![],
            }
        }
        fn push(&mut self, a: usize, b: usize, op: u8) -> usize {
            let (x, y) = (self.vals[a], self.vals[b]);
            let v = match op {
                b'+' => x + y,
                b'*' => x * y,
                b'/' => x / y,
                _ => panic!("op {}", op as char),
            };
            self.vals.push(v);
            self.ops.push((a, b, op));
            self.vals.len() - 1
        }
        fn last(&self) -> Option<&f64> {
            self.vals.last()
        }
    }
    #[differentiable]
    fn run(x: &[f64]) -> f64 {
        let mut t = Tape::new(x);
        let a = t.push(0, 1, b'*');
        let b = t.push(a, 2, b'+');
        t.push(b, 0, b'/');
        *t.last().unwrap() + t.vals[b]
    }

    #[test]
    fn gradient_is_right() {
        let x = [0.5, 0.4, 0.25];
        let gradient = run::gradient(&x);
        assert_grad(run, &x, &gradient);
        assert_eq!(gradient, run::gradient(&x));
    }
}

mod settings {
    use crate::assert_grad;
    use pullback::{Differentiable, differentiable};
    use std::collections::HashMap;

    fn parse(s: &str) -> HashMap<String, f64> {
        s.split(',')
            .filter_map(|kv| {
                let (k, v) = kv.split_once('=')?;
                Some((k.trim().to_string(), v.trim().parse().ok()?))
            })
            .collect()
    }
    #[derive(Clone, Debug, Differentiable)]
    struct Model {
        weights: Vec<f64>,
        #[constant]
        config: HashMap<String, f64>,
        name: String,
    }
    #[differentiable]
    impl Model {
        fn new(weights: &[f64], text: &str) -> Self {
            Model {
                weights: weights.to_vec(),
                config: parse(text),
                name: String::from("m"),
            }
        }
        fn setting(&self, key: &str) -> f64 {
            self.config.get(key).copied().unwrap_or(1.0)
        }
        fn predict(&self, x: f64) -> f64 {
            let gain = self.setting("gain");
            let bias = self.config.get("bias").copied().unwrap_or_default();
            let order = self.weights.len();
            let mut s = bias;
            for (i, w) in self.weights.iter().enumerate() {
                s += gain * w * x.powi((order - i) as i32);
            }
            s
        }
    }
    #[differentiable]
    fn run(x: &[f64]) -> f64 {
        let m = Model::new(x, "gain = 1.5, bias=0.25,junk");
        let data = [(0.1, 0.3), (0.7, 0.2), (1.3, -0.4)];
        let sse: f64 = data
            .iter()
            .map(|&(t, y)| {
                let e = m.predict(t) - y;
                e * e
            })
            .sum();
        sse / data.len() as f64
    }

    #[test]
    fn gradient_is_right() {
        let x = [0.5, 0.4, 0.25];
        let gradient = run::gradient(&x);
        assert_grad(run, &x, &gradient);
        assert_eq!(gradient, run::gradient(&x));
    }
}
