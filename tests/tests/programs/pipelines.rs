//! Iterator pipelines: items dropped, joined, counted, chosen and collected on the way.

use pullback::differentiable;
use pullback_tests::{check, check_vjp};

#[differentiable]
fn filtered(x: &[f64]) -> f64 {
    x.iter().filter(|v| **v > 0.0).map(|v| v * v).sum::<f64>()
}
check!(filtered_checks, filtered(&[0.3, -0.5, 0.9]));

#[differentiable]
fn filtered_by_pattern(x: &[f64]) -> f64 {
    x.iter().filter(|&&v| v > 0.0).map(|&v| v.sqrt()).sum()
}
check!(
    filtered_by_pattern_checks,
    filtered_by_pattern(&[0.3, -0.5, 0.9])
);

#[differentiable]
fn filter_mapped(x: &[f64]) -> f64 {
    x.iter()
        .filter_map(|&v| if v > 0.0 { Some(v.ln()) } else { None })
        .sum()
}
check!(filter_mapped_checks, filter_mapped(&[0.3, -0.5, 0.9]));

#[differentiable]
fn filter_mapped_in_both_branches(x: &[f64]) -> f64 {
    x.iter()
        .filter_map(|&v| {
            let w = v * v;
            if v > 0.0 {
                Some(w.exp())
            } else if v < -1.0 {
                None
            } else {
                Some(w.cos())
            }
        })
        .product()
}
check!(
    filter_mapped_in_both_branches_checks,
    filter_mapped_in_both_branches(&[0.3, -0.5, -1.4, 0.9])
);

#[differentiable]
fn filter_mapped_by_then(x: &[f64]) -> f64 {
    x.iter().filter_map(|&v| (v > 0.4).then(|| v.sin())).sum()
}
check!(
    filter_mapped_by_then_checks,
    filter_mapped_by_then(&[0.3, 0.5, 0.9])
);

#[differentiable]
fn chained(x: &[f64], y: &[f64], z: f64) -> f64 {
    let all: Vec<f64> = x
        .iter()
        .chain(y)
        .copied()
        .chain(std::iter::once(z))
        .collect();
    let mut s = 0.0;
    for (i, v) in all.iter().enumerate() {
        s += (i + 1) as f64 * v * v;
    }
    s
}
check!(chained_checks, chained(&[0.3, 0.5], &[0.9], 0.7));

#[differentiable]
fn chain_counted_on(x: &[f64], y: &[f64]) -> f64 {
    x.iter()
        .chain(y.iter())
        .enumerate()
        .filter(|(i, _)| i % 2 == 0)
        .map(|(i, v)| v.powi(i as i32 + 1))
        .sum()
}
check!(
    chain_counted_on_checks,
    chain_counted_on(&[0.3, 0.5, 1.1], &[0.9, 0.2])
);

#[differentiable]
fn chain_left_early(x: &[f64], y: &[f64]) -> f64 {
    x.iter()
        .chain(y.iter())
        .take_while(|v| **v < 1.0)
        .map(|v| v.sin())
        .sum()
}
check!(
    chain_left_in_the_first,
    chain_left_early(&[0.3, 1.5, 0.4], &[0.9, 0.2])
);
check!(
    chain_left_in_the_second,
    chain_left_early(&[0.3, 0.4], &[0.9, 1.2, 0.1])
);

#[differentiable]
fn pairs(x: &[f64], y: &[f64]) -> f64 {
    x.iter()
        .flat_map(|a| y.iter().map(move |b| a * b.sin()))
        .sum()
}
check!(pairs_checks, pairs(&[0.3, 0.5], &[0.9, 0.2, 0.4]));

#[differentiable]
fn pairs_of_indices(x: &[f64]) -> f64 {
    let n = x.len();
    (0..n)
        .flat_map(|i| (i + 1..n).map(move |j| (i, j)))
        .filter(|&(i, j)| (i + j) % 3 != 0)
        .map(|(i, j)| (x[i] - x[j]).powi(2))
        .sum()
}
check!(
    pairs_of_indices_checks,
    pairs_of_indices(&[0.3, 0.5, 0.9, 0.1])
);

#[differentiable]
fn taken_of_all_pairs(x: &[f64], n: usize) -> f64 {
    x.iter()
        .flat_map(|a| x.iter().map(move |b| a * b))
        .take(n)
        .sum()
}
check!(
    taken_of_all_pairs_checks,
    taken_of_all_pairs(&[0.3, 0.5, 0.9], fixed(5))
);
check!(taken_none, taken_of_all_pairs(&[0.3, 0.5, 0.9], fixed(0)));

