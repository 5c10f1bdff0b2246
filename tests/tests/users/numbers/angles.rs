use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn haversine(lat1: f64, lon1: f64, lat2: f64, lon2: f64) -> f64 {
    const R: f64 = 6371.0;
    let (p1, p2) = (lat1.to_radians(), lat2.to_radians());
    let dp = (lat2 - lat1).to_radians();
    let dl = (lon2 - lon1).to_radians();
    let a = (dp / 2.0).sin().powi(2) + p1.cos() * p2.cos() * (dl / 2.0).sin().powi(2);
    2.0 * R * a.sqrt().asin()
}

#[differentiable]
fn bearing_deg(x: f64, y: f64) -> f64 {
    let b = y.atan2(x).to_degrees();
    if b < 0.0 { b + 360.0 } else { b }
}

#[test]
fn gradient_is_right() {
    let p = [52.5, 13.4, 48.1, 11.6];
    let (a, b, c, d) = haversine::gradient(p[0], p[1], p[2], p[3]);
    assert_grad(|v| haversine(v[0], v[1], v[2], v[3]), &p, &[a, b, c, d]);
    for p in [[0.4, 0.7], [0.4, -0.7]] {
        let (a, b) = bearing_deg::gradient(p[0], p[1]);
        assert_grad(|v| bearing_deg(v[0], v[1]), &p, &[a, b]);
    }
}
