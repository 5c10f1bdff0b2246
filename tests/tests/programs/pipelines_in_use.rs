//! Pipelines as formulas use them: parted, matched, nested, and left early.

use pullback::differentiable;
use pullback_tests::{check, check_vjp};
use std::iter;

#[differentiable]
fn every_other(x: &[f64]) -> f64 {
    x.iter()
        .enumerate()
        .filter(|(i, _)| i % 2 == 0)
        .map(|(_, v)| v * v)
        .sum()
}
check!(every_other_checks, every_other(&[0.3, 0.5, 0.9]));

#[differentiable]
fn overlap(x: &[f64], y: &[f64]) -> f64 {
    x.iter()
        .zip(y)
        .filter_map(|(a, b)| if a > b { Some(a * b) } else { None })
        .fold(0.0, |s, v| s + v.sin())
}
check!(overlap_checks, overlap(&[0.3, 0.5, 0.9], &[0.1, 0.7, 0.2]));

#[differentiable]
fn parted(x: &[f64]) -> f64 {
    let (pos, neg): (Vec<f64>, Vec<f64>) = x.iter().partition(|v| **v > 0.0);
    pos.iter().sum::<f64>() * neg.iter().map(|v| v.abs()).sum::<f64>()
}
check!(parted_checks, parted(&[0.3, -0.9, 0.5]));

#[differentiable]
fn functions_by_path(x: &[f64]) -> f64 {
    x.iter()
        .copied()
        .map(f64::exp)
        .map(f64::sqrt)
        .product::<f64>()
        .ln()
}
check!(
    functions_by_path_checks,
    functions_by_path(&[0.3, 0.9, 0.5])
);

#[differentiable]
fn doubled_until_large(x: f64) -> f64 {
    iter::successors(
        Some(x),
        |v| if *v < 10.0 { Some(v * 2.0 + 0.1) } else { None },
    )
    .map(|v| v * v)
    .sum()
}
check!(doubled_until_large_checks, doubled_until_large(0.7));

#[differentiable]
fn counted_by_inspection(x: &[f64]) -> f64 {
    let mut count = 0;
    let s: f64 = x.iter().inspect(|_| count += 1).map(|v| v * v).sum();
    s / count as f64
}
check!(
    counted_by_inspection_checks,
    counted_by_inspection(&[0.3, 0.9, 0.5])
);

#[differentiable]
fn last_taken(x: &[f64]) -> f64 {
    x.iter()
        .map(|&v| if v > 0.4 { v * v } else { v })
        .take_while(|v| *v < 0.8)
        .last()
        .unwrap_or(1.0)
        * x[0]
}
check!(last_taken_checks, last_taken(&[0.3, 0.5, 0.95, 0.1]));

#[differentiable]
fn extended_by_filtered(x: &[f64]) -> f64 {
    let mut v = Vec::new();
    v.extend(x.iter().filter(|a| **a > 0.2).map(|a| a * 2.0));
    v.extend_from_slice(&x[..1]);
    v.iter().product()
}
check!(
    extended_by_filtered_checks,
    extended_by_filtered(&[0.3, 0.5, 0.1])
);

#[differentiable]
fn numbered_pairs_in_steps(x: &[f64], y: &[f64]) -> f64 {
    let mut s = 0.0;
    for (i, (a, b)) in x.iter().zip(y.iter()).enumerate().skip(1).step_by(2) {
        s += a * b * i as f64;
    }
    s
}
check!(
    numbered_pairs_in_steps_checks,
    numbered_pairs_in_steps(&[0.3, 0.5, 0.1, 0.6], &[1.0, 2.0, 3.0, 4.0])
);

#[differentiable]
fn gathered(x: &[f64], idx: &[usize]) -> f64 {
    idx.iter()
        .map(|&i| x[i])
        .filter(|v| *v > 0.2)
        .map(|v| v * v)
        .sum()
}
check!(
    gathered_checks,
    gathered(&[0.3, 0.5, 0.1, 0.9], fixed(&[0, 2, 3]))
);

