//! Chains over sets, groups and other items that carry no derivative and cannot be indexed.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};

mod groups {
    use super::*;
    use std::collections::{BTreeMap, BTreeSet, HashSet};
    #[differentiable]
    fn f(x: &[f64]) -> f64 {
        let mut groups: BTreeMap<u8, Vec<usize>> = BTreeMap::new();
        for i in 0..x.len() {
            groups.entry((i % 2) as u8).or_default().push(i);
        }
        let chosen: BTreeSet<usize> = [0, 2].into_iter().collect();
        let mut s: f64 = chosen.iter().map(|&i| x[i] * x[i]).sum();
        s += chosen.iter().map(|&i| x[i]).product::<f64>();
        s += chosen
            .iter()
            .map(|i| x[*i])
            .fold(0.5, |a, v| a * 0.5 + v.sin());
        for (k, members) in &groups {
            let mean = members.iter().map(|&i| x[i]).sum::<f64>() / members.len() as f64;
            let w = groups[k]
                .iter()
                .map(|&i| i + 1)
                .map(|j| j as f64 * x[j - 1])
                .sum::<f64>();
            s += (*k as f64 + 1.0) * mean * mean + w;
            for d in members.iter().map(|&i| x[i] - mean) {
                if d < 0.0 {
                    continue;
                }
                s += d * d * d;
            }
            let all: Vec<f64> = members.iter().map(|&i| x[i]).collect();
            s += all.iter().fold(0.0f64, |a, &b| a.max(b))
                + members
                    .iter()
                    .map(|&i| x[i])
                    .fold(f64::NEG_INFINITY, f64::max);
            s += members
                .iter()
                .filter(|i| **i != 2)
                .map(|&i| x[i])
                .sum::<f64>();
            s += members
                .iter()
                .zip(members.iter().skip(1))
                .map(|(&a, &b)| x[a] * x[b])
                .sum::<f64>();
            s += members
                .iter()
                .enumerate()
                .map(|(r, &i)| x[i] * r as f64)
                .sum::<f64>();
            s += members.iter().rev().take(2).map(|&i| x[i]).sum::<f64>();
        }
        let n = groups.get(&0).unwrap();
        s + n.iter().map(|&i| x[i]).sum::<f64>() * n.iter().copied().map(|i| x[i]).product::<f64>()
    }

    #[test]
    fn gradient_is_right() {
        for at in [
            &[0.6, 0.5, 1.2, 2.3, -0.4][..],
            &[1.6, -0.5, 0.2, 0.3, 0.9][..],
        ] {
            let gradient = f::gradient(at);
            assert_grad(f, at, &gradient);
            assert_eq!(gradient, f::gradient(at));
        }
    }
}

mod looked_up {
    use super::*;
    use std::collections::BTreeMap;
    #[differentiable]
    fn f(x: &[f64]) -> f64 {
        let mut groups: BTreeMap<u8, Vec<usize>> = BTreeMap::new();
        for i in 0..x.len() {
            groups.entry((i % 2) as u8).or_default().push(i);
        }
        let m = &groups[&1];
        let n = groups.get(&0).unwrap();
        m.iter().map(|&i| x[i]).sum::<f64>() * n.iter().map(|&i| x[i]).product::<f64>()
    }

    #[test]
    fn gradient_is_right() {
        for at in [&[0.6, 0.5, 1.2, 2.3][..]] {
            let gradient = f::gradient(at);
            assert_grad(f, at, &gradient);
            assert_eq!(gradient, f::gradient(at));
        }
    }
}

mod in_heads {
    use super::*;
    use std::collections::BTreeMap;
    #[differentiable]
    fn f(x: &[f64]) -> f64 {
        let mut groups: BTreeMap<u8, Vec<usize>> = BTreeMap::new();
        for i in 0..x.len() {
            groups.entry((i % 2) as u8).or_default().push(i);
        }
        let mut s = 0.0;
        for members in groups.values() {
            for t in members.iter().map(|&i| x[i]) {
                s += t * t;
            }
        }
        s
    }

    #[test]
    fn gradient_is_right() {
        for at in [&[0.6, 0.5, 1.2, 2.3][..]] {
            let gradient = f::gradient(at);
            assert_grad(f, at, &gradient);
            assert_eq!(gradient, f::gradient(at));
        }
    }
}

mod variances {
    use super::*;
    use std::collections::BTreeMap;
    #[differentiable]
    fn f(x: &[f64]) -> f64 {
        let mut groups: BTreeMap<u8, Vec<usize>> = BTreeMap::new();
        for i in 0..x.len() {
            groups.entry((i % 2) as u8).or_default().push(i);
        }
        let mut s = 0.0;
        for (k, members) in &groups {
            let mean = members.iter().map(|&i| x[i]).sum::<f64>() / members.len() as f64;
            let var: f64 = members.iter().map(|&i| (x[i] - mean).powi(2)).sum();
            s += var * (*k as f64 + 1.0);
        }
        if let Some(m) = groups.get(&1) {
            s += x[m[0]];
        }
        s
    }

    #[test]
    fn gradient_is_right() {
        for at in [&[0.6, 0.5, 1.2, 2.3][..]] {
            let gradient = f::gradient(at);
            assert_grad(f, at, &gradient);
            assert_eq!(gradient, f::gradient(at));
        }
    }
}