#[differentiable]
fn flattened(rows: &Vec<Vec<f64>>) -> f64 {
    rows.iter().flatten().map(|v| v * v).sum()
}
check!(
    flattened_checks,
    flattened(&vec![vec![0.3, 0.5], vec![], vec![0.9]])
);

#[differentiable]
fn between(x: &[f64], lo: f64) -> f64 {
    let early: f64 = x.iter().take_while(|v| **v < lo).map(|v| v.ln()).sum();
    let late: f64 = x.iter().skip_while(|v| **v < lo).map(|v| v * lo).sum();
    early * late
}
check!(between_checks, between(&[0.3, 0.5, 0.9, 0.4], 0.6));

#[differentiable]
fn mapped_while(x: &[f64]) -> f64 {
    x.iter()
        .map_while(|&v| if v > 0.0 { Some(v.sqrt()) } else { None })
        .sum()
}
check!(mapped_while_checks, mapped_while(&[0.3, 0.5, -0.9, 0.4]));

#[differentiable]
fn discounted(cash: &[f64], rate: f64) -> f64 {
    cash.iter()
        .scan(1.0, |factor, c| {
            *factor /= 1.0 + rate;
            Some(*factor * c)
        })
        .sum()
}
check!(discounted_checks, discounted(&[0.3, 0.5, 0.9], 0.1));

#[differentiable]
fn scanned_until(x: &[f64]) -> f64 {
    x.iter()
        .scan(1.0, |p, v| {
            *p *= v;
            if *p < 0.1 { None } else { Some(*p) }
        })
        .sum()
}
check!(
    scanned_until_checks,
    scanned_until(&[0.9, 0.8, 0.7, 0.1, 0.9])
);

#[differentiable]
fn counted_after_a_filter(x: &[f64]) -> f64 {
    x.iter()
        .filter(|v| **v > 0.0)
        .enumerate()
        .skip(1)
        .step_by(2)
        .map(|(i, v)| i as f64 * v * v)
        .sum()
}
check!(
    counted_after_a_filter_checks,
    counted_after_a_filter(&[0.3, -0.5, 0.9, 0.2, -0.1, 0.4, 0.6])
);

#[differentiable]
fn zipped_after_a_filter(x: &[f64], w: &[f64]) -> f64 {
    x.iter()
        .filter(|v| **v > 0.0)
        .zip(w.iter())
        .map(|(a, b)| a * b * b)
        .sum()
}
check!(
    zipped_after_a_filter_checks,
    zipped_after_a_filter(&[0.3, -0.5, 0.9, 0.2], &[0.4, 0.6])
);

#[differentiable]
fn zipped_with_an_open_range(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for (v, k) in x.iter().zip(1..) {
        s += k as f64 * v * v;
    }
    s
}
check!(
    zipped_with_an_open_range_checks,
    zipped_with_an_open_range(&[0.3, 0.5, 0.9])
);

#[differentiable]
fn orbit(x0: f64, a: f64) -> f64 {
    std::iter::successors(Some(x0), |x| Some(a * x * (1.0 - x)))
        .take(4)
        .sum()
}
check!(orbit_checks, orbit(0.3, 2.1));

#[differentiable]
fn repeated(x: f64, n: usize) -> f64 {
    std::iter::repeat(x).take(n).product()
}
check!(repeated_checks, repeated(0.8, fixed(3)));

#[differentiable]
fn collected(x: &[f64]) -> Vec<f64> {
    x.iter().map(|v| v.exp()).collect()
}
check_vjp!(collected_checks, collected(&[0.3, 0.5, 0.9]));

#[differentiable]
fn collected_tables(a: &[f64], b: &[f64]) -> Vec<Vec<f64>> {
    a.iter()
        .map(|x| b.iter().map(|y| x * y + 1.0).collect())
        .collect()
}

#[differentiable]
fn table_by_columns(a: &[f64], b: &[f64]) -> f64 {
    let table = collected_tables(a, b);
    let sums: Vec<f64> = (0..b.len())
        .map(|j| table.iter().map(|row| row[j]).sum())
        .collect();
    sums.iter()
        .map(|s| s.ln())
        .collect::<Vec<_>>()
        .iter()
        .product()
}
check!(
    table_by_columns_checks,
    table_by_columns(&[0.3, 0.5], &[0.9, 0.2, 0.4])
);

#[differentiable]
fn unzipped(x: &[f64]) -> f64 {
    let (s, c): (Vec<f64>, Vec<f64>) = x.iter().map(|v| v.sin_cos()).unzip();
    s.iter().zip(&c).map(|(a, b)| a * b * b).sum()
}
check!(unzipped_checks, unzipped(&[0.3, 0.5, 0.9]));

