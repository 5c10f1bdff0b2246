//! Patterns that count from the end of lists, where nothing but their shadows is asked for later.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};

mod middles {
    use super::*;
    #[differentiable]
    fn f(p: &[f64]) -> f64 {
        let mut rest = p;
        let mut total = 0.0;
        while let [first, mid @ .., last] = rest {
            total += first;
            total -= last;
            rest = mid;
            if mid.len() < 1 {
                total += first * last;
            }
        }
        let v = p.to_vec();
        match v.as_slice() {
            [a, .., z] if v.len() > 3 => total += a,
            [a, m @ .., _, z] => {
                total += z;
                total += m.iter().sum::<f64>();
            }
            _ => {}
        }
        total
    }

    #[test]
    fn gradient_is_right() {
        for at in [
            &[1.4, 0.3, -0.2, 0.8, 0.5][..],
            &[1.4, 0.3, -0.2][..],
            &[1.4][..],
        ] {
            let gradient = f::gradient(at);
            assert_grad(f, at, &gradient);
            assert_eq!(gradient, f::gradient(at));
        }
    }
}

mod variants_and_fields {
    use super::*;
    #[derive(Clone, Differentiable)]
    enum Shape {
        Poly(Vec<f64>),
        Pair([f64; 3]),
        None,
    }
    #[differentiable]
    fn g(s: &Shape) -> f64 {
        let mut t = 0.0;
        match s {
            Shape::Poly(v) => match v.as_slice() {
                [.., l] => {
                    t += l;
                }
                [] => {}
            },
            Shape::Pair([a, .., z]) => {
                t += a;
                t -= z;
            }
            Shape::None => {}
        }
        t
    }
    #[derive(Clone, Differentiable)]
    struct Track {
        #[constant]
        times: Vec<f64>,
        xs: Vec<f64>,
    }
    #[differentiable]
    impl Track {
        fn span(&self) -> f64 {
            let mut d = 0.0;
            if let [first, .., last] = self.xs.as_slice() {
                d += last;
                d -= first;
            }
            if let [first, .., last] = &self.times[..] {
                d *= last - first;
            }
            d
        }
    }
    #[differentiable]
    fn f(p: &[f64]) -> f64 {
        let t = Track {
            times: vec![0.5, 1.0, 2.5],
            xs: p.iter().map(|v| v * v).collect(),
        };
        g(&Shape::Poly(p.to_vec()))
            + g(&Shape::Pair([p[0], p[1], p[2] * p[0]]))
            + g(&Shape::None)
            + t.span()
    }

    #[test]
    fn gradient_is_right() {
        for at in [&[1.4, 0.3, -0.2, 0.8, 0.5][..]] {
            let gradient = f::gradient(at);
            assert_grad(f, at, &gradient);
            assert_eq!(gradient, f::gradient(at));
        }
    }
}

mod shrinking {
    use super::*;
    // cursor shrinking slices
    #[differentiable]
    fn f(p: &[f64]) -> f64 {
        let mut rest = p;
        let mut total = 0.0;
        let mut k = 1;
        while !rest.is_empty() {
            let (head, tail) = rest.split_at(k.min(rest.len()));
            total += head.iter().product::<f64>() * k as f64;
            rest = tail;
            k += 1;
        }
        while let [first, tail @ ..] = rest {
            total += first;
            rest = tail;
        }
        let mut it = p.chunks(2).peekable();
        while let Some(c) = it.next() {
            if let Some(n) = it.peek() {
                total += c[0] * n[0];
            } else {
                total += c[0];
            }
        }
        total
    }

    #[test]
    fn gradient_is_right() {
        for at in [&[1.4, 0.3, -0.2, 0.8, 0.5][..], &[0.7, 0.2][..]] {
            let gradient = f::gradient(at);
            assert_grad(f, at, &gradient);
            assert_eq!(gradient, f::gradient(at));
        }
    }
}
