//! Maps behind references and in fields that are changed in place, emptied and given away.

mod found_in_arguments {
    use crate::assert_grad;
    use pullback::differentiable;
    use std::collections::HashMap;

    #[differentiable]
    fn bump(m: &mut HashMap<String, f64>, k: &str, x: f64) {
        if let Some(v) = m.get_mut(k) {
            *v += x * x;
        }
    }
    #[differentiable]
    fn f(m: &mut HashMap<String, f64>, x: f64) -> f64 {
        bump(m, "a", x);
        if let Some(v) = m.get_mut("b") {
            *v *= x;
        }
        m["a"] * m["b"]
    }

    #[test]
    fn gradient_is_right() {
        let mk = |x: &[f64]| HashMap::from([("a".to_string(), x[0]), ("b".to_string(), x[1])]);
        let x = [0.7, 1.3, 0.5];
        let (f, gradient) = (
            |x: &[f64]| f(&mut mk(x), x[2]),
            |x: &[f64]| {
                let (d, k) = f::gradient(&mut mk(x), x[2]);
                vec![d["a"], d["b"], k]
            },
        );
        for _ in 0..2 {
            assert_grad(f, &x, &gradient(&x));
        }
    }
}

mod found_in_fields {
    use crate::assert_grad;
    use pullback::{Differentiable, differentiable};
    use std::collections::HashMap;

