//! Maps in fields, asked by references to keys that are fields themselves.

mod indexed {
    use crate::assert_grad;
    use pullback::{Differentiable, differentiable};
    use std::collections::HashMap;

    #[derive(Clone, Debug, Differentiable)]
    struct Bond {
        a: usize,
        b: usize,
        k: f64,
        r0: f64,
    }
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    enum Elem {
        H,
        C,
        O,
    }
    #[derive(Clone, Debug, Differentiable)]
    struct Mol {
        pos: Vec<[f64; 3]>,
        bonds: Vec<Bond>,
        #[constant]
        elems: Vec<Elem>,
        #[constant]
        charge: HashMap<Elem, f64>,
    }
    #[differentiable]
    fn dist(a: &[f64; 3], b: &[f64; 3]) -> f64 {
        a.iter()
            .zip(b.iter())
            .map(|(x, y)| (x - y) * (x - y))
            .sum::<f64>()
            .sqrt()
    }
    #[differentiable]
    impl Mol {
        fn bonded(&self) -> f64 {
            self.bonds
                .iter()
                .map(|b| {
                    let d = dist(&self.pos[b.a], &self.pos[b.b]) - b.r0;
                    0.5 * b.k * d * d
                })
                .sum()
        }
        fn coulomb(&self) -> f64 {
            let mut e = 0.0;
            for i in 0..self.pos.len() {
                for j in (i + 1)..self.pos.len() {
                    let q = self.charge[&self.elems[i]] * self.charge[&self.elems[j]];
                    e += q / dist(&self.pos[i], &self.pos[j]);
                }
            }
            e
        }
        fn energy(&self) -> f64 {
            self.bonded() + self.coulomb()
        }
    }
    #[differentiable]
    fn run(x: &[f64]) -> f64 {
        let charge = HashMap::from([(Elem::H, 0.4), (Elem::O, -0.8), (Elem::C, 0.0)]);
        let m = Mol {
            pos: x.chunks_exact(3).map(|c| [c[0], c[1], c[2]]).collect(),
            bonds: vec![
                Bond {
                    a: 0,
                    b: 1,
                    k: 2.0,
                    r0: 0.9,
                },
                Bond {
                    a: 0,
                    b: 2,
                    k: x[0],
                    r0: 1.1,
                },
            ],
            elems: vec![Elem::O, Elem::H, Elem::H],
            charge,
        };
        m.energy()
    }

    #[test]
    fn gradient_is_right() {
        let x = [0.5, 0.9, 0.7, 1.4, -0.2, 0.3, 0.1, 1.9, 1.0];
        let gradient = run::gradient(&x);
        assert_grad(run, &x, &gradient);
        assert_eq!(gradient, run::gradient(&x));
    }
}

mod by_items {
    use crate::assert_grad;
    use pullback::{Differentiable, differentiable};
    use std::collections::HashMap;

    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    enum Elem {
        H,
        C,
        O,
    }
    #[derive(Clone, Debug, Differentiable)]
    struct Mol {
        pos: Vec<f64>,
        #[constant]
        elems: Vec<Elem>,
        #[constant]
        charge: HashMap<Elem, f64>,
        by: HashMap<String, usize>,
        names: Vec<String>,
    }
    #[differentiable]
    impl Mol {
        fn a(&self) -> f64 {
            self.pos
                .iter()
                .zip(&self.elems)
                .map(|(p, e)| p * self.charge[e])
                .sum()
        }
        fn b(&self) -> f64 {
            let e = self.elems[0];
            self.charge[&e] * self.pos[1]
        }
        fn c(&self) -> f64 {
            self.charge.get(&self.elems[0]).copied().unwrap_or(1.0) * self.pos[0]
        }
        fn d(&self) -> f64 {
            self.pos[self.by[&self.names[0]]] * self.pos[self.by["b"]]
        }
    }
    #[differentiable]
    fn run(x: &[f64]) -> f64 {
        let charge = HashMap::from([(Elem::H, 0.4), (Elem::O, -0.8), (Elem::C, 0.0)]);
        let m = Mol {
            pos: x.to_vec(),
            elems: vec![Elem::O, Elem::H, Elem::H],
            charge,
            by: HashMap::from([("a".to_string(), 0), ("b".to_string(), 2)]),
            names: vec!["a".to_string()],
        };
        m.a() * m.b() + m.c() + m.d()
    }

