//! Entries of maps in fields and arguments: of lists, of structs, and changed where they are there.

mod lists {
    use crate::assert_grad;
    use pullback::{Differentiable, differentiable};
    use std::collections::BTreeMap;

    #[derive(Differentiable, Clone)]
    struct C {
        m: BTreeMap<usize, Vec<f64>>,
        k: f64,
    }
    #[differentiable]
    impl C {
        fn add(&mut self, i: usize, v: f64) {
            self.m.entry(i).or_default().push(v * self.k);
        }
        fn add2(&mut self, i: usize, v: f64) {
            self.m.entry(i).or_insert_with(Vec::new).push(v);
        }
        fn t(&self) -> f64 {
            self.m.values().map(|v| v.iter().sum::<f64>().powi(2)).sum()
        }
        fn at(&self, i: usize) -> f64 {
            self.m.get(&i).map_or(0.0, |v| v.iter().sum())
        }
    }
    #[differentiable]
    fn f(x: &[f64]) -> f64 {
        let mut c = C {
            m: BTreeMap::new(),
            k: x[2],
        };
        for (i, v) in x.iter().enumerate() {
            c.add(i % 2, *v);
            c.add2(0, v * v);
        }
        c.t() + c.at(0) * c.at(1) + c.at(7)
    }

    #[test]
    fn gradient_is_right() {
        let x = [0.7, 1.3, 0.5];
        let (f, gradient) = (|x: &[f64]| f(x), |x: &[f64]| f::gradient(x));
        for _ in 0..2 {
            assert_grad(f, &x, &gradient(&x));
        }
    }
}

mod accounts {
    use crate::assert_grad;
    use pullback::{Differentiable, differentiable};
    use std::collections::BTreeMap;

    #[derive(Differentiable, Clone, Default)]
    struct Acc {
        bal: f64,
        n: usize,
        hist: Vec<f64>,
    }
    #[derive(Differentiable, Clone)]
    struct Bank {
        acc: BTreeMap<String, Acc>,
        fee: f64,
    }
    #[differentiable]
    impl Bank {
        fn dep(&mut self, who: &str, v: f64) {
            let a = self.acc.entry(who.to_string()).or_default();
            a.bal += v * (1.0 - self.fee);
            a.n += 1;
            a.hist.push(v);
        }
        fn mv(&mut self, a: &str, b: &str, v: f64) {
            self.acc.get_mut(a).unwrap().bal -= v;
            if let Some(acc) = self.acc.get_mut(b) {
                acc.bal += v;
            }
        }
        fn accrue(&mut self, r: f64) {
            for acc in self.acc.values_mut() {
                acc.bal *= 1.0 + r;
            }
        }
        fn t(&self) -> f64 {
            self.acc
                .values()
                .map(|a| a.bal * a.n as f64 + a.hist.iter().sum::<f64>())
                .sum()
        }
        fn bal(&self, w: &str) -> f64 {
            self.acc[w].bal
        }
    }
    #[differentiable]
    fn f(x: &[f64]) -> f64 {
        let mut b = Bank {
            acc: BTreeMap::new(),
            fee: x[2],
        };
        b.dep("a", x[0]);
        b.dep("b", x[1]);
        b.dep("a", x[1]);
        b.mv("a", "b", x[0] * x[1]);
        b.accrue(x[0]);
        b.t() * b.bal("a") + b.bal("b")
    }

    #[test]
    fn gradient_is_right() {
        let x = [0.7, 1.3, 0.5];
        let (f, gradient) = (|x: &[f64]| f(x), |x: &[f64]| f::gradient(x));
        for _ in 0..2 {
            assert_grad(f, &x, &gradient(&x));
        }
    }
}

mod modified {
    use crate::assert_grad;
    use pullback::{Differentiable, differentiable};
    use std::collections::HashMap;

    #[derive(Differentiable, Clone)]
    struct C {
        m: HashMap<String, f64>,
        k: f64,
    }
    #[differentiable]
    impl C {
        fn see(&mut self, w: &str, x: f64) {
            self.m
                .entry(w.to_string())
                .and_modify(|v| *v += x * self.k)
                .or_insert(x);
        }
        fn see2(&mut self, w: &str, x: f64) {
            let k = self.k;
            self.m
                .entry(w.to_string())
                .and_modify(|v| *v *= k)
                .or_insert_with(|| x * k);
        }
    }
    #[differentiable]
    fn f(x: &[f64]) -> f64 {
        let mut c = C {
            m: HashMap::new(),
            k: x[2],
        };
        c.see("a", x[0]);
        c.see("a", x[1]);
        c.see2("b", x[0]);
        c.see2("b", x[0]);
        c.m["a"] * c.m["b"]
    }

    #[test]
    fn gradient_is_right() {
        let x = [0.7, 1.3, 0.5];
        let (f, gradient) = (|x: &[f64]| f(x), |x: &[f64]| f::gradient(x));
        for _ in 0..2 {
            assert_grad(f, &x, &gradient(&x));
        }
    }
}

mod lists_in_arguments {
    use crate::assert_grad;
    use pullback::differentiable;
    use std::collections::HashMap;

    #[differentiable]
    fn add(m: &mut HashMap<u32, Vec<f64>>, x: f64) {
        m.entry(1).or_default().push(x);
        m.entry(2).or_insert_with(Vec::new).push(x * x);
    }
    #[differentiable]
    fn tot(m: &HashMap<u32, Vec<f64>>) -> f64 {
        let mut s = 0.0;
        for (k, v) in m {
            s += *k as f64 * v.iter().product::<f64>();
        }
        s
    }
    #[differentiable]
    fn f(x: &[f64]) -> f64 {
        let mut m = HashMap::new();
        for v in x {
            add(&mut m, *v);
        }
        tot(&m)
    }

    #[test]
    fn gradient_is_right() {
        let x = [0.7, 1.3, 0.5];
        let (f, gradient) = (|x: &[f64]| f(x), |x: &[f64]| f::gradient(x));
        for _ in 0..2 {
            assert_grad(f, &x, &gradient(&x));
        }
    }
}