    #[derive(Differentiable, Clone)]
    struct L {
        m: HashMap<String, f64>,
        k: f64,
    }
    #[differentiable]
    impl L {
        fn bump(&mut self, n: &str, x: f64) -> bool {
            if let Some(v) = self.m.get_mut(n) {
                *v += x * self.k;
                true
            } else {
                false
            }
        }
        fn sq(&mut self, n: &str) {
            match self.m.get_mut(n) {
                Some(v) => *v = *v * *v,
                None => {}
            }
        }
    }
    #[differentiable]
    fn f(x: &[f64]) -> f64 {
        let mut m = HashMap::new();
        m.insert("a".to_string(), x[0]);
        m.insert("b".to_string(), x[1]);
        let mut l = L { m, k: x[2] };
        let q = l.bump("a", x[1]);
        for i in 0..3 {
            l.bump("b", x[0] * i as f64);
        }
        l.sq("a");
        if q && !l.bump("z", 1.0) {
            l.m["a"] * l.m["b"]
        } else {
            0.0
        }
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

mod unwrapped {
    use crate::assert_grad;
    use pullback::differentiable;
    use std::collections::BTreeMap;

    #[differentiable]
    fn f(m: &mut BTreeMap<u32, f64>, x: f64) -> f64 {
        *m.get_mut(&1).unwrap() += x;
        let v = m.get_mut(&2).unwrap();
        *v *= x;
        *v += 1.0;
        m[&1] * m[&2]
    }

    #[test]
    fn gradient_is_right() {
        let mk = |x: &[f64]| BTreeMap::from([(1, x[0]), (2, x[1])]);
        let x = [0.7, 1.3, 0.5];
        let (f, gradient) = (
            |x: &[f64]| f(&mut mk(x), x[2]),
            |x: &[f64]| {
                let (d, k) = f::gradient(&mut mk(x), x[2]);
                vec![d[&1], d[&2], k]
            },
        );
        for _ in 0..2 {
            assert_grad(f, &x, &gradient(&x));
        }
    }
}

mod values {
    use crate::assert_grad;
    use pullback::differentiable;
    use std::collections::BTreeMap;

    #[differentiable]
    fn f(m: &mut BTreeMap<u32, f64>, x: f64) -> f64 {
        for v in m.values_mut() {
            *v *= x;
        }
        m[&1] * m[&2] + m.values().map(|v| v * v).sum::<f64>()
    }

    #[test]
    fn gradient_is_right() {
        let mk = |x: &[f64]| BTreeMap::from([(1, x[0]), (2, x[1])]);
        let x = [0.7, 1.3, 0.5];
        let (f, gradient) = (
            |x: &[f64]| f(&mut mk(x), x[2]),
            |x: &[f64]| {
                let (d, k) = f::gradient(&mut mk(x), x[2]);
                vec![d[&1], d[&2], k]
            },
        );
        for _ in 0..2 {
            assert_grad(f, &x, &gradient(&x));
        }
    }
}

mod items {
    use crate::assert_grad;
    use pullback::differentiable;
    use std::collections::BTreeMap;

    #[differentiable]
    fn f(m: &mut BTreeMap<u32, f64>, x: f64) -> f64 {
        for (k, v) in m.iter_mut() {
            *v = *v * x + *k as f64;
        }
        m[&1] * m[&2]
    }

    #[test]
    fn gradient_is_right() {
        let mk = |x: &[f64]| BTreeMap::from([(1, x[0]), (2, x[1])]);
        let x = [0.7, 1.3, 0.5];
        let (f, gradient) = (
            |x: &[f64]| f(&mut mk(x), x[2]),
            |x: &[f64]| {
                let (d, k) = f::gradient(&mut mk(x), x[2]);
                vec![d[&1], d[&2], k]
            },
        );
        for _ in 0..2 {
            assert_grad(f, &x, &gradient(&x));
        }
    }
}

mod loops_over_fields {
    use crate::assert_grad;
    use pullback::{Differentiable, differentiable};
    use std::collections::BTreeMap;

    #[derive(Differentiable, Clone)]
    struct L {
        m: BTreeMap<u32, f64>,
        k: f64,
    }
    #[differentiable]
    impl L {
        fn scale(&mut self, x: f64) {
            for (k, v) in &mut self.m {
                *v *= x * self.k;
                if *k == 1 {
                    *v += 1.0;
                }
            }
        }
        fn norm(&mut self) {
            let t: f64 = self.m.values().sum();
            for v in self.m.values_mut() {
                *v /= t;
            }
        }
        fn it(&mut self) {
            self.m.values_mut().for_each(|v| *v *= 2.0);
            for (_, v) in self.m.iter_mut() {
                *v += self.k;
            }
        }
        fn total(&self) -> f64 {
            self.m.iter().map(|(k, v)| *k as f64 * v * v).sum()
        }
    }
    #[differentiable]
    fn f(x: &[f64]) -> f64 {
        let mut m = BTreeMap::new();
        m.insert(1, x[0]);
        m.insert(2, x[1]);
        let mut l = L { m, k: x[2] };
        l.scale(x[0]);
        l.norm();
        l.it();
        l.total()
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

mod removed {
    use crate::assert_grad;
    use pullback::differentiable;
    use std::collections::BTreeMap;

    #[differentiable]
    fn f(m: &mut BTreeMap<u32, f64>, x: f64) -> f64 {
        let a = m.remove(&1).unwrap_or(0.0);
        let r = if let Some(b) = m.remove(&2) {
            a * b * x + m.len() as f64
        } else {
            a
        };
        let q = m.get(&3).copied().unwrap_or(0.0) * x;
        q + r
    }

    #[test]
    fn gradient_is_right() {
        let mk = |x: &[f64]| BTreeMap::from([(1, x[0]), (2, x[1]), (3, x[3])]);
        let x = [0.7, 1.3, 0.5, 0.8];
        let (f, gradient) = (
            |x: &[f64]| f(&mut mk(x), x[2]),
            |x: &[f64]| {
                let (d, k) = f::gradient(&mut mk(x), x[2]);
                vec![d[&1], d[&2], k, d[&3]]
            },
        );
        for _ in 0..2 {
            assert_grad(f, &x, &gradient(&x));
        }
    }
}

mod removed_from_fields {
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
        fn taken(&mut self, n: &str) -> f64 {
            self.m.remove(n).unwrap_or(self.k)
        }
        fn mv(&mut self, a: &str, b: &str) {
            if let Some(v) = self.m.remove(a) {
                self.m.insert(b.to_string(), v * self.k);
            }
        }
        fn drop_it(&mut self, a: &str) {
            self.m.remove(a);
        }
    }
    #[differentiable]
    fn f(x: &[f64]) -> f64 {
        let mut m = HashMap::new();
        m.insert("a".to_string(), x[0]);
        m.insert("b".to_string(), x[1]);
        let mut l = C { m, k: x[2] };
        l.mv("a", "c");
        let q = l.taken("c") * l.taken("z");
        l.drop_it("b");
        q + l.taken("b")
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

mod cleared {
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
        fn reset(&mut self) -> f64 {
            let t = self.m.values().sum::<f64>();
            self.m.clear();
            t * self.k
        }
    }
    #[differentiable]
    fn f(x: &[f64]) -> f64 {
        let mut m = HashMap::new();
        m.insert("a".to_string(), x[0]);
        let mut l = C { m, k: x[2] };
        let t = l.reset();
        l.m.insert("a".to_string(), x[1]);
        t * l.reset() + l.reset()
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

mod retained {
    use crate::assert_grad;
    use pullback::{Differentiable, differentiable};
    use std::collections::BTreeMap;

    #[derive(Differentiable, Clone)]
    struct C {
        m: BTreeMap<u32, f64>,
        k: f64,
    }
    #[differentiable]
    impl C {
        fn prune(&mut self, lim: f64) {
            self.m.retain(|_, v| *v > lim);
        }
        fn t(&self) -> f64 {
            self.m.values().sum::<f64>() * self.k
        }
    }
    #[differentiable]
    fn f(x: &[f64]) -> f64 {
        let mut m = BTreeMap::new();
        for (i, v) in x.iter().enumerate() {
            m.insert(i as u32, v * v);
        }
        let mut l = C { m, k: x[2] };
        l.prune(0.3);
        l.t()
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

mod extended {
    use crate::assert_grad;
    use pullback::{Differentiable, differentiable};
    use std::collections::BTreeMap;

    #[derive(Differentiable, Clone)]
    struct C {
        m: BTreeMap<u32, f64>,
        k: f64,
    }
    #[differentiable]
    impl C {
        fn more(&mut self, x: &[f64]) {
            self.m
                .extend(x.iter().enumerate().map(|(i, v)| (i as u32, v * self.k)));
        }
        fn t(&self) -> f64 {
            self.m.values().map(|v| v * v).sum::<f64>() * self.k
        }
    }
    #[differentiable]
    fn f(x: &[f64]) -> f64 {
        let mut l = C {
            m: BTreeMap::new(),
            k: x[2],
        };
        l.more(x);
        l.t()
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

mod given_by_value {
    use crate::assert_grad;
    use pullback::differentiable;
    use std::collections::BTreeMap;

    #[differentiable]
    fn total(m: BTreeMap<String, f64>, k: f64) -> f64 {
        let mut s = 0.0;
        for (n, v) in m {
            s += v * v * k * n.len() as f64;
        }
        s
    }
    #[differentiable]
    fn f(x: &[f64]) -> f64 {
        let mut m = BTreeMap::new();
        m.insert("a".to_string(), x[0]);
        m.insert("bb".to_string(), x[1]);
        total(m, x[2])
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

mod into_values {
    use crate::assert_grad;
    use pullback::differentiable;
    use std::collections::{BTreeMap, HashMap};

    #[differentiable]
    fn total(m: BTreeMap<String, f64>, k: f64) -> f64 {
        m.into_values().map(|v| v * v * k).sum()
    }
    #[differentiable]
    fn total2(m: HashMap<String, f64>, k: f64) -> f64 {
        m.into_iter().map(|(n, v)| v * n.len() as f64 * k).sum()
    }
    #[differentiable]
    fn f(x: &[f64]) -> f64 {
        let mut m = BTreeMap::new();
        m.insert("a".to_string(), x[0]);
        m.insert("bb".to_string(), x[1]);
        let mut h = HashMap::new();
        h.insert("aa".to_string(), x[0] * x[1]);
        total(m, x[2]) * total2(h, x[0])
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

mod given_by_fields {
    use crate::assert_grad;
    use pullback::{Differentiable, differentiable};
    use std::collections::BTreeMap;

    #[derive(Differentiable, Clone)]
    struct C {
        m: BTreeMap<u32, f64>,
        k: f64,
    }
    #[differentiable]
    impl C {
        fn done(self) -> f64 {
            let mut s = 0.0;
            for (k, v) in self.m {
                s += k as f64 * v * v;
            }
            s * self.k
        }
    }
    #[differentiable]
    fn f(x: &[f64]) -> f64 {
        let mut m = BTreeMap::new();
        for (i, v) in x.iter().enumerate() {
            m.insert(i as u32, v * v);
        }
        let l = C { m, k: x[2] };
        l.done()
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

mod retained_and_cleared {
    use crate::assert_grad;
    use pullback::differentiable;
    use std::collections::HashMap;

    #[differentiable]
    fn f(m: &mut HashMap<u32, f64>, x: f64) -> f64 {
        m.retain(|k, _| *k > 1);
        let s = m.values().sum::<f64>() * x;
        m.clear();
        m.insert(9, x);
        s * m[&9]
    }

    #[test]
    fn gradient_is_right() {
        let mk = |x: &[f64]| HashMap::from([(1, x[0]), (2, x[1])]);
        let x = [0.7, 1.3, 0.5];
        let (f, gradient) = (
            |x: &[f64]| f(&mut mk(x), x[2]),
            |x: &[f64]| {
                let (d, k) = f::gradient(&mut mk(x), x[2]);
                vec![d[&1], d[&2], k]
            },
        );
        for _ in 0..2 {
            assert_grad(f, &x, &gradient(&x));
        }
    }
}
