//! How the programs are checked.

/// Compares a gradient with central differences.
pub fn assert_grad(f: impl Fn(&[f64]) -> f64, x: &[f64], g: &[f64]) {
    assert_eq!(x.len(), g.len());
    for i in 0..x.len() {
        let h = 1e-6 * (1.0 + x[i].abs());
        let (mut p, mut m) = (x.to_vec(), x.to_vec());
        p[i] += h;
        m[i] -= h;
        let fd = (f(&p) - f(&m)) / (2.0 * h);
        assert!(
            (g[i] - fd).abs() <= 1e-5 * (1.0 + fd.abs()),
            "entry {i}: {} but {fd} expected",
            g[i]
        );
    }
}

/// Compares the gradients of a function at several points with central differences, twice each.
pub fn check(f: impl Fn(&[f64]) -> f64, g: impl Fn(&[f64]) -> Vec<f64>, points: &[&[f64]]) {
    for x in points {
        assert_grad(&f, x, &g(x));
        assert_grad(&f, x, &g(x));
    }
}
