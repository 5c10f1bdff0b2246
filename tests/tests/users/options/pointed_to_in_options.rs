//! What is in a box in an option, by `as_deref` and `as_deref_mut`, also objects of a trait.
use crate::check;

mod books {
    use super::check;
    use pullback::{Differentiable, differentiable};
    // observers / strategies: enum + trait, Option<Box<dyn>>, iter().filter_map, dyn with generics, max by
    #[differentiable]
    trait Payoff {
        fn value(&self, s: f64) -> f64;
        fn is_call(&self) -> bool {
            true
        }
        fn strike(&self) -> f64;
    }
    #[derive(Clone, Differentiable)]
    struct Call(f64);
    #[derive(Clone, Differentiable)]
    struct Put(f64);
    #[differentiable]
    impl Payoff for Call {
        fn value(&self, s: f64) -> f64 {
            (s - self.0).max(0.0)
        }
        fn strike(&self) -> f64 {
            self.0
        }
    }
    #[differentiable]
    impl Payoff for Put {
        fn value(&self, s: f64) -> f64 {
            (self.0 - s).max(0.0)
        }
        fn is_call(&self) -> bool {
            false
        }
        fn strike(&self) -> f64 {
            self.0
        }
    }
    #[derive(Differentiable)]
    struct Leg {
        payoff: Box<dyn Payoff>,
        weight: f64,
    }
    #[derive(Differentiable)]
    struct Book {
        legs: Vec<Leg>,
        hedge: Option<Box<dyn Payoff>>,
    }
    #[differentiable]
    impl Book {
        fn new() -> Self {
            Book {
                legs: vec![],
                hedge: None,
            }
        }
        fn with(mut self, payoff: Box<dyn Payoff>, weight: f64) -> Self {
            self.legs.push(Leg { payoff, weight });
            self
        }
        fn hedged(mut self, h: Box<dyn Payoff>) -> Self {
            self.hedge = Some(h);
            self
        }
        fn price(&self, s: f64) -> f64 {
            let legs: f64 = self.legs.iter().map(|l| l.weight * l.payoff.value(s)).sum();
            let calls = self
                .legs
                .iter()
                .filter(|l| l.payoff.is_call())
                .map(|l| l.payoff.strike())
                .fold(0.0, |a: f64, b| a.max(b));
            let h = self.hedge.as_ref().map_or(0.0, |h| h.value(s));
            let h2 = match self.hedge.as_deref() {
                Some(h) => h.strike(),
                None => 0.0,
            };
            legs + calls * 0.1 - h + h2
        }
        fn best(&self, s: f64) -> Option<f64> {
            self.legs
                .iter()
                .map(|l| l.payoff.value(s))
                .max_by(|a, b| a.partial_cmp(b).unwrap())
        }
    }
    #[differentiable]
    fn f(p: &[f64]) -> f64 {
        let book = Book::new()
            .with(Box::new(Call(p[0])), 2.0)
            .with(Box::new(Put(p[1])), p[2])
            .hedged(Box::new(Call(p[0] * 0.5)));
        book.price(p[2]) + book.best(p[1]).unwrap_or(0.0) * book.price(p[0])
    }

    #[test]
    fn gradient_is_right() {
        check(
            f,
            |x| f::gradient(x),
            &[&[0.43, 0.7, 0.9], &[0.9, 0.3, 0.4]],
        );
    }
}

mod nodes {
    use super::check;
    use pullback::{Differentiable, differentiable};
    #[differentiable]
    trait Payoff {
        fn value(&self, s: f64) -> f64;
        fn bump(&mut self, d: f64) -> f64;
    }
    #[derive(Clone, Differentiable)]
    struct Call(f64);
    #[differentiable]
    impl Payoff for Call {
        fn value(&self, s: f64) -> f64 {
            (s - self.0).max(0.0)
        }
        fn bump(&mut self, d: f64) -> f64 {
            self.0 *= d;
            self.0
        }
    }
    #[derive(Clone, Differentiable)]
    struct Node {
        w: f64,
        next: Option<Box<Node>>,
        vals: Option<Vec<f64>>,
    }
    #[differentiable]
    impl Node {
        fn total(&self) -> f64 {
            self.w
                + match self.next.as_deref() {
                    Some(n) => n.total() * n.w,
                    None => 1.0,
                }
        }
        fn sum(&self) -> f64 {
            if let Some(v) = self.vals.as_deref() {
                v.iter().sum::<f64>() * v[0]
            } else {
                0.0
            }
        }
        fn scale(&mut self, k: f64) {
            self.w *= k;
            if let Some(n) = self.next.as_deref_mut() {
                n.scale(k * k);
                n.w += k;
            }
        }
        fn walk(&self) -> f64 {
            let mut s = 0.0;
            let mut cur = self.next.as_deref();
            while let Some(n) = cur {
                s += n.w * n.w;
                cur = n.next.as_deref();
            }
            s
        }
    }
    #[derive(Differentiable)]
    struct Book {
        hedge: Option<Box<dyn Payoff>>,
        k: f64,
    }
    #[differentiable]
    impl Book {
        fn price(&self, s: f64) -> f64 {
            let h2 = match self.hedge.as_deref() {
                Some(h) => h.value(s) * h.value(2.0 * s),
                None => 0.0,
            };
            let Some(h) = self.hedge.as_deref() else {
                return self.k;
            };
            h2 + h.value(s + 1.0)
        }
        fn bump(&mut self, d: f64) {
            if let Some(h) = self.hedge.as_deref_mut() {
                self.k += h.bump(d);
            }
        }
    }
    #[differentiable]
    fn f(p: &[f64]) -> f64 {
        let mut b = Book {
            hedge: Some(Box::new(Call(p[0]))),
            k: p[1],
        };
        let mut s = b.price(p[2]);
        b.bump(p[1]);
        s *= b.price(p[2]) + b.k;
        let none = Book {
            hedge: None,
            k: p[2],
        };
        let mut n = Node {
            w: p[0],
            next: Some(Box::new(Node {
                w: p[1],
                next: None,
                vals: None,
            })),
            vals: Some(p.to_vec()),
        };
        s += n.total() * n.sum();
        n.scale(p[2]);
        s + none.price(p[0]) + n.total() * n.walk()
    }

    #[test]
    fn gradient_is_right() {
        check(
            f,
            |x| f::gradient(x),
            &[&[0.13, 0.7, 0.9], &[0.9, 0.3, 0.4]],
        );
    }
}
