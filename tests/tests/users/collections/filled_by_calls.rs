use pullback::differentiable;
use pullback_tests::check;

#[differentiable]
fn filled(x: &[f64]) -> f64 {
    let mut v = vec![0.0; 4];
    let mut calls = 0;
    v.fill_with(|| {
        calls += 1;
        x[calls % x.len()] * calls as f64
    });
    let squares: f64 = v.iter().map(|a| a * a).sum();
    v[1..3].fill_with(Default::default);
    squares + v.iter().product::<f64>() + v[3]
}

#[differentiable]
fn best_run(x: &[f64]) -> f64 {
    let (mut start, mut run) = (0, 0..0);
    let (mut here, mut best) = (0.0, f64::MIN);
    for (i, &v) in x.iter().enumerate() {
        if here <= 0.0 {
            (start, here) = (i, v);
        } else {
            here += v;
        }
        if here > best {
            best = here;
            run = start..i + 1;
        }
    }
    best * run.len() as f64 + x[run].iter().map(|v| v * v).sum::<f64>()
}

check!(
    lists_filled_by_calls_and_ranges_beside_others,
    filled(&[0.3, 0.7, 0.6]),
    best_run(&[0.3, -0.7, 0.61, 0.2, -0.1]),
);
