//! Iterators that are repeated, reversed, asked for an extreme item, and given as heads of loops.

use pullback::differentiable;
use pullback_tests::check;

#[differentiable]
fn cycled(x: &[f64]) -> f64 {
    x.iter()
        .cycle()
        .take(7)
        .enumerate()
        .map(|(i, v)| v * v * i as f64)
        .sum()
}
check!(cycled_checks, cycled(&[0.3, 0.5, 0.9]));

#[differentiable]
fn by_key(x: &[f64]) -> f64 {
    let i = (0..x.len()).max_by_key(|&i| (i * 7) % 5).unwrap();
    x[i] * x[i]
}
check!(by_key_checks, by_key(&[0.3, 0.5, 0.9]));

#[differentiable]
fn integers(x: &[f64]) -> f64 {
    let k: usize = (0..3).map(|i| i * i).sum();
    let m = (0..x.len()).filter(|i| i % 2 == 0).max().unwrap();
    let n = x.iter().filter(|v| **v > 0.4).count();
    x[m] * k as f64 + x[0] * n as f64
}
check!(integers_checks, integers(&[0.3, 0.5, 0.9]));

#[differentiable]
fn queries(x: &[f64]) -> f64 {
    if x.iter().any(|v| *v > 0.8) && x.iter().all(|v| *v > 0.0) {
        let p = x.iter().position(|&v| v > 0.4).unwrap();
        x[p] * x[0]
    } else {
        x[0].sin()
    }
}
check!(
    queries_checks,
    queries(&[0.3, 0.5, 0.9]),
    queries(&[0.3, 0.5, 0.7])
);

#[differentiable]
fn extrema(x: &[f64]) -> f64 {
    let hi = x.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let lo = x.iter().cloned().fold(f64::INFINITY, |a, b| a.min(b));
    let best = x.iter().max_by(|a, b| a.partial_cmp(b).unwrap()).unwrap();
    let least = x.iter().copied().min_by(|a, b| a.total_cmp(b)).unwrap();
    hi * hi - lo * best + least.sin()
}
check!(extrema_checks, extrema(&[0.3, 0.9, 0.5]));

#[differentiable]
fn from_iterator(x: &[f64]) -> f64 {
    let v = Vec::from_iter(x.iter().map(|v| v * v));
    v[0] * v[1] + v[2]
}
check!(from_iterator_checks, from_iterator(&[0.3, 0.9, 0.5]));

#[differentiable]
fn head_filter(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for (i, v) in x.iter().enumerate().filter(|(i, _)| i % 2 == 0) {
        s += v * v * (i + 1) as f64;
    }
    s
}
check!(head_filter_checks, head_filter(&[0.3, 0.9, 0.5]));

#[differentiable]
fn head_chain(x: &[f64], y: &[f64]) -> f64 {
    let mut s = 1.0;
    for v in x.iter().chain(y.iter()) {
        if *v > 5.0 {
            break;
        }
        if *v < 0.4 {
            continue;
        }
        s *= v + 0.5;
    }
    s
}
check!(
    head_chain_checks,
    head_chain(&[0.3, 0.9, 0.5], &[1.5, 2.0]),
    head_chain(&[0.9, 6.0, 0.5], &[1.5, 2.0])
);

#[differentiable]
fn head_take(x: &[f64]) -> f64 {
    let mut s = 1.0;
    for v in x.iter().filter(|v| **v > 0.0).take(2) {
        if *v < 0.4 {
            continue;
        }
        s *= v + 0.5;
    }
    s
}
check!(head_take_checks, head_take(&[0.3, -1.0, 0.9, 0.5]));

