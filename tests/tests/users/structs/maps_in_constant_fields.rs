//! Maps of names or numbers in constant fields, which methods look up in.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};

mod rows_by_name {
    use super::*;
    use std::collections::HashMap;
    #[derive(Differentiable)]
    struct Market {
        #[constant]
        index: HashMap<String, usize>,
        returns: Vec<Vec<f64>>,
    }
    #[differentiable]
    impl Market {
        fn series(&self, name: &str) -> &[f64] {
            &self.returns[self.index[name]]
        }
        fn total(&self, name: &str) -> f64 {
            match self.index.get(name) {
                Some(&i) => self.returns[i].iter().sum(),
                None => 0.0,
            }
        }
    }
    #[differentiable]
    fn f(x: &[f64]) -> f64 {
        let index: HashMap<String, usize> = ["a", "b"]
            .iter()
            .enumerate()
            .map(|(i, n)| (n.to_string(), i))
            .collect();
        let market = Market {
            index,
            returns: vec![vec![0.1, x[0]], vec![x[1], 0.02]],
        };
        market.series("a")[1] * market.total("b") + market.total("c")
    }

    #[test]
    fn gradient_is_right() {
        for at in [&[0.6, 0.5][..]] {
            let gradient = f::gradient(at);
            assert_grad(f, at, &gradient);
            assert_eq!(gradient, f::gradient(at));
        }
    }
}

mod rows_that_may_be_there {
    use super::*;
    use std::collections::HashMap;
    #[derive(Differentiable)]
    struct Market {
        #[constant]
        index: HashMap<String, usize>,
        returns: Vec<Vec<f64>>,
    }
    #[differentiable]
    impl Market {
        fn series(&self, name: &str) -> Option<&Vec<f64>> {
            self.index.get(name).map(|&i| &self.returns[i])
        }
    }
    #[differentiable]
    fn f(x: &[f64]) -> f64 {
        let index: HashMap<String, usize> = [("a".to_string(), 0), ("b".to_string(), 1)]
            .into_iter()
            .collect();
        let market = Market {
            index,
            returns: vec![vec![0.1, x[0]], vec![x[1], 0.02]],
        };
        let mut r = 0.0;
        for n in ["a", "b", "c"] {
            if let Some(s) = market.series(n) {
                r += s[0] * s[1];
            }
        }
        r
    }

    #[test]
    fn gradient_is_right() {
        for at in [&[0.6, 0.5][..]] {
            let gradient = f::gradient(at);
            assert_grad(f, at, &gradient);
            assert_eq!(gradient, f::gradient(at));
        }
    }
}

mod by_number {
    use super::*;
    use std::collections::HashMap;
    #[derive(Differentiable)]
    struct M {
        #[constant]
        index: HashMap<usize, usize>,
        r: Vec<f64>,
    }
    #[differentiable]
    impl M {
        fn total(&self, k: usize) -> f64 {
            match self.index.get(&k) {
                Some(&i) => self.r[i] * 2.0,
                None => 0.0,
            }
        }
        fn b(&self, k: usize) -> f64 {
            if let Some(i) = self.index.get(&k) {
                self.r[*i] * 2.0
            } else {
                1.0
            }
        }
        fn c(&self, k: usize) -> f64 {
            let i = self.index.get(&k).copied().unwrap_or(0);
            self.r[i]
        }
        fn d(&self, k: usize) -> f64 {
            if self.index.contains_key(&k) {
                self.r[self.index[&k]]
            } else {
                0.5
            }
        }
        fn e(&self, k: usize) -> f64 {
            let Some(&i) = self.index.get(&k) else {
                return 0.0;
            };
            self.r[i].sin()
        }
    }
    #[differentiable]
    fn f(x: &[f64]) -> f64 {
        let index: HashMap<usize, usize> = (0..2).map(|i| (i, i)).collect();
        let m = M {
            index,
            r: x.to_vec(),
        };
        (0..3)
            .map(|k| m.total(k) * m.b(k) + m.c(k) * m.d(k) + m.e(k))
            .sum()
    }

    #[test]
    fn gradient_is_right() {
        for at in [&[0.6, 0.5][..]] {
            let gradient = f::gradient(at);
            assert_grad(f, at, &gradient);
            assert_eq!(gradient, f::gradient(at));
        }
    }
}

mod by_text {
    use super::*;
    use std::collections::HashMap;
    #[derive(Differentiable)]
    struct M {
        #[constant]
        index: HashMap<String, usize>,
        r: Vec<f64>,
    }
    #[differentiable]
    impl M {
        fn a(&self, k: &str) -> f64 {
            let i = self.index.get(k).copied().unwrap_or(0);
            self.r[i]
        }
        fn b(&self, k: &str) -> f64 {
            if self.index.contains_key(k) {
                self.r[self.index[k]]
            } else {
                0.5
            }
        }
        fn c(&self, k: &str) -> f64 {
            let Some(&i) = self.index.get(k) else {
                return 0.0;
            };
            self.r[i].sin()
        }
        fn d(&self, k: &str) -> Option<f64> {
            let i = *self.index.get(k)?;
            Some(self.r[i])
        }
    }
    #[differentiable]
    fn f(x: &[f64]) -> f64 {
        let index: HashMap<String, usize> = (0..2).map(|i| (i.to_string(), i)).collect();
        let m = M {
            index,
            r: x.to_vec(),
        };
        m.a("0") * m.a("1") + m.a("2") + m.b("0") * m.b("7") + m.c("1") + m.d("1").unwrap_or(0.0)
    }

    #[test]
    fn gradient_is_right() {
        for at in [&[0.6, 0.5][..]] {
            let gradient = f::gradient(at);
            assert_grad(f, at, &gradient);
            assert_eq!(gradient, f::gradient(at));
        }
    }
}
