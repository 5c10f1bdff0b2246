//! Loops and chains over maps and sets in fields, beside lists and types of the user's with methods of their names.

mod maps {
    use crate::assert_grad;
    use pullback::{Differentiable, differentiable};
    use std::collections::{BTreeMap, HashMap, HashSet};

    #[derive(Differentiable, Clone)]
    struct Book {
        #[constant]
        prices: HashMap<String, f64>,
        links: BTreeMap<usize, Vec<usize>>,
        hot: HashSet<usize>,
        amounts: Vec<f64>,
        total: f64,
    }

    #[differentiable]
    impl Book {
        fn new(#[constant] prices: HashMap<String, f64>, amounts: Vec<f64>) -> Self {
            let mut links = BTreeMap::new();
            links.insert(0, vec![1, 0]);
            links.insert(1, vec![1]);
            Self {
                prices,
                links,
                hot: HashSet::from([1]),
                amounts,
                total: 0.0,
            }
        }
        fn value(&self) -> f64 {
            let mut v = 0.0;
            for (name, price) in &self.prices {
                let i = if name == "a" { 0 } else { 1 };
                v += self.amounts[i] * price * price;
            }
            v
        }
        fn coupled(&self) -> f64 {
            let mut s = 0.0;
            for (i, others) in self.links.iter() {
                for &j in others {
                    s += self.amounts[*i] * self.amounts[j];
                }
            }
            for i in &self.hot {
                s += self.amounts[*i].exp();
            }
            s
        }
        fn grow(&mut self) -> f64 {
            for (_, price) in self.prices.iter() {
                self.total += price * self.amounts[0];
                self.amounts[1] *= 1.1;
            }
            for (k, others) in &self.links {
                self.total *= self.amounts[*k] + others.len() as f64;
            }
            self.total
        }
        fn chained(&self) -> f64 {
            let a: f64 = self.prices.values().map(|p| p * self.amounts[0]).sum();
            let b = self.prices.values().sum::<f64>() * self.amounts[1];
            let later = self.links.iter().filter(|(k, _)| **k > 0);
            let c: f64 = later.map(|(k, v)| self.amounts[*k] * v.len() as f64).sum();
            let d = self.links.keys().fold(1.0, |acc, k| acc * self.amounts[*k]);
            let e: f64 = self.hot.iter().map(|&i| self.amounts[i].powi(2)).sum();
            let top = self.prices.values().copied().fold(f64::MIN, f64::max);
            let dear = self.prices.values().filter(|p| **p > 2.5).count();
            let any = self.prices.values().any(|p| *p > 2.9);
            let more = if any { self.amounts[0] } else { 0.0 };
            a + b * c + d * e + top * self.amounts[0] + dear as f64 * self.amounts[1] + more
        }
    }

    #[differentiable]
    fn outside(b: &Book, extra: f64) -> f64 {
        let mut s = 0.0;
        for (&k, others) in &b.links {
            s += b.amounts[k] * extra * others.len() as f64;
        }
        if b.prices.contains_key("a") {
            s += b.prices["a"] * extra;
        }
        for (name, price) in b.prices.iter() {
            s += price * extra * extra * name.len() as f64;
        }
        for price in b.prices.values() {
            s *= price * extra;
        }
        s
    }

    #[differentiable]
    fn all(x: &[f64], #[constant] prices: &HashMap<String, f64>) -> f64 {
        let mut b = Book::new(prices.clone(), x[..2].to_vec());
        let r = b.value() + b.coupled() * b.chained() + outside(&b, x[2]);
        r + b.grow() * b.value()
    }

    #[test]
    fn gradient_is_right() {
        let prices = HashMap::from([("a".to_string(), 2.0), ("bcd".to_string(), 3.0)]);
        for x in [[1.0, 2.0, 0.7], [-0.4, 0.3, 1.7]] {
            let gradient = all::gradient(&x, &prices);
            assert_grad(|x| all(x, &prices), &x, &gradient);
            assert_grad(|x| all(x, &prices), &x, &all::gradient(&x, &prices));
        }
    }
}

mod only_values {
    use crate::assert_grad;
    use pullback::{Differentiable, differentiable};
    use std::collections::{BTreeMap, HashMap};

    #[derive(Differentiable, Clone)]
    struct Rates {
        #[constant]
        named: BTreeMap<String, f64>,
        #[constant]
        numbered: HashMap<u32, f64>,
        x: Vec<f64>,
    }

    #[differentiable]
    impl Rates {
        fn looped(&self) -> f64 {
            let mut s = 0.0;
            for p in self.named.values() {
                s += p * self.x[0];
            }
            for p in self.named.values() {
                s += *p * self.x[1];
            }
            for k in self.numbered.keys() {
                s += self.x[(*k % 2) as usize].sin();
            }
            s
        }
        fn chained(&self) -> f64 {
            let weighed = self.named.values().map(|p| p * self.x[0]);
            weighed.sum::<f64>() + self.numbered.values().sum::<f64>() * self.x[1]
        }
    }

    #[differentiable]
    fn all(r: &Rates) -> f64 {
        let largest = r.numbered.values().cloned().fold(f64::MIN, f64::max);
        r.looped() * r.chained() + r.numbered.values().fold(largest, |a, b| a + b * r.x[1])
    }

    #[test]
    fn gradient_is_right() {
        let rates = |x: &[f64]| Rates {
            named: BTreeMap::from([("a".to_string(), 2.0), ("bcd".to_string(), 3.0)]),
            numbered: HashMap::from([(0, 1.5), (3, 0.5)]),
            x: x.to_vec(),
        };
        for x in [[1.0, 2.0], [-0.4, 0.3]] {
            let gradient = all::gradient(&rates(&x)).x;
            assert_grad(|x| all(&rates(x)), &x, &gradient);
            assert_grad(|x| all(&rates(x)), &x, &all::gradient(&rates(&x)).x);
        }
    }
}

mod beside_own_types {
    use crate::assert_grad;
    use pullback::{Differentiable, differentiable};

    #[derive(Differentiable, Clone)]
    struct Grid {
        cells: Vec<f64>,
    }
    #[differentiable]
    impl Grid {
        fn values(&self) -> &[f64] {
            &self.cells
        }
        fn keys(&self) -> Vec<f64> {
            self.cells.iter().map(|c| c * 2.0).collect()
        }
    }
    #[derive(Differentiable, Clone)]
    struct World {
        grid: Grid,
        pairs: Vec<(f64, f64)>,
    }
    #[differentiable]
    impl World {
        fn total(&self) -> f64 {
            let mut s = 0.0;
            for v in self.grid.values() {
                s += v * v;
            }
            for k in self.grid.keys() {
                s += k.sin();
            }
            for (a, b) in &self.pairs {
                s += a * b;
            }
            for &(a, b) in &self.pairs {
                s += a / b;
            }
            s
        }
    }

    #[test]
    fn gradient_is_right() {
        let world = |x: &[f64]| World {
            grid: Grid {
                cells: x[..2].to_vec(),
            },
            pairs: vec![(x[2], x[3])],
        };
        let x = [1.0, 2.0, 0.7, 0.3];
        let g = world(&x).total_gradient();
        let gradient = [g.grid.cells, vec![g.pairs[0].0, g.pairs[0].1]].concat();
        assert_grad(|x| world(x).total(), &x, &gradient);
    }
}