    #[test]
    fn gradient_is_right() {
        let x = [0.5, 0.9, 0.7];
        let gradient = run::gradient(&x);
        assert_grad(run, &x, &gradient);
        assert_eq!(gradient, run::gradient(&x));
    }
}

mod every_way {
    use crate::assert_grad;
    use pullback::{Differentiable, differentiable};
    use std::collections::{BTreeMap, HashMap};
    use std::rc::Rc;

    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
    enum Elem {
        H,
        C,
        O,
    }
    #[derive(Clone, Debug, Differentiable)]
    struct Atom {
        q: f64,
        #[constant]
        kind: Elem,
        label: String,
        id: usize,
    }
    #[derive(Clone, Debug, Differentiable)]
    struct Field {
        atoms: Vec<Atom>,
        #[constant]
        charge: HashMap<Elem, f64>,
        #[constant]
        shared: Rc<HashMap<Elem, f64>>,
        #[constant]
        pair: BTreeMap<(Elem, Elem), f64>,
        #[constant]
        tables: HashMap<String, Vec<f64>>,
        index: HashMap<String, usize>,
    }
    #[differentiable]
    impl Field {
        fn a(&self) -> f64 {
            self.atoms.iter().map(|a| a.q * self.shared[&a.kind]).sum()
        }
        fn b(&self) -> f64 {
            let mut e = 0.0;
            for (i, a) in self.atoms.iter().enumerate() {
                for b in &self.atoms[i + 1..] {
                    e += a.q * b.q * self.pair[&(a.kind, b.kind)];
                }
            }
            e
        }
        fn c(&self) -> f64 {
            let mut s = 0.0;
            for a in &self.atoms {
                if let Some(w) = self.charge.get(&a.kind) {
                    s += w * a.q.powi(2);
                } else {
                    s += a.q;
                }
            }
            s
        }
        fn d(&self) -> f64 {
            self.atoms
                .iter()
                .map(|a| self.tables[&a.label].iter().sum::<f64>() * a.q + self.tables[&a.label][0])
                .sum()
        }
        fn e(&self, name: &str) -> f64 {
            let i = self.index[name];
            self.atoms[i].q * *self.charge.get(&self.atoms[i].kind).unwrap()
        }
        fn f(&self) -> f64 {
            self.atoms
                .iter()
                .filter(|a| self.charge.contains_key(&a.kind))
                .map(|a| a.q * a.q)
                .sum()
        }
        fn g(&self) -> f64 {
            self.atoms
                .iter()
                .map(|a| match self.charge.get(&a.kind) {
                    Some(&w) if w > 0.0 => w * a.q,
                    Some(w) => -w * a.q * a.q,
                    None => 0.1,
                })
                .sum()
        }
        fn h(&self) -> f64 {
            self.atoms
                .iter()
                .map(|a| self.charge.get(&a.kind).map_or(a.q, |w| w * a.q.sin()))
                .sum()
        }
    }
    #[differentiable]
    fn outside(atoms: &[Atom], #[constant] w: &HashMap<Elem, f64>) -> f64 {
        atoms
            .iter()
            .map(|a| w[&a.kind] * a.q + w.get(&a.kind).copied().unwrap_or(0.0))
            .sum()
    }
    #[differentiable]
    fn run(x: &[f64]) -> f64 {
        let charge: HashMap<Elem, f64> = HashMap::from([(Elem::H, 0.4), (Elem::O, -0.8)]);
        let kinds = [Elem::O, Elem::H, Elem::H];
        let atoms: Vec<Atom> = x
            .iter()
            .enumerate()
            .map(|(i, &q)| Atom {
                q,
                kind: kinds[i],
                label: format!("t{}", i % 2),
                id: i,
            })
            .collect();
        let o = outside(&atoms, &charge);
        let l: f64 = atoms.iter().map(|a| charge[&a.kind] * a.q).sum();
        let f = Field {
            atoms,
            shared: Rc::new(charge.clone()),
            charge: charge.clone(),
            pair: BTreeMap::from([((Elem::O, Elem::H), 0.3), ((Elem::H, Elem::H), 0.6)]),
            tables: HashMap::from([
                ("t0".to_string(), vec![1.0, 2.0]),
                ("t1".to_string(), vec![0.5]),
            ]),
            index: HashMap::from([("z".to_string(), 2)]),
        };
        f.a() + f.b() * f.c() + f.d() * f.e("z") + f.f() + f.g() * f.h() + o * l
    }

