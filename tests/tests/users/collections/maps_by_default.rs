use pullback::differentiable;
use pullback_tests::check;
use std::collections::{BTreeMap, HashMap, VecDeque};

#[differentiable]
fn fullest(x: &[f64]) -> f64 {
    let mut buckets: BTreeMap<i64, Vec<f64>> = Default::default();
    for v in x {
        buckets.entry((v * 4.0) as i64).or_default().push(*v);
    }
    let mut sums: std::collections::HashMap<usize, f64> = Default::default();
    for (i, v) in x.iter().enumerate() {
        *sums.entry(i % 2).or_default() += v * v;
    }
    let fullest = buckets.values().max_by_key(|b| b.len()).unwrap();
    fullest.iter().map(|v| v * v).sum::<f64>() + sums[&0] * sums[&1]
}

check!(
    maps_that_begin_by_default,
    fullest(&[0.3, 0.7, 0.61, 0.28, 0.72, 0.55])
);

/// Arrays that become what the types of the variables say.
#[differentiable]
fn turned(x: &[f64]) -> f64 {
    let named: HashMap<&str, f64> = [("a", x[0]), ("b", x[1] * x[0])].into();
    let ordered: BTreeMap<usize, f64> = [(2, x[2]), (1, x[3])].into();
    let queue: VecDeque<f64> = [x[4], x[5]].into();
    let last = ordered.values().map(|v| v * v).sum::<f64>();
    named["a"] * named["b"] + last * queue[0] * queue[1]
}

check!(
    arrays_turned_into_collections,
    turned(&[0.3, 0.7, 0.61, 0.28, 0.72, 0.55])
);
