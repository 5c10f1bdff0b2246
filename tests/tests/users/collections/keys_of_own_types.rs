//! Keys of maps whose types derive nothing.

mod fields {
    use crate::assert_grad;
    use pullback::{Differentiable, differentiable};
    use std::collections::HashMap;

    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
    enum Kind {
        A,
        B,
    }
    #[derive(Differentiable, Clone)]
    struct M {
        w: HashMap<Kind, f64>,
        k: f64,
    }
    #[differentiable]
    impl M {
        fn cost(&self, q: &[f64]) -> f64 {
            self.w[&Kind::A] * q[0] * self.k + self.w.get(&Kind::B).copied().unwrap_or(0.0) * q[1]
        }
    }
    #[differentiable]
    fn f(x: &[f64]) -> f64 {
        let mut w = HashMap::new();
        w.insert(Kind::A, x[0]);
        w.insert(Kind::B, x[1]);
        let m = M { w, k: x[2] };
        m.cost(&x[1..])
    }

    #[test]
    fn gradient_is_right() {
        let x = [0.7, 1.3, 0.4];
        let (f, gradient) = (|x: &[f64]| f(x), |x: &[f64]| f::gradient(x));
        for _ in 0..2 {
            assert_grad(f, &x, &gradient(&x));
        }
    }
}

mod places {
    use crate::assert_grad;
    use pullback::differentiable;
    use std::collections::BTreeMap;

    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
    struct NodeId(usize);
    #[differentiable]
    fn path(w: &BTreeMap<NodeId, f64>, route: &[usize]) -> f64 {
        let mut s = 0.0;
        for &r in route {
            s += w[&NodeId(r)].powi(2);
        }
        s
    }
    #[differentiable]
    fn f(x: &[f64]) -> f64 {
        let mut w: BTreeMap<NodeId, f64> = BTreeMap::new();
        for (i, v) in x.iter().enumerate() {
            w.insert(NodeId(i), v * v);
        }
        path(&w, &[0, 2, 1])
    }

    #[test]
    fn gradient_is_right() {
        let x = [0.7, 1.3, 0.4];
        let (f, gradient) = (|x: &[f64]| f(x), |x: &[f64]| f::gradient(x));
        for _ in 0..2 {
            assert_grad(f, &x, &gradient(&x));
        }
    }
}

mod arguments {
    use crate::assert_grad;
    use pullback::differentiable;
    use std::collections::HashMap;

    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
    struct NodeId(usize);
    #[differentiable]
    fn f(w: &HashMap<NodeId, f64>, k: f64) -> f64 {
        let mut s = 0.0;
        for (id, v) in w {
            s += id.0 as f64 * v * k;
        }
        s + w.values().sum::<f64>()
    }
    fn mk(x: &[f64]) -> HashMap<NodeId, f64> {
        x.iter().enumerate().map(|(i, v)| (NodeId(i), *v)).collect()
    }

    #[test]
    fn gradient_is_right() {
        let x = [0.7, 1.3, 0.4];
        let (f, gradient) = (
            |x: &[f64]| f(&mk(&x[1..]), x[0]),
            |x: &[f64]| {
                let (d, k) = f::gradient(&mk(&x[1..]), x[0]);
                let mut g = vec![k];
                for i in 0..x.len() - 1 {
                    g.push(d[&NodeId(i)]);
                }
                g
            },
        );
        for _ in 0..2 {
            assert_grad(f, &x, &gradient(&x));
        }
    }
}

mod positions {
    use crate::assert_grad;
    use pullback::differentiable;
    use std::collections::HashMap;

    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
    enum Kind {
        A,
        B,
    }
    #[differentiable]
    fn f(x: &[f64], index: &HashMap<Kind, usize>) -> f64 {
        x[index[&Kind::A]] * x[index[&Kind::B]]
            + index.get(&Kind::A).map(|&i| x[i].sin()).unwrap_or(0.0)
    }

    #[test]
    fn gradient_is_right() {
        let ix = HashMap::from([(Kind::A, 0), (Kind::B, 2)]);
        let x = [0.7, 1.3, 0.4];
        let (f, gradient) = (|x: &[f64]| f(x, &ix), |x: &[f64]| f::gradient(x, &ix));
        for _ in 0..2 {
            assert_grad(f, &x, &gradient(&x));
        }
    }
}