    #[test]
    fn gradient_is_right() {
        let x = [0.5, 0.9, 0.7];
        let gradient = run::gradient(&x);
        assert_grad(run, &x, &gradient);
        assert_eq!(gradient, run::gradient(&x));
    }
}

mod by_keys_that_move {
    use crate::assert_grad;
    use pullback::{Differentiable, differentiable};
    use std::collections::{BTreeMap, HashMap};

    #[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
    enum Key {
        Slope,
        Layer(u8),
        Named(String),
    }
    #[derive(Clone, Debug, Differentiable)]
    struct Edge {
        w: f64,
        #[constant]
        key: Key,
        label: String,
    }
    #[derive(Clone, Debug, Differentiable)]
    struct G {
        edges: Vec<Edge>,
        #[constant]
        tab: HashMap<Key, f64>,
        #[constant]
        by: BTreeMap<String, Vec<f64>>,
        k: f64,
    }
    #[differentiable]
    impl G {
        fn a(&self) -> f64 {
            self.edges
                .iter()
                .map(|e| self.tab.get(&e.key).map_or(1.0, |w| w * e.w))
                .sum()
        }
        fn b(&self) -> f64 {
            let mut s = 0.0;
            for e in &self.edges {
                if let Some(v) = self.by.get(&e.label) {
                    s += v.iter().map(|a| a * e.w).sum::<f64>() * self.k;
                }
            }
            s
        }
        fn c(&self, #[constant] key: &Key) -> f64 {
            match self.tab.get(key) {
                Some(w) => w * self.k,
                None => self.k * self.k,
            }
        }
        fn d(&self) -> f64 {
            let key = Key::Named("x".to_string());
            let w = self.tab.get(&key).copied().unwrap_or(0.5);
            w * self.k + *self.tab.get(&self.edges[0].key).unwrap_or(&2.0) * self.k
        }
        fn e(&mut self) {
            for e in self.edges.iter_mut() {
                let w = self.tab[&e.key];
                e.w *= w;
                self.k += e.w;
            }
        }
        fn f(&self, at: usize) -> Option<f64> {
            let e = self.edges.get(at)?;
            let w = self.tab.get(&e.key)?;
            Some(w * e.w)
        }
    }
    #[differentiable]
    fn run(x: &[f64]) -> f64 {
        let edges = vec![
            Edge {
                w: x[0],
                key: Key::Slope,
                label: "p".into(),
            },
            Edge {
                w: x[1],
                key: Key::Layer(2),
                label: "q".into(),
            },
        ];
        let mut g = G {
            edges,
            tab: HashMap::from([(Key::Slope, 0.7), (Key::Layer(2), 1.3)]),
            by: BTreeMap::from([("q".to_string(), vec![1.0, 2.0])]),
            k: x[2],
        };
        let r = g.a()
            + g.b() * g.c(&Key::Slope)
            + g.c(&Key::Layer(9))
            + g.d()
            + g.f(1).unwrap_or(0.0)
            + g.f(7).unwrap_or(0.0);
        g.e();
        r * g.a() + g.k
    }

    #[test]
    fn gradient_is_right() {
        let x = [0.5, 0.9, 0.7];
        let gradient = run::gradient(&x);
        assert_grad(run, &x, &gradient);
        assert_eq!(gradient, run::gradient(&x));
    }
}
