//! `iter` of what parameters of named types refer to.

mod own {
    use crate::assert_grad;
    use pullback::{Differentiable, differentiable};

    #[derive(Clone, Debug, Differentiable)]
    struct Signal {
        data: Vec<f64>,
        dt: f64,
    }
    #[differentiable]
    impl Signal {
        fn new(data: Vec<f64>, dt: f64) -> Self {
            Self { data, dt }
        }
        fn len(&self) -> usize {
            self.data.len()
        }
        fn is_empty(&self) -> bool {
            self.data.is_empty()
        }
        fn iter(&self) -> std::slice::Iter<'_, f64> {
            self.data.iter()
        }
        fn energy(&self) -> f64 {
            self.iter().map(|v| v * v).sum::<f64>() * self.dt
        }
    }
    #[differentiable]
    fn power(s: &Signal) -> f64 {
        s.iter().map(|v| v.powi(2)).sum::<f64>() / s.len() as f64
    }
    #[differentiable]
    fn run(x: &[f64]) -> f64 {
        let s = Signal::new(x.to_vec(), x[2]);
        let mut t = 0.0;
        for v in s.iter() {
            t += v * s.dt;
        }
        s.energy() * power(&s) + t
    }

    #[test]
    fn gradient_is_right() {
        let x = [0.5, 0.4, 0.25];
        let gradient = run::gradient(&x);
        assert_grad(run, &x, &gradient);
        assert_eq!(gradient, run::gradient(&x));
    }
}

mod through_deref {
    use crate::assert_grad;
    use pullback::{Differentiable, differentiable};
    use std::ops::Deref;

    #[derive(Clone, Debug, Differentiable)]
    struct Weights(Vec<f64>);
    #[differentiable]
    impl Deref for Weights {
        type Target = [f64];
        fn deref(&self) -> &[f64] {
            &self.0
        }
    }
    #[differentiable]
    fn norm(w: &Weights) -> f64 {
        w.iter().map(|v| v * v).sum::<f64>().sqrt() + w[0] * w.len() as f64
    }
    #[differentiable]
    fn run(x: &[f64]) -> f64 {
        norm(&Weights(x.to_vec()))
    }

    #[test]
    fn gradient_is_right() {
        let x = [0.5, 0.4, 0.25];
        let gradient = run::gradient(&x);
        assert_grad(run, &x, &gradient);
        assert_eq!(gradient, run::gradient(&x));
    }
}

mod by_other_names {
    use crate::assert_grad;
    use pullback::{Differentiable, differentiable};
    use std::collections::VecDeque;

    type Row = Vec<f64>;
    type Matrix = Vec<Row>;
    type Queue = VecDeque<f64>;
    type Pair = [f64; 2];
    #[derive(Clone, Debug, Differentiable)]
    struct Ring {
        q: VecDeque<f64>,
    }
    #[derive(Clone, Debug, Differentiable)]
    struct Sig<T> {
        q: Vec<T>,
    }
    #[differentiable]
    impl<T> Sig<T> {
        fn new(q: Vec<T>) -> Self {
            Sig { q }
        }
        fn iter(&self) -> impl Iterator<Item = &T> + '_ {
            self.q.iter()
        }
    }
    #[differentiable]
    impl Ring {
        fn iter(&self) -> impl Iterator<Item = &f64> + '_ {
            self.q.iter()
        }
    }
    #[differentiable]
    fn rowsum(r: &Row) -> f64 {
        r.iter().sum()
    }
    #[differentiable]
    fn matsum(m: &Matrix) -> f64 {
        let mut s = 0.0;
        for r in m.iter() {
            s += rowsum(r) * r[0];
        }
        s + m
            .iter()
            .map(|r| r.iter().map(|v| v * v).sum::<f64>())
            .fold(0.0, f64::max)
    }
    #[differentiable]
    fn q(q: &Queue) -> f64 {
        q.iter().zip(q.iter().skip(1)).map(|(a, b)| a * b).sum()
    }
    #[differentiable]
    fn p(p: &Pair) -> f64 {
        p.iter().rev().fold(0.5, |a, b| a * b + 1.0)
    }
    #[differentiable]
    fn sg(s: &Sig<f64>) -> f64 {
        s.iter().enumerate().map(|(i, v)| v * i as f64).sum::<f64>()
            + s.iter().copied().fold(0.0, f64::max)
    }
    #[differentiable]
    fn run(x: &[f64]) -> f64 {
        let m: Matrix = vec![x.to_vec(), vec![x[1], x[2] * x[0]]];
        let s = Sig::new(x.to_vec());
        matsum(&m) + q(&Queue::from(x.to_vec())) + p(&[x[0], x[2]]) + sg(&s)
    }

    #[test]
    fn gradient_is_right() {
        let x = [0.5, 0.9, 0.7];
        let gradient = run::gradient(&x);
        assert_grad(run, &x, &gradient);
        assert_eq!(gradient, run::gradient(&x));
    }
}
