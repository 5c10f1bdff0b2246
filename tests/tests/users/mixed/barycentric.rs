use crate::assert_grad;
use pullback::differentiable;

type V2 = (f64, f64);

#[differentiable]
fn cross(o: V2, a: V2, b: V2) -> f64 {
    (a.0 - o.0) * (b.1 - o.1) - (a.1 - o.1) * (b.0 - o.0)
}

#[differentiable]
fn barycentric(p: V2, [a, b, c]: [V2; 3]) -> Option<[f64; 3]> {
    let area = cross(a, b, c);
    if area.abs() < 1e-12 {
        return None;
    }
    let u = cross(p, b, c) / area;
    let v = cross(p, c, a) / area;
    Some([u, v, 1.0 - u - v])
}

#[differentiable]
fn interpolate(p: V2, tri: [V2; 3], values: &[f64; 3]) -> f64 {
    let Some(w) = barycentric(p, tri) else {
        return 0.0;
    };
    if w.iter().any(|&x| x < 0.0) {
        return -1.0 * w.iter().map(|x| x.min(0.0)).sum::<f64>();
    }
    w.iter().zip(values).map(|(w, v)| w * v * v).sum()
}

#[test]
fn gradient_is_right() {
    let vals = [1.0, 2.0, -0.5];
    for p in [(0.3, 0.2), (1.5, 0.8)] {
        let tri = [(0.0, 0.0), (1.0, 0.1), (0.2, 1.1)];
        let (dp, dt, dv) = interpolate::gradient(p, tri, &vals);
        assert_grad(
            |v| interpolate((v[0], v[1]), tri, &vals),
            &[p.0, p.1],
            &[dp.0, dp.1],
        );
        assert_grad(
            |v| interpolate(p, [(v[0], v[1]), (v[2], v[3]), (v[4], v[5])], &vals),
            &[0.0, 0.0, 1.0, 0.1, 0.2, 1.1],
            &[dt[0].0, dt[0].1, dt[1].0, dt[1].1, dt[2].0, dt[2].1],
        );
        assert_grad(|v| interpolate(p, tri, &[v[0], v[1], v[2]]), &vals, &dv);
    }
}