#[differentiable]
fn squared_distances(x: &[f64]) -> f64 {
    (0..x.len())
        .flat_map(|i| (i + 1..x.len()).map(move |j| (i, j)))
        .map(|(i, j)| (x[i] - x[j]).powi(2))
        .sum()
}
check!(
    squared_distances_checks,
    squared_distances(&[0.3, 0.5, 0.1, 0.9])
);

#[differentiable]
fn chunks_by_pattern(x: &[f64]) -> f64 {
    x.chunks(2)
        .map(|c| match c {
            [a, b] => a * b,
            [a] => a * a,
            _ => 0.0,
        })
        .sum()
}
check!(
    chunks_by_pattern_checks,
    chunks_by_pattern(&[0.3, 0.5, 0.7])
);

#[differentiable]
fn filtered_by_value(x: Vec<f64>) -> Vec<f64> {
    x.into_iter().filter(|v| *v > 0.2).map(|v| v * v).collect()
}
check_vjp!(
    filtered_by_value_checks,
    filtered_by_value(vec![0.3, 0.1, 0.7])
);

#[differentiable]
fn peaks(x: &[f64]) -> f64 {
    let total: f64 = x
        .windows(3)
        .filter(|w| w[1] > w[0] && w[1] > w[2])
        .map(|w| w[1] * w[0])
        .sum();
    let k = x.iter().filter(|&&v| v > 0.4).count() as f64;
    total * k
}
check!(peaks_checks, peaks(&[0.3, 0.5, 0.1, 0.9, 0.2]));

#[differentiable]
fn tried_product(x: &[f64]) -> f64 {
    let s = x
        .iter()
        .try_fold(1.0, |a, v| if *v > 0.0 { Some(a * v) } else { None });
    match s {
        Some(v) => v * v,
        None => x[0],
    }
}
check!(
    tried_product_checks,
    tried_product(&[0.3, 0.9]),
    tried_product(&[0.3, -0.5])
);

#[differentiable]
fn numbered_vector(x: &[f64]) -> f64 {
    let pairs: Vec<(usize, f64)> = x.iter().cloned().enumerate().collect();
    pairs.iter().map(|(i, v)| *i as f64 * v * v).sum()
}
check!(numbered_vector_checks, numbered_vector(&[0.3, 0.9, 0.2]));

#[differentiable]
fn range_by_fold(x: &[f64]) -> f64 {
    let (lo, hi) = x
        .iter()
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(lo, hi), &v| {
            (lo.min(v), hi.max(v))
        });
    (hi - lo).powi(2)
}
check!(range_by_fold_checks, range_by_fold(&[0.3, 0.9, 0.2]));

#[differentiable]
fn sines_and_cosines(x: &[f64]) -> f64 {
    let (a, b): (Vec<f64>, Vec<f64>) = x.iter().map(|v| (v.sin(), v.cos())).unzip();
    a.iter().zip(&b).map(|(s, c)| s * c).sum()
}
check!(
    sines_and_cosines_checks,
    sines_and_cosines(&[0.3, 0.9, 0.2])
);

#[differentiable]
fn exits_of_nested_loops(x: &[f64]) -> f64 {
    let mut acc = 0.0;
    'outer: for (i, a) in x.iter().enumerate().filter(|(_, a)| **a > 0.0) {
        for b in x.iter().skip(i + 1) {
            if b < a {
                continue 'outer;
            }
            if *b > 5.0 {
                break 'outer;
            }
            acc += a * b;
        }
        acc *= 1.5;
    }
    acc
}
check!(
    exits_of_nested_loops_checks,
    exits_of_nested_loops(&[0.3, 0.9, 0.2, 0.5]),
    exits_of_nested_loops(&[0.3, -0.2, 0.9, 6.0, 0.5])
);

#[differentiable]
fn returned_from_a_loop(x: &[f64]) -> f64 {
    for v in x.iter().filter(|v| **v > 0.4) {
        if *v > 0.8 {
            return v * v;
        }
    }
    x[0]
}
check!(
    returned_from_a_loop_checks,
    returned_from_a_loop(&[0.3, 0.9, 0.2]),
    returned_from_a_loop(&[0.3, 0.5])
);

