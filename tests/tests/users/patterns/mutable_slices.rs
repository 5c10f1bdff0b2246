//! Slices that are matched to be changed: several elements and middles at once, of vectors, fields, arrays and arguments.

use crate::assert_grad;

mod subtracted {
    use super::*;
    use pullback::{Differentiable, differentiable};

    #[differentiable]
    fn f(x: &[f64]) -> f64 {
        let mut v = x.to_vec();
        match v.as_mut_slice() {
            [first, rest @ ..] => {
                for r in rest.iter_mut() {
                    *r -= *first;
                }
                *first *= 2.0;
            }
            [] => {}
        }
        v.iter().map(|a| a * a * a).sum()
    }
    #[test]
    fn f_is_right() {
        for at in [vec![0.3, -0.7, 1.2]] {
            let gradient = f::gradient(&at);
            assert_grad(f, &at, &gradient);
            assert_eq!(gradient, f::gradient(&at));
        }
    }
}

mod in_turn {
    use super::*;
    use pullback::{Differentiable, differentiable};

    #[differentiable]
    fn f(x: &[f64]) -> f64 {
        let mut v = x.to_vec();
        if let [a, .., b] = &mut v[..] {
            std::mem::swap(a, b);
            *a += *b * *b;
        }
        if let [a, rest @ ..] = &mut v[1..] {
            rest[0] += *a;
            *a *= 3.0;
        }
        if let Some((last, init)) = v.split_last_mut() {
            for i in init {
                *i += *last;
            }
        }
        if let Some((first, rest)) = v.split_first_mut() {
            *first = rest.iter().map(|r| r * r).sum::<f64>();
        }
        v.iter().map(|a| a * a * a).sum()
    }
    #[test]
    fn f_is_right() {
        for at in [vec![0.3, -0.7, 1.2]] {
            let gradient = f::gradient(&at);
            assert_grad(f, &at, &gradient);
            assert_eq!(gradient, f::gradient(&at));
        }
    }
}

mod of_fields_and_arguments {
    use super::*;
    use pullback::{Differentiable, differentiable};

    #[derive(Clone, Debug, Differentiable)]
    struct State {
        q: Vec<f64>,
        p: [f64; 4],
    }
    #[differentiable]
    impl State {
        fn step(&mut self, k: f64) -> f64 {
            if let [a, mid @ .., z] = &mut self.q[..] {
                for m in mid.iter_mut() {
                    *m += k * (*a - *z);
                }
                *a *= *z;
            }
            let out = match &mut self.p {
                [x, rest @ ..] => {
                    rest[1] *= *x;
                    *x = x.sin();
                    rest.iter().sum::<f64>()
                }
            };
            out + if let [init @ .., last] = self.q.as_mut_slice() {
                *last -= init[0];
                *last * k
            } else {
                0.0
            }
        }
    }
    #[differentiable]
    fn sweep(v: &mut [f64], k: f64) -> f64 {
        match v {
            [] => 0.0,
            [one] => {
                *one *= k;
                *one
            }
            [a, b, rest @ ..] => {
                std::mem::swap(a, b);
                *b += k * rest.len() as f64;
                for (i, r) in rest.iter_mut().enumerate() {
                    *r *= *a + i as f64;
                }
                *a
            }
        }
    }
    #[differentiable]
    fn f(x: &[f64]) -> f64 {
        let mut s = State {
            q: x.to_vec(),
            p: [x[0], x[1], 0.5, x[2]],
        };
        let mut t = 0.0;
        for k in 0..3 {
            t += s.step(0.3 + k as f64 * x[0]);
        }
        let mut v = x.to_vec();
        t += sweep(&mut v, x[1]);
        t += sweep(&mut v[..1], 2.0) + sweep(&mut v[1..], 0.5) + sweep(&mut [], 1.0);
        t + v.iter().map(|a| a * a).sum::<f64>()
            + s.q.iter().chain(&s.p).map(|a| a * a * a).sum::<f64>()
    }
    #[test]
    fn f_is_right() {
        for at in [vec![0.3, -0.7, 1.2], vec![0.3, -0.7, 1.2, 0.4, 1.1]] {
            let gradient = f::gradient(&at);
            assert_grad(f, &at, &gradient);
            assert_eq!(gradient, f::gradient(&at));
        }
    }
}

mod one_at_a_time {
    use super::*;
    use pullback::{Differentiable, differentiable};

    #[differentiable]
    fn f(x: &[f64]) -> f64 {
        let mut v = x.to_vec();
        if let [a, .., b] = &mut v[..] {
            std::mem::swap(a, b);
            *a += *b * *b;
        }
        v.iter().map(|a| a * a * a).sum()
    }
    #[differentiable]
    fn g(x: &[f64]) -> f64 {
        let mut v = x.to_vec();
        if let Some((last, init)) = v.split_last_mut() {
            for i in init {
                *i += *last;
            }
        }
        v.iter().map(|a| a * a * a).sum()
    }
    #[differentiable]
    fn h(x: &[f64]) -> f64 {
        let mut v = x.to_vec();
        if let Some((first, rest)) = v.split_first_mut() {
            *first = rest.iter().map(|r| r * r).sum::<f64>();
        }
        v.iter().map(|a| a * a * a).sum()
    }
    #[test]
    fn f_is_right() {
        for at in [vec![0.3, -0.7, 1.2]] {
            let gradient = f::gradient(&at);
            assert_grad(f, &at, &gradient);
            assert_eq!(gradient, f::gradient(&at));
        }
    }
    #[test]
    fn g_is_right() {
        for at in [vec![0.3, -0.7, 1.2]] {
            let gradient = g::gradient(&at);
            assert_grad(g, &at, &gradient);
            assert_eq!(gradient, g::gradient(&at));
        }
    }
    #[test]
    fn h_is_right() {
        for at in [vec![0.3, -0.7, 1.2]] {
            let gradient = h::gradient(&at);
            assert_grad(h, &at, &gradient);
            assert_eq!(gradient, h::gradient(&at));
        }
    }
}