#[differentiable]
fn extended(x: &[f64]) -> f64 {
    let mut v = Vec::new();
    v.extend(x.iter().map(|a| a * a));
    v.extend(x.iter());
    v.iter().product()
}
check!(extended_checks, extended(&[0.3, 0.5, 0.9]));

#[differentiable]
fn folded_into_a_pair(x: &[f64]) -> f64 {
    let (s, p) = x.iter().fold((0.0, 1.0), |(s, p), v| (s + v, p * v));
    s / p
}
check!(
    folded_into_a_pair_checks,
    folded_into_a_pair(&[0.3, 0.5, 0.9])
);

#[differentiable]
fn folded_with_a_function(x: &[f64]) -> f64 {
    let m = x.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    m + x.iter().map(|v| (v - m).exp()).sum::<f64>().ln()
}
check!(
    folded_with_a_function_checks,
    folded_with_a_function(&[0.3, 0.5, 0.9])
);

#[differentiable]
fn tried(x: &[f64], cap: f64) -> f64 {
    let p = x.iter().try_fold(1.0, |acc, v| {
        let next = acc * v;
        if next > cap { None } else { Some(next) }
    });
    match p {
        Some(p) => p * p,
        None => cap,
    }
}
check!(tried_to_the_end, tried(&[0.3, 0.5, 0.9], 2.0));
check!(tried_in_vain, tried(&[1.3, 1.5, 0.9], 1.7));

#[differentiable]
fn for_each_item(x: &[f64]) -> f64 {
    let mut acc = 1.0;
    x.iter().rev().skip(1).for_each(|v| acc *= 1.0 + v * v);
    acc
}
check!(for_each_item_checks, for_each_item(&[0.3, 0.5, 0.9]));

#[differentiable]
fn spread(x: &[f64]) -> f64 {
    let hi = x.iter().copied().max_by(|a, b| a.total_cmp(b)).unwrap();
    let lo = x.iter().min_by(|a, b| a.partial_cmp(b).unwrap()).unwrap();
    hi * hi - lo
}
check!(spread_checks, spread(&[0.5, 0.3, 0.9, 0.4]));

#[differentiable]
fn numbered_maximum(x: &[f64], y: &[f64]) -> f64 {
    let (i, best) = x
        .iter()
        .enumerate()
        .max_by(|(_, a), (_, b)| a.abs().total_cmp(&b.abs()))
        .expect("not empty");
    best * y[i]
}
check!(
    numbered_maximum_checks,
    numbered_maximum(&[0.5, -1.3, 0.9], &[0.2, 0.7, 0.4])
);

#[differentiable]
fn nearest(x: &[f64], to: f64) -> f64 {
    x.iter()
        .map(|v| (v - to).abs())
        .min_by(f64::total_cmp)
        .unwrap_or(1.0)
}
check!(nearest_checks, nearest(&[0.5, 0.3, 0.9], 0.75));
check!(nearest_of_none, nearest(&[0.0; 0], 0.75));

#[differentiable]
fn smallest_above(x: &[f64], least: f64) -> f64 {
    let v = x
        .iter()
        .filter(|v| **v > least)
        .min_by(|a, b| a.total_cmp(b))
        .copied()
        .unwrap_or(least);
    v * v
}
check!(smallest_above_checks, smallest_above(&[0.5, 0.3, 0.9], 0.4));
check!(smallest_above_all, smallest_above(&[0.5, 0.3, 0.9], 1.4));

#[differentiable]
fn reduced(x: &[f64]) -> f64 {
    x.iter().copied().reduce(|a, b| a * 0.9 + b * b).unwrap()
}
check!(reduced_checks, reduced(&[0.3, 0.5, 0.9]));

#[differentiable]
fn reduced_with_a_function(x: &[f64]) -> f64 {
    x.iter().map(|v| v * v).reduce(f64::max).unwrap_or(0.0).ln()
}
check!(
    reduced_with_a_function_checks,
    reduced_with_a_function(&[0.3, 0.5, 0.9])
);

#[differentiable]
fn last_negative(x: &[f64]) -> f64 {
    x.iter()
        .filter(|v| **v < 0.0)
        .last()
        .copied()
        .unwrap_or(1.0)
        .exp()
}
check!(last_negative_checks, last_negative(&[0.3, -0.5, -0.2, 0.9]));
check!(last_negative_of_none, last_negative(&[0.3, 0.9]));

#[differentiable]
fn last_pair(x: &[f64], y: &[f64]) -> f64 {
    x.iter()
        .rev()
        .zip(y.iter().skip(1))
        .last()
        .map_or(0.0, |(a, b)| a * b)
}
check!(
    last_pair_checks,
    last_pair(&[0.3, 0.5, 0.9], &[0.2, 0.7, 0.4])
);

