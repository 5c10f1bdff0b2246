use pullback::differentiable;
use pullback_tests::check;
use std::collections::BTreeMap;

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
