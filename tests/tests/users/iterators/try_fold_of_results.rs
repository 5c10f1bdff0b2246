use pullback::differentiable;
use pullback_tests::check;

#[differentiable]
fn run(p: &[f64]) -> f64 {
    let checked: Result<f64, String> = p.iter().enumerate().try_fold(0.0, |acc: f64, (i, x)| {
        if acc > 3.0 {
            Err(format!("overflow at {i}"))
        } else {
            Ok(acc + x.exp())
        }
    });
    let b = match p
        .iter()
        .try_fold(1.0, |acc, x| if *x < 0.4 { Err(1) } else { Ok(acc * x) })
    {
        Ok(v) => v,
        Err(_) => 2.0 * p[0],
    };
    let c = p
        .iter()
        .try_fold(0.0, |acc: f64, &x| (x < 1.0).then(|| acc + x * x))
        .unwrap_or(p[1]);
    checked.unwrap_or(p[0]) + b + c
}

check!(
    folds_that_may_fail,
    run(&[0.5, 1.5, 0.3]),
    run(&[0.5, 0.7, 0.6]),
    run(&[1.2, 1.3, 1.1, 0.9])
);
