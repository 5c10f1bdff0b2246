use pullback::{Differentiable, differentiable};
use pullback_tests::check;

#[derive(Differentiable)]
struct Log {
    level: f64,
    seen: Vec<f64>,
}

#[differentiable]
fn by_tuple(x: &[f64]) -> f64 {
    let mut state = (0.5, Vec::new());
    for &v in x {
        let (sum, mut seen) = state;
        seen.push(v * sum);
        state = (sum + v * v, seen);
    }
    let (sum, seen) = state;
    sum * seen.iter().sum::<f64>()
}

#[differentiable]
fn by_struct(x: &[f64]) -> f64 {
    let mut log = Log {
        level: 1.0,
        seen: vec![],
    };
    for &v in x {
        let Log { level, mut seen } = log;
        seen.push(v * level);
        log = Log {
            level: level + v * v,
            seen,
        };
    }
    log.level * log.seen.iter().product::<f64>()
}

#[differentiable]
fn by_parts(x: &[f64]) -> f64 {
    let mut log = Log {
        level: 1.0,
        seen: vec![],
    };
    for &v in x {
        let mut seen = log.seen;
        seen.insert(0, v * log.level);
        log.level += v;
        log.seen = seen;
    }
    log.seen
        .iter()
        .enumerate()
        .map(|(i, v)| i as f64 * v * v)
        .sum()
}

#[differentiable]
fn by_match(x: &[f64]) -> f64 {
    let mut state = Some((1.0, vec![x[0]]));
    for &v in x {
        state = match state {
            Some((sum, mut seen)) => {
                seen.push(v * sum);
                if seen.len() > 5 {
                    None
                } else {
                    Some((sum + v, seen))
                }
            }
            None => None,
        };
    }
    state.map_or(2.0 * x[1], |(sum, seen)| sum * seen.iter().sum::<f64>())
}

check!(
    states_taken_apart_and_put_together,
    by_tuple(&[0.2, -0.7, 1.3]),
    by_struct(&[0.2, -0.7, 1.3]),
    by_parts(&[0.2, -0.7, 1.3]),
    by_match(&[0.2, -0.7, 1.3]),
    by_match(&[0.2, -0.7, 1.3, 0.4, 0.1, -0.3]),
);
