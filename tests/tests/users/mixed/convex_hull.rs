use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn turn(o: [f64; 2], a: [f64; 2], b: [f64; 2]) -> f64 {
    (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0])
}

#[differentiable]
fn hull_area(points: &[[f64; 2]]) -> f64 {
    let mut pts = points.to_vec();
    pts.sort_by(|a, b| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1])));
    let mut lower: Vec<[f64; 2]> = Vec::new();
    for &p in &pts {
        while lower.len() >= 2 && turn(lower[lower.len() - 2], lower[lower.len() - 1], p) <= 0.0 {
            lower.pop();
        }
        lower.push(p);
    }
    let mut upper: Vec<[f64; 2]> = Vec::new();
    for &p in pts.iter().rev() {
        while upper.len() >= 2 && turn(upper[upper.len() - 2], upper[upper.len() - 1], p) <= 0.0 {
            upper.pop();
        }
        upper.push(p);
    }
    lower.pop();
    upper.pop();
    lower.extend(upper);
    let mut area = 0.0;
    for i in 0..lower.len() {
        let j = (i + 1) % lower.len();
        area += lower[i][0] * lower[j][1] - lower[j][0] * lower[i][1];
    }
    area / 2.0
}

#[test]
fn gradient_is_right() {
    let v = [0.0, 0.0, 2.0, 0.1, 1.0, 0.5, 2.2, 1.9, 0.1, 1.5, 0.9, 1.1];
    let make = |v: &[f64]| v.chunks(2).map(|c| [c[0], c[1]]).collect::<Vec<_>>();
    assert_grad(
        |v| hull_area(&make(v)),
        &v,
        &hull_area::gradient(&make(&v)).concat(),
    );
}