mod positions_in_fields {
    use crate::assert_grad;
    use pullback::{Differentiable, differentiable};
    use std::collections::HashMap;

    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
    enum Kind {
        A,
        B,
    }
    #[derive(Differentiable, Clone)]
    struct M {
        index: HashMap<Kind, usize>,
        w: Vec<f64>,
    }
    #[differentiable]
    impl M {
        fn at(&self, k: Kind) -> f64 {
            self.w[self.index[&k]]
        }
        fn tot(&self) -> f64 {
            let mut s = 0.0;
            for (k, &i) in &self.index {
                if *k == Kind::A {
                    s += self.w[i];
                } else {
                    s -= self.w[i] * self.w[i];
                }
            }
            s
        }
        fn add(&mut self, k: Kind, v: f64) {
            let n = self.w.len();
            self.index.insert(k, n);
            self.w.push(v);
        }
    }
    #[differentiable]
    fn f(x: &[f64]) -> f64 {
        let mut m = M {
            index: HashMap::new(),
            w: Vec::new(),
        };
        m.add(Kind::A, x[0] * x[1]);
        m.add(Kind::B, x[1] * x[2]);
        m.at(Kind::A) * m.at(Kind::B) + m.tot()
    }

    #[test]
    fn gradient_is_right() {
        let x = [0.7, 1.3, 0.4];
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

    #[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
    enum Asset {
        Cash,
        Stock(String),
    }
    #[derive(Differentiable, Clone)]
    struct P {
        pos: BTreeMap<Asset, f64>,
        fee: f64,
    }
    #[differentiable]
    impl P {
        fn buy(&mut self, a: Asset, q: f64, px: f64) {
            *self.pos.entry(a).or_insert(0.0) += q;
            *self.pos.entry(Asset::Cash).or_insert(0.0) -= q * px * (1.0 + self.fee);
        }
        fn value(&self, px: &BTreeMap<Asset, f64>) -> f64 {
            let mut v = 0.0;
            for (a, q) in &self.pos {
                v += q * px.get(a).copied().unwrap_or(1.0);
            }
            v
        }
    }
    #[differentiable]
    fn f(x: &[f64]) -> f64 {
        let mut p = P {
            pos: BTreeMap::new(),
            fee: x[0],
        };
        p.buy(Asset::Stock("a".to_string()), x[1], x[2]);
        p.buy(Asset::Stock("b".to_string()), x[2], x[1]);
        let mut px = BTreeMap::new();
        px.insert(Asset::Stock("a".to_string()), x[2] * 1.5);
        p.value(&px)
    }

    #[test]
    fn gradient_is_right() {
        let x = [0.7, 1.3, 0.4];
        let (f, gradient) = (|x: &[f64]| f(x), |x: &[f64]| f::gradient(x));
        for _ in 0..2 {
            assert_grad(f, &x, &gradient(&x));
        }
    }
}

mod counts {
    use crate::assert_grad;
    use pullback::differentiable;
    use std::collections::HashMap;

    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
    enum Kind {
        A,
        B,
    }
    #[differentiable]
    fn total(m: &HashMap<Kind, usize>, x: &[f64]) -> f64 {
        let mut s = 0.0;
        for (i, v) in x.iter().enumerate() {
            let k = if i % 2 == 0 { Kind::A } else { Kind::B };
            s += v * m[&k] as f64;
        }
        s
    }
    #[differentiable]
    fn f(x: &[f64]) -> f64 {
        let mut m = HashMap::new();
        for (i, _) in x.iter().enumerate() {
            *m.entry(if i == 1 { Kind::B } else { Kind::A })
                .or_insert(0usize) += 1;
        }
        total(&m, x) * x[0]
    }

