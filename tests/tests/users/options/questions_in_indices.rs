//! Indices that are computed by control flow: `v.get(i.checked_sub(1)?)?`.

mod before {
    use crate::assert_grad;
    use pullback::differentiable;
    #[differentiable]
    fn g(v: &[f64], i: usize) -> Option<f64> {
        let a = v.get(i.checked_sub(1)?)?;
        Some(a * a)
    }
    #[differentiable]
    fn f(x: &[f64]) -> f64 {
        g(x, 1).unwrap_or(0.0)
    }

    #[test]
    fn gradient_is_right() {
        let x = [0.3, 0.7, -0.2, 1.1];
        let gradient = f::gradient(&x);
        assert_grad(f, &x, &gradient);
        assert_eq!(gradient, f::gradient(&x));
    }
}

mod neighbours {
    use crate::assert_grad;
    use pullback::differentiable;
    #[differentiable]
    fn g(v: &[f64], i: usize) -> Option<f64> {
        let (a, b) = (v.get(i.checked_sub(1)?)?, v.get(i)?);
        Some(a * b)
    }
    #[differentiable]
    fn f(x: &[f64]) -> f64 {
        g(x, 1).unwrap_or(0.0)
    }

    #[test]
    fn gradient_is_right() {
        let x = [0.3, 0.7, -0.2, 1.1];
        let gradient = f::gradient(&x);
        assert_grad(f, &x, &gradient);
        assert_eq!(gradient, f::gradient(&x));
    }
}

mod rows {
    use crate::assert_grad;
    use pullback::differentiable;
    #[differentiable]
    fn g(rows: &[Vec<f64>], names: &[&str], key: &str, k: usize) -> Option<f64> {
        let row = rows.get(names.iter().position(|n| *n == key)?)?;
        let w = rows[names.iter().position(|n| *n == "a")?]
            .iter()
            .sum::<f64>();
        let z = row.get(if k > 1 { k - 1 } else { 0 })?
            * row[match k {
                0 => 1,
                _ => 0,
            }];
        let s = rows[names.iter().position(|n| *n == key)?][k.checked_sub(1)?] + w * z;
        let mut own = rows.to_vec();
        own.get_mut(names.iter().position(|n| *n == key)?)?[0] *= s;
        own[names.iter().position(|n| *n == key)?].push(s * z);
        *own[k.checked_sub(1)?].last_mut()? += w;
        Some(own.iter().flatten().sum::<f64>() * s)
    }
    #[differentiable]
    fn f(x: &[f64]) -> f64 {
        let rows = vec![x.to_vec(), vec![x[1], x[0] * x[2]]];
        g(&rows, &["a", "b"], "b", 1).unwrap_or(x[0])
            + g(&rows, &["a", "b"], "c", 1).unwrap_or(x[1])
            + g(&rows, &["a", "b"], "a", 0).unwrap_or(x[1])
    }

    #[test]
    fn gradient_is_right() {
        let x = [0.3, 0.7, 0.9, 1.1];
        let gradient = f::gradient(&x);
        assert_grad(f, &x, &gradient);
        assert_eq!(gradient, f::gradient(&x));
    }
}

mod table {
    use crate::assert_grad;
    use pullback::{Differentiable, differentiable};
    #[derive(Clone, Debug, Differentiable)]
    struct Table {
        points: Vec<(f64, f64)>,
    }
    #[differentiable]
    impl Table {
        fn new(mut points: Vec<(f64, f64)>) -> Option<Self> {
            if points.len() < 2 {
                return None;
            }
            points.sort_by(|a, b| a.0.total_cmp(&b.0));
            Some(Self { points })
        }
        fn lookup(&self, x: f64) -> Option<f64> {
            let i = match self.points.binary_search_by(|p| p.0.total_cmp(&x)) {
                Ok(i) => return Some(self.points[i].1),
                Err(i) => i,
            };
            let (&(x0, y0), &(x1, y1)) = (self.points.get(i.checked_sub(1)?)?, self.points.get(i)?);
            Some(y0 + (y1 - y0) * (x - x0) / (x1 - x0))
        }
        fn area(&self) -> f64 {
            self.points
                .windows(2)
                .map(|w| 0.5 * (w[1].0 - w[0].0) * (w[0].1 + w[1].1))
                .sum()
        }
    }
    #[differentiable]
    fn f(x: &[f64]) -> f64 {
        let Some(table) = Table::new(vec![(0.0, x[0]), (2.0, x[1]), (1.0, x[2] * x[0])]) else {
            return 0.0;
        };
        let a = table
            .lookup(x[3])
            .or_else(|| table.lookup(1.0))
            .unwrap_or_default();
        a * table.area() + table.lookup(-1.0).map_or(x[0], |v| v * 2.0)
    }

    #[test]
    fn gradient_is_right() {
        let x = [0.3, 0.7, -0.2, 1.1];
        let gradient = f::gradient(&x);
        assert_grad(f, &x, &gradient);
        assert_eq!(gradient, f::gradient(&x));
        let x = [0.3, 0.7, -0.2, 5.1];
        let gradient = f::gradient(&x);
        assert_grad(f, &x, &gradient);
        assert_eq!(gradient, f::gradient(&x));
    }
}

mod taken {
    use crate::check;
    use pullback::differentiable;
    use std::collections::HashMap;
    use std::mem;

    fn account(name: &str) -> Option<usize> {
        ["a", "b", "c"].iter().position(|n| *n == name)
    }

    #[differentiable]
    fn settle(balances: &mut [f64], index: &HashMap<String, usize>, close: &str) -> Option<f64> {
        let find = |name: &str| index.get(name).copied();
        let kept = mem::replace(&mut balances[account("a")?], 2.0);
        let paid = mem::take(&mut balances[find(close)?]);
        balances[find("c")?] += 0.5 * paid;
        Some(kept * paid)
    }

    #[differentiable]
    fn settled(x: &[f64], close: &str) -> f64 {
        let index: HashMap<String, usize> = (["a", "b", "c"].iter().enumerate())
            .map(|(i, s)| (s.to_string(), i))
            .collect();
        let mut balances = x.to_vec();
        let fee = settle(&mut balances, &index, close).unwrap_or(3.0);
        fee + balances.iter().map(|b| b * b).sum::<f64>()
    }

    #[test]
    fn gradient_is_right() {
        for close in ["b", "a", "z"] {
            check(
                |x| settled(x, close),
                |x| settled::gradient(x, close),
                &[&[0.3, 0.7, -0.2], &[1.0, -2.0, 0.5]],
            );
        }
    }
}