#[differentiable]
fn head_flat(x: &[f64], y: &[f64]) -> f64 {
    let mut s = 1.0;
    'outer: for (a, b) in x.iter().flat_map(|a| y.iter().map(move |b| (a, b))) {
        for k in 0..3 {
            if s > 50.0 {
                break 'outer;
            }
            if k == 2 {
                continue 'outer;
            }
            s += a * b * s;
        }
    }
    s
}
check!(
    head_flat_checks,
    head_flat(&[0.3, 0.9, 0.5], &[1.0, 2.0]),
    head_flat(&[3.0, 0.9, 0.5], &[1.0, 2.0])
);

#[differentiable]
fn head_take_while(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for v in x.iter().take_while(|v| **v < 1.0) {
        s += v.exp();
    }
    s
}
check!(
    head_take_while_checks,
    head_take_while(&[0.3, 0.9, 1.5, 0.2])
);

#[differentiable]
fn head_by_value(x: Vec<f64>) -> f64 {
    let mut s = 0.0;
    for v in x.into_iter().filter(|v| *v > 0.4) {
        s += v * v;
    }
    s
}
check!(head_by_value_checks, head_by_value(vec![0.3, 0.9, 1.5]));

#[differentiable]
fn head_mutable(x: &mut [f64]) -> f64 {
    for v in x.iter_mut().filter(|v| **v > 0.4) {
        *v = *v * *v;
    }
    x[0] * x[1]
}
check!(head_mutable_checks, head_mutable(&mut [0.3, 0.9, 1.5]));

#[differentiable]
fn rows(m: &[Vec<f64>]) -> f64 {
    m.iter()
        .map(|r| {
            r.iter()
                .filter(|v| **v > 0.0)
                .map(|v| v.sqrt())
                .sum::<f64>()
        })
        .filter(|s| *s > 1.0)
        .fold(1.0, |a, s| a * s)
}
check!(rows_checks, rows(&[vec![0.3, 0.9], vec![2.0, -1.0]]));

#[differentiable]
fn any_all_of_floats(x: &[f64]) -> f64 {
    let c = x
        .iter()
        .map(|v| v * v)
        .filter(|v| *v > 0.2)
        .any(|v| v > 0.5);
    if c { x[0] * 2.0 } else { x[0] * x[1] }
}
check!(
    any_all_checks,
    any_all_of_floats(&[0.3, 0.9]),
    any_all_of_floats(&[0.3, 0.5])
);

#[differentiable]
fn windows_collected(x: &[f64]) -> f64 {
    let d: Vec<f64> = x.windows(2).map(|w| w[1] - w[0]).collect();
    let e: Vec<_> = d.iter().rev().skip(1).map(|v| v * v).collect();
    e.into_iter().product::<f64>()
}
check!(
    windows_collected_checks,
    windows_collected(&[0.3, 0.9, 0.7, 0.1])
);

#[differentiable]
fn partial_minimum(x: &[f64]) -> f64 {
    x.iter().copied().reduce(f64::min).unwrap_or(0.0) * x[0]
}
check!(
    partial_minimum_checks,
    partial_minimum(&[0.3, 0.9, 0.7, 0.1])
);

#[differentiable]
fn rev_after_filter(x: &[f64]) -> f64 {
    x.iter()
        .filter(|v| **v > 0.2)
        .rev()
        .fold(0.0, |a, v| a * 0.5 + v * v)
}
check!(
    rev_after_filter_checks,
    rev_after_filter(&[0.3, 0.9, 0.7, 0.1])
);

#[differentiable]
fn sum_of_refs_by_value(x: Vec<f64>) -> f64 {
    x.into_iter().map(|v| v * v).sum::<f64>()
}
check!(
    sum_of_refs_by_value_checks,
    sum_of_refs_by_value(vec![0.3, 0.9])
);

#[differentiable]
fn dedup_chunks(x: &[f64]) -> f64 {
    x.chunks(2)
        .map(|c| c.iter().sum::<f64>())
        .map(|s| s * s)
        .take_while(|s| *s < 100.0)
        .sum()
}
check!(dedup_chunks_checks, dedup_chunks(&[0.3, 0.9, 0.2]));
