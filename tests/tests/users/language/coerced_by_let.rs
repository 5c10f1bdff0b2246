use pullback::differentiable;
use pullback_tests::check;

#[differentiable]
fn of_a_string(x: &[f64]) -> f64 {
    let owned = String::from("a");
    let name: &str = &owned;
    match name {
        "a" => x[0] * x[1],
        _ => 0.0,
    }
}

#[differentiable]
fn by_name(x: &[f64]) -> f64 {
    let weight = |name: &str| -> f64 {
        match name {
            "a" => x[0],
            "b" => x[1] * x[1],
            _ => 0.0,
        }
    };
    ["a", "z", "b"].iter().map(|n| weight(n)).sum::<f64>() + weight(&"b".to_string())
}

#[differentiable]
fn of_positions(x: &[f64]) -> f64 {
    let chosen: Vec<usize> = (0..x.len()).filter(|i| i % 2 == 0).collect();
    let chosen: &[usize] = &chosen;
    match chosen {
        [a, b] => x[*a] * x[*b],
        _ => 0.0,
    }
}

check!(
    references_that_become_what_a_let_says,
    of_a_string(&[0.3, 0.7]),
    by_name(&[0.3, 0.7]),
    of_positions(&[0.3, 0.7, 0.6]),
);
