use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn fall_time(h: f64, drag: f64) -> f64 {
    let dt = 0.1;
    let (mut y, mut v, mut t) = (h, 0.0, 0.0);
    while y > 0.0 {
        let a = -9.81 - drag * v * v.abs();
        let next_v = v + a * dt;
        let next_y = y + next_v * dt;
        if next_y <= 0.0 {
            // land inside the step
            let fraction = y / (y - next_y);
            return t + fraction * dt;
        }
        (y, v) = (next_y, next_v);
        t += dt;
    }
    t
}

#[test]
fn gradient_is_right() {
    let (a, b) = fall_time::gradient(5.0, -0.02);
    assert_grad(|v| fall_time(v[0], v[1]), &[5.0, -0.02], &[a, b]);
}
