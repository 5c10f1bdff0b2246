use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn learning_rate(base: f64, warmup: f64, schedule: &str, step: usize, total: usize) -> f64 {
    let t = step as f64;
    let ramp = if t < warmup { t / warmup } else { 1.0 };
    let progress = t / total as f64;
    let decay = match schedule {
        "cosine" => 0.5 * (1.0 + (std::f64::consts::PI * progress).cos()),
        "linear" => 1.0 - progress,
        s if s.starts_with("step") => 0.5f64.powi((step / 10) as i32),
        "constant" => 1.0,
        other => panic!("unknown schedule {other:?}"),
    };
    base * ramp * decay
}
#[test]
fn gradient_is_right() {
    for s in ["cosine", "linear", "step10", "constant"] {
        for step in [3, 30] {
            let (a, b) = learning_rate::gradient(0.1, 8.0, s, step, 100);
            assert_grad(
                |v| learning_rate(v[0], v[1], s, step, 100),
                &[0.1, 8.0],
                &[a, b],
            );
        }
    }
}
