//! Items that may be lists, options or results, pairs with items that begin again, and what is asked of
//! options that variables hold.

use pullback::{Differentiable, differentiable};
use pullback_tests::check;

#[derive(Clone, Copy, Differentiable)]
struct Reading {
    value: f64,
    weight: f64,
}

#[derive(Clone, Differentiable)]
struct Station {
    rows: Vec<Vec<f64>>,
    readings: Vec<Option<Reading>>,
}

#[differentiable]
impl Station {
    fn total(&self) -> f64 {
        self.rows.iter().flatten().map(|v| v * v).sum()
    }

    fn mean(&self) -> f64 {
        let n = self.readings.iter().flatten().count();
        let sum: f64 = (self.readings.iter().flatten())
            .map(|r| r.value * r.weight)
            .sum();
        sum / n.max(1) as f64
    }

    fn heaviest(&self) -> f64 {
        let weights = self.readings.iter().flatten().map(|r| r.weight);
        weights.fold(f64::NEG_INFINITY, f64::max)
    }
}

#[differentiable]
fn station(x: &[f64]) -> f64 {
    let station = Station {
        rows: vec![vec![x[0], x[1]], vec![x[2]]],
        readings: vec![
            None,
            Some(Reading {
                value: x[0],
                weight: x[2],
            }),
            Some(Reading {
                value: x[1],
                weight: 0.5,
            }),
        ],
    };
    station.total() + station.mean() * station.heaviest()
}
check!(station_checks, station(&[0.3, 1.4, 0.7]));

#[differentiable]
fn logarithm(v: f64) -> Option<f64> {
    (v > 0.5).then(|| v.ln())
}

#[differentiable]
fn root(v: f64) -> Result<f64, String> {
    if v > 0.5 {
        Ok(v.sqrt())
    } else {
        Err("too small".to_string())
    }
}

#[differentiable]
fn powers(v: f64) -> Vec<f64> {
    vec![v, v * v]
}

#[differentiable]
fn halves(v: f64) -> [f64; 2] {
    [v * 0.5, v * v * v]
}

#[differentiable]
fn found(x: &[f64]) -> f64 {
    let found: Vec<Option<f64>> = x.iter().map(|&v| logarithm(v)).collect();
    let squares: f64 = found.iter().flatten().map(|v| v * v).sum();
    let doubled: f64 = found.iter().map(|o| o.map(|v| v * 2.0)).flatten().sum();
    let again: f64 = found.iter().copied().flatten().sum();
    squares + doubled * again + found.into_iter().flatten().map(|v| v.sin()).sum::<f64>()
}
check!(found_checks, found(&[0.3, 1.4, 0.7]));

#[differentiable]
fn of_calls(x: &[f64]) -> f64 {
    let options: f64 = x.iter().flat_map(|v| logarithm(*v)).sum();
    let results: f64 = x.iter().flat_map(|v| root(*v)).sum();
    let mapped: f64 = x.iter().map(|v| root(*v)).flatten().product();
    let lists: f64 = x.iter().flat_map(|v| powers(*v)).sum();
    let arrays: f64 = x.iter().flat_map(|v| halves(*v)).product();
    options + results * mapped + lists * arrays
}
check!(of_calls_checks, of_calls(&[0.3, 1.4, 0.7]));

#[differentiable]
fn by_positions(x: &[f64]) -> f64 {
    let at: Vec<Option<usize>> = vec![Some(1), None, Some(2)];
    let nested = vec![vec![0usize, 1], vec![2]];
    let products: f64 = nested
        .iter()
        .flat_map(|r| r.iter().map(|i| x[*i]))
        .product();
    at.iter().flatten().map(|&i| x[i]).sum::<f64>()
        + nested.iter().flatten().map(|i| x[*i].sin()).sum::<f64>() * products
        + at.into_iter().flatten().map(|i| x[i] * x[i]).sum::<f64>()
}
check!(by_positions_checks, by_positions(&[0.3, 1.4, 0.7]));

#[differentiable]
fn in_turns(x: &[f64], k: &[f64]) -> f64 {
    let signs = [1.0, -0.5];
    let alternating: f64 = x
        .iter()
        .zip(signs.iter().cycle())
        .map(|(a, s)| a * a * s)
        .sum();
    let weighted: f64 = (x.iter().enumerate())
        .zip(k.iter().cycle())
        .map(|((i, a), b)| a * b * i as f64)
        .sum();
    let copied: f64 = x
        .iter()
        .zip(k.iter().copied().cycle())
        .map(|(a, b)| a.sin() * b)
        .sum();
    let literal: f64 = x
        .iter()
        .zip([0.5, x[0]].iter().cycle())
        .map(|(a, b)| a * b)
        .sum();
    let same: f64 = x
        .iter()
        .zip(std::iter::repeat(x[0] * 2.0))
        .map(|(a, b)| a * b)
        .sum();
    alternating + weighted * copied + literal * same
}
check!(in_turns_checks, in_turns(&[0.3, 1.4, 0.7], &[0.9, 0.2]));
check!(in_turns_of_none_checks, in_turns(&[0.3, 1.4, 0.7], &[]));

#[differentiable]
fn pairs_of_pipelines(x: &[f64]) -> f64 {
    let y = vec![x[2], x[0], x[1]];
    let filtered: f64 = (x.iter().filter(|v| **v > 0.35))
        .zip(y.iter().filter(|v| **v < 1.5))
        .map(|(a, b)| a * b * b)
        .sum();
    let sums = x.iter().scan(0.0, |s, v| {
        *s += v;
        Some(*s)
    });
    let scanned: f64 = sums
        .zip(y.iter().map(|v| v.sin()))
        .map(|(a, b)| a * b)
        .sum();
    filtered + scanned
}
check!(
    pairs_of_pipelines_checks,
    pairs_of_pipelines(&[0.3, 1.4, 0.7])
);

