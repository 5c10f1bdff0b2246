//! Fields without a derivative that `|=` and its like change.

mod ring {
    use crate::assert_grad;
    use pullback::{Differentiable, differentiable};
    #[derive(Clone, Debug, Differentiable)]
    struct Ring<const N: usize> {
        data: [f64; N],
        head: usize,
        full: bool,
    }
    #[differentiable]
    impl<const N: usize> Ring<N> {
        const CAPACITY: usize = N;
        fn new() -> Self {
            Self {
                data: [0.0; N],
                head: 0,
                full: false,
            }
        }
        fn push(&mut self, v: f64) -> Option<f64> {
            let old = std::mem::replace(&mut self.data[self.head], v);
            self.head = (self.head + 1) % Self::CAPACITY;
            let out = self.full.then_some(old);
            self.full |= self.head == 0;
            out
        }
        fn len(&self) -> usize {
            if self.full { N } else { self.head }
        }
        fn mean(&self) -> f64 {
            if self.len() == 0 {
                0.0
            } else {
                self.data[..self.len()].iter().sum::<f64>() / self.len() as f64
            }
        }
    }
    #[differentiable]
    fn f(x: &[f64]) -> f64 {
        let mut ring = Ring::<3>::new();
        let mut s = 0.0;
        for (i, v) in x.iter().enumerate() {
            if let Some(old) = ring.push(v * v) {
                s -= old * i as f64;
            }
            s += ring.mean().sin();
        }
        s
    }

    #[test]
    fn gradient_is_right() {
        let x = [0.3, 0.7, 0.2, -0.5, 1.1];
        let gradient = f::gradient(&x);
        assert_grad(f, &x, &gradient);
        assert_eq!(gradient, f::gradient(&x));
    }
}

mod masks {
    use crate::assert_grad;
    use pullback::{Differentiable, differentiable};
    #[derive(Clone, Debug, Default, Differentiable)]
    struct R {
        data: Vec<f64>,
        full: bool,
        mask: u32,
        head: usize,
        flags: [bool; 2],
    }
    #[differentiable]
    impl R {
        fn push(&mut self, v: f64) {
            self.data.push(v);
            self.full |= v > 0.5;
            self.mask <<= 1;
            self.mask |= 1;
            self.head ^= 3;
            self.flags[1] &= self.full;
            self.mask &= !(1 << self.head);
            self.head %= 2;
        }
        fn total(&self) -> f64 {
            if self.full {
                self.data.iter().sum::<f64>() * self.mask as f64
            } else {
                self.data[0] * self.head as f64
            }
        }
    }
    #[differentiable]
    fn f(x: &[f64]) -> f64 {
        let mut r = R::default();
        for v in x {
            r.push(*v);
        }
        let mut s = R {
            full: true,
            ..R::default()
        };
        s.full &= x[0] > 0.0;
        s.mask |= 3;
        r.total() + if s.full { x[1] * s.mask as f64 } else { 0.0 }
    }

    #[test]
    fn gradient_is_right() {
        let x = [0.3, 0.7];
        let gradient = f::gradient(&x);
        assert_grad(f, &x, &gradient);
        assert_eq!(gradient, f::gradient(&x));
        let x = [0.3, 0.1, 0.2];
        let gradient = f::gradient(&x);
        assert_grad(f, &x, &gradient);
        assert_eq!(gradient, f::gradient(&x));
    }
}