#[differentiable]
fn first_above(x: &[f64], least: f64) -> f64 {
    let v = x.iter().find(|v| **v > least).unwrap();
    let i = x.iter().position(|&v| v > least).unwrap_or(0);
    v * v * (i + 1) as f64
}
check!(first_above_checks, first_above(&[0.3, 0.5, 0.9], 0.4));

#[differentiable]
fn first_root(x: &[f64]) -> f64 {
    x.iter()
        .find_map(|&v| if v > 0.0 { Some(v.sqrt()) } else { None })
        .unwrap_or(0.5)
}
check!(first_root_checks, first_root(&[-0.3, 0.5, 0.9]));
check!(first_root_of_none, first_root(&[-0.3]));

#[differentiable]
fn arrays(x: [f64; 4], k: f64) -> f64 {
    let squares = x.map(|v| v * v + k);
    let steps: [f64; 3] = std::array::from_fn(|i| squares[i + 1] - x[i]);
    let table: [[f64; 2]; 3] = std::array::from_fn(|i| [steps[i], steps[i] * k]);
    table.iter().map(|[a, b]| a * b).sum::<f64>() + steps.into_iter().map(f64::sin).sum::<f64>()
}
check!(arrays_check, arrays([0.3, 0.5, 0.9, 0.2], 0.7));

#[differentiable]
fn generic_arrays<const N: usize>(x: [f64; N]) -> f64 {
    let roots = x.map(f64::sqrt);
    let shifted: [f64; N] = std::array::from_fn(|i| roots[i] + i as f64);
    shifted.iter().product()
}

#[differentiable]
fn array_of_any_length(x: [f64; 3]) -> f64 {
    generic_arrays(x)
}
check!(
    array_of_any_length_checks,
    array_of_any_length([0.3, 0.5, 0.9])
);

#[differentiable]
fn left_early_by_a_closure(x: &[f64]) -> f64 {
    x.iter()
        .map(|&v| {
            if v < 0.0 {
                return -v;
            }
            v * v
        })
        .filter(|v| *v > 0.1)
        .sum()
}
check!(
    left_early_by_a_closure_checks,
    left_early_by_a_closure(&[0.3, -0.5, 0.9])
);

#[differentiable]
fn chunks_changed(x: &[f64], cols: usize) -> f64 {
    let mut m = x.to_vec();
    for (r, row) in m.chunks_mut(cols).enumerate() {
        for v in row {
            *v = *v * *v + r as f64;
        }
    }
    m.iter().product()
}
check!(
    chunks_changed_checks,
    chunks_changed(&[0.3, 0.5, 0.9, 0.2], fixed(2))
);

#[differentiable]
fn integers_are_summed_as_integers(x: &[f64]) -> f64 {
    let k: usize = (0..3).map(|i| i * 2).sum();
    let n = (1..4).filter(|i| i % 2 == 1).sum::<usize>();
    x[0] * k as f64 + x[0] * x[0] * n as f64
}
check!(
    integers_are_summed_as_integers_checks,
    integers_are_summed_as_integers(&[0.3])
);

#[differentiable]
fn loops_over_pipelines(x: &[f64], y: &[f64]) -> f64 {
    let mut s = 1.0;
    for v in x.iter().filter(|v| **v > 0.0) {
        if *v > 2.0 {
            break;
        }
        s += v * v;
    }
    for (k, v) in x.iter().chain(y).enumerate() {
        if k == 1 {
            continue;
        }
        s *= v + k as f64;
    }
    s
}
check!(
    loops_over_pipelines_check,
    loops_over_pipelines(&[0.3, -0.5, 2.5, 0.7], &[0.9, 0.2]),
    loops_over_pipelines(&[0.3, -0.5, 1.5, 0.7], &[0.9, 0.2])
);

#[differentiable]
fn loop_with_an_exit_of_the_function(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for v in x.iter().filter(|v| **v > 0.0).take(2) {
        if s > 1.0 {
            return s * s;
        }
        s += v.exp();
    }
    -s
}
check!(
    loop_with_an_exit_of_the_function_checks,
    loop_with_an_exit_of_the_function(&[0.3, -0.5, 0.7]),
    loop_with_an_exit_of_the_function(&[-0.3, -0.5])
);

#[differentiable]
fn folded_into_a_vector(x: &[f64]) -> f64 {
    let squares = x.iter().fold(Vec::new(), |mut v, a| {
        v.push(a * a);
        v
    });
    squares.iter().product()
}
check!(
    folded_into_a_vector_checks,
    folded_into_a_vector(&[0.3, 0.5, 0.9])
);