#[differentiable]
fn hausdorff(x: &[f64], y: &[f64]) -> f64 {
    x.iter()
        .map(|a| {
            y.iter()
                .map(|b| (a - b).abs())
                .fold(f64::INFINITY, f64::min)
        })
        .fold(0.0, f64::max)
}
check!(hausdorff_checks, hausdorff(&[0.3, 0.9, 0.2], &[0.1, 0.6]));

#[differentiable]
fn closest_to_half(x: &[f64]) -> f64 {
    x.iter()
        .min_by(|a, b| (*a - 0.5).abs().total_cmp(&(*b - 0.5).abs()))
        .copied()
        .unwrap_or_default()
        .exp()
}
check!(closest_to_half_checks, closest_to_half(&[0.3, 0.9, 0.42]));

#[differentiable]
fn matched_position(x: &[f64]) -> f64 {
    match x.iter().position(|&v| v < 0.0) {
        Some(i) => x[i] * x[0],
        None => x.iter().sum(),
    }
}
check!(
    matched_position_checks,
    matched_position(&[0.3, -0.9, 0.42]),
    matched_position(&[0.3, 0.9, 0.42])
);

#[differentiable]
fn matched_maximum(x: &[f64]) -> f64 {
    if let Some(m) = x.iter().copied().reduce(f64::max) {
        m * m
    } else {
        0.0
    }
}
check!(matched_maximum_checks, matched_maximum(&[0.3, 0.9, 0.42]));

#[differentiable]
fn first_found_or_zero(x: &[f64]) -> f64 {
    let Some(first) = x.iter().find(|v| **v > 0.35) else {
        return 0.0;
    };
    first * first
}
check!(
    first_found_or_zero_checks,
    first_found_or_zero(&[0.3, 0.9, 0.42]),
    first_found_or_zero(&[0.1, 0.2, 0.3])
);

#[differentiable]
fn power_sums(x: &[f64]) -> f64 {
    let v: Vec<Vec<f64>> = (0..3)
        .map(|i| x.iter().map(|a| a.powi(i)).collect())
        .collect();
    v.iter().map(|r| r.iter().sum::<f64>()).product()
}
check!(power_sums_checks, power_sums(&[0.3, 0.9, 0.42]));

#[differentiable]
fn ends(x: &[f64]) -> f64 {
    x.first()
        .map(|a| a * a)
        .into_iter()
        .chain(x.last().copied())
        .sum()
}
check!(ends_checks, ends(&[0.3, 0.9]), ends(&[0.3]));

#[differentiable]
fn chain_reversed(x: &[f64]) -> f64 {
    x.iter()
        .take(2)
        .chain(x.iter().skip(2).map(|v| v))
        .rev()
        .fold(0.0, |a, v| 0.5 * a + v * v)
}
check!(chain_reversed_checks, chain_reversed(&[0.3, 0.9, 0.42]));

#[differentiable]
fn moments_by_signed_range(x: &[f64]) -> f64 {
    (1..=3)
        .map(|k| x.iter().map(|v| v.powi(k)).sum::<f64>() / k as f64)
        .sum()
}
check!(
    moments_by_signed_range_checks,
    moments_by_signed_range(&[0.3, 0.9, 0.42])
);

#[differentiable]
fn shadowed_in_closures(x: &[f64]) -> f64 {
    x.iter()
        .map(|x| x * 2.0)
        .map(|x| {
            let y = x + 1.0;
            y * y
        })
        .filter(|x| x > &1.5)
        .sum()
}
check!(
    shadowed_in_closures_checks,
    shadowed_in_closures(&[0.3, 0.9, 0.42])
);

#[differentiable]
fn matched_last(x: &[f64]) -> f64 {
    match x.iter().filter(|v| **v < 0.5).last() {
        Some(v) => v * v,
        None => 0.0,
    }
}
check!(
    matched_last_checks,
    matched_last(&[0.3, 0.9, 0.7, 0.1]),
    matched_last(&[0.9, 0.8, 0.7, 0.6])
);
