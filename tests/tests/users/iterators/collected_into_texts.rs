use pullback::differentiable;
use pullback_tests::check;

#[differentiable]
fn pattern(x: &[f64]) -> f64 {
    let marks: String = x.iter().map(|v| if *v > 0.4 { '#' } else { '.' }).collect();
    let mut sum = 0.0;
    for (mark, v) in marks.chars().zip(x) {
        if mark == '#' {
            sum += v * v;
        }
    }
    sum + marks.matches('.').count() as f64 * x[0]
}

#[differentiable]
fn settings(x: &[f64]) -> f64 {
    let digits: String = "gain = 12.5"
        .chars()
        .filter(|c| c.is_ascii_digit() || *c == '.')
        .collect();
    let gain: f64 = digits.parse().unwrap();
    let shown = x.iter().map(|v| format!("{v:.2} ")).collect::<String>();
    assert!(!shown.is_empty());
    gain * x.iter().sum::<f64>()
}

check!(
    items_collected_into_texts,
    pattern(&[0.3, 1.7, 0.5]),
    settings(&[0.3, 1.7]),
);