#[differentiable]
fn weigh(r: &Reading) -> f64 {
    r.value * r.weight
}

#[differentiable]
fn held(x: &[f64]) -> f64 {
    let readings: Vec<Reading> = (x.iter())
        .map(|&v| Reading {
            value: v,
            weight: v * v,
        })
        .collect();
    let largest = readings.iter().max_by(|a, b| a.value.total_cmp(&b.value));
    let small: Option<&Reading> = readings.iter().find(|r| r.value < 0.5);
    let none = readings.iter().find(|r| r.value < -0.5);
    let mut first: Option<&Reading> = None;
    for r in &readings {
        if first.map_or(true, |f| f.weight < r.weight) && r.value < 1.0 {
            first = Some(r);
        }
    }
    let above: Option<f64> = if x[0] > 0.5 { Some(x[0]) } else { None };
    let sine = above.map(|v| v.sin()).unwrap_or(x[1]);
    small.map(weigh).unwrap_or(0.0)
        + none.map_or(x[0], |r| r.value)
        + largest.unwrap_or(&readings[0]).weight * sine
        + first.map(|r| r.value * r.weight).unwrap_or(0.0)
}
check!(held_checks, held(&[0.3, 1.4, 0.7]));
check!(held_large_checks, held(&[0.8, 1.4, 0.7]));

#[differentiable]
fn held_results(x: &[f64]) -> f64 {
    let root: Result<f64, String> = root(x[1]);
    let last = x.last().copied();
    let first = x.first();
    let doubled = root.clone().map(|v| v * 2.0).unwrap_or(0.5);
    doubled * last.map(|v| v * v).unwrap_or_default()
        + first.map_or(0.0, |v| v.exp())
        + root.unwrap_or(x[2])
}
check!(held_results_checks, held_results(&[0.3, 1.4, 0.7]));
check!(held_errors_checks, held_results(&[0.3, 0.4, 0.7]));

/// What a closure ends in says what `?` leaves it with.
#[differentiable]
fn questions(x: &[f64]) -> f64 {
    let table: Vec<(char, f64)> = "a:1 b:2 c"
        .split(' ')
        .filter_map(|p| {
            let (k, v) = p.split_once(':')?;
            Some((k.chars().next()?, v.parse::<f64>().ok()?))
        })
        .collect();
    let logarithms: f64 = (x.iter())
        .filter_map(|v| {
            let once = logarithm(*v)?;
            let twice = logarithm(v * 2.0)?;
            Some(once * twice)
        })
        .sum();
    let both = |a: f64, b: f64| {
        let p = logarithm(a)?;
        if b > 1.0 { None } else { Some(p * b) }
    };
    let roots: Result<Vec<f64>, String> = (x.iter())
        .map(|v| {
            let root = root(*v)?;
            Ok(root * root * root)
        })
        .collect();
    let weighted: f64 = (table.iter().zip(x))
        .map(|((c, w), v)| if *c == 'b' { w * v * v } else { w * v })
        .sum();
    let cubes = match roots {
        Ok(cubes) => cubes.iter().sum(),
        Err(_) => x[1],
    };
    weighted + logarithms + both(x[2], x[1]).unwrap_or(x[0]) * cubes
}
check!(questions_checks, questions(&[0.6, 0.9, 0.7]));
check!(questions_left_checks, questions(&[0.3, 1.4, 0.7]));

/// An option that owns what it holds is taken apart, and asked for its shape later.
#[differentiable]
fn owned(x: &[f64]) -> f64 {
    let all: Option<Vec<f64>> = if x[0] > 0.5 { Some(x.to_vec()) } else { None };
    match all {
        Some(v) => v[0] * v[1],
        None => x[1] * x[1],
    }
}
check!(owned_checks, owned(&[0.6, 0.9]));
check!(owned_none_checks, owned(&[0.3, 0.9]));

const WEIGHTS: [f64; 3] = [0.2126, 0.7152, 0.0722];

#[differentiable]
fn with_constants(x: &[f64]) -> f64 {
    let by_value: f64 = x.iter().zip(WEIGHTS).map(|(c, w)| c * w * c).sum();
    let behind: f64 = x.iter().zip(&WEIGHTS).map(|(c, w)| c.sin() * w).sum();
    by_value * behind + WEIGHTS.iter().zip(x).map(|(w, v)| w * v).sum::<f64>()
}
check!(with_constants_checks, with_constants(&[0.3, 1.4, 0.7]));

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Call,
    Put,
}

#[derive(Clone, Differentiable)]
struct Contract {
    strike: f64,
    #[constant]
    kind: Kind,
}

#[differentiable]
impl Contract {
    fn payoff(&self, s: f64) -> f64 {
        match self.kind {
            Kind::Call => (s - self.strike) * s,
            Kind::Put => (self.strike - s).exp(),
        }
    }
}

/// A field of a type without derivatives may be given another value.
#[differentiable]
fn contracts(x: &[f64]) -> f64 {
    let call = Contract {
        strike: x[0],
        kind: Kind::Call,
    };
    let put = Contract {
        kind: Kind::Put,
        ..call.clone()
    };
    let mut other = put.clone();
    other.kind = if x[1] > 0.5 { Kind::Call } else { Kind::Put };
    other.strike *= x[2];
    call.payoff(x[1]) + put.payoff(x[2]) + other.payoff(x[1])
}
check!(contracts_checks, contracts(&[0.3, 1.4, 0.7]));
check!(contracts_put_checks, contracts(&[0.3, 0.4, 0.7]));