    #[test]
    fn gradient_is_right() {
        let x = [0.7, 1.3, 0.4];
        let (f, gradient) = (|x: &[f64]| f(x), |x: &[f64]| f::gradient(x));
        for _ in 0..2 {
            assert_grad(f, &x, &gradient(&x));
        }
    }
}

mod results {
    use crate::assert_grad;
    use pullback::differentiable;
    use std::collections::HashMap;

    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
    enum Kind {
        A,
        B,
    }
    #[differentiable]
    fn build(x: &[f64]) -> HashMap<Kind, f64> {
        let mut m = HashMap::new();
        m.insert(Kind::A, x[0] * x[1]);
        m.insert(Kind::B, x[1]);
        m
    }
    #[differentiable]
    fn f(x: &[f64]) -> f64 {
        let m = build(x);
        m[&Kind::A] * m[&Kind::B]
    }

    #[test]
    fn gradient_is_right() {
        let x = [0.7, 1.3];
        let (f, gradient) = (|x: &[f64]| f(x), |x: &[f64]| f::gradient(x));
        for _ in 0..2 {
            assert_grad(f, &x, &gradient(&x));
        }
    }
}

mod pairs {
    use crate::assert_grad;
    use pullback::differentiable;
    use std::collections::HashMap;

    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
    enum Side {
        L,
        R,
    }
    #[differentiable]
    fn f(m: &mut HashMap<(Side, usize), f64>, x: f64) -> f64 {
        *m.entry((Side::L, 1)).or_insert(0.0) += x * x;
        m.insert((Side::R, 0), x);
        let mut s = 0.0;
        for ((side, n), v) in m.iter() {
            s += v * v * *n as f64 * if *side == Side::L { 2.0 } else { 3.0 };
        }
        s + m[&(Side::R, 0)]
    }

    #[test]
    fn gradient_is_right() {
        let mk = |x: &[f64]| HashMap::from([((Side::L, 1), x[0])]);
        let x = [0.7, 1.3];
        let (f, gradient) = (
            |x: &[f64]| f(&mut mk(x), x[1]),
            |x: &[f64]| {
                let (d, k) = f::gradient(&mut mk(x), x[1]);
                vec![d[&(Side::L, 1)], k]
            },
        );
        for _ in 0..2 {
            assert_grad(f, &x, &gradient(&x));
        }
    }
}

mod by_parts {
    use crate::assert_grad;
    use pullback::{Differentiable, differentiable};
    use std::collections::{BTreeMap, HashMap};

    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
    struct NodeId(usize);
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
    enum Kind {
        A,
        B,
    }
    #[derive(Differentiable, Clone)]
    struct Atom {
        kind: Kind,
        id: usize,
        q: f64,
    }
    #[derive(Differentiable, Clone)]
    struct M {
        warm: HashMap<NodeId, f64>,
        by: BTreeMap<Kind, f64>,
        lists: BTreeMap<Kind, Vec<f64>>,
        k: f64,
    }
    #[differentiable]
    impl M {
        fn fill(&mut self, atoms: &[Atom]) {
            for (i, a) in atoms.iter().enumerate() {
                self.warm.insert(NodeId(i), a.q * self.k);
                *self.by.entry(a.kind).or_insert(0.0) += a.q;
                self.lists.entry(a.kind).or_default().push(a.q * a.q);
                self.by.insert(a.kind, self.by[&a.kind] * 2.0);
            }
        }
        fn t(&self) -> f64 {
            self.warm[&NodeId(0)] * self.warm[&NodeId(1)]
                + self.by.values().map(|v| v * v).sum::<f64>()
                + self.lists[&Kind::A].iter().sum::<f64>()
        }
    }
    #[differentiable]
    fn f(x: &[f64]) -> f64 {
        let atoms = [
            Atom {
                kind: Kind::A,
                id: 0,
                q: x[0],
            },
            Atom {
                kind: Kind::B,
                id: 1,
                q: x[1],
            },
            Atom {
                kind: Kind::A,
                id: 2,
                q: x[0] * x[1],
            },
        ];
        let mut m = M {
            warm: HashMap::new(),
            by: BTreeMap::new(),
            lists: BTreeMap::new(),
            k: x[1],
        };
        m.fill(&atoms);
        m.t()
    }

    #[test]
    fn gradient_is_right() {
        let x = [0.7, 1.3];
        let (f, gradient) = (|x: &[f64]| f(x), |x: &[f64]| f::gradient(x));
        for _ in 0..2 {
            assert_grad(f, &x, &gradient(&x));
        }
    }
}
