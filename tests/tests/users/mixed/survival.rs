use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn cox(beta: &[f64], #[constant] subjects: &[(f64, bool, [f64; 2])]) -> f64 {
    let mut order: Vec<usize> = (0..subjects.len()).collect();
    order.sort_by(|&a, &b| subjects[b].0.partial_cmp(&subjects[a].0).unwrap());
    let mut risk = 0.0;
    let mut ll = 0.0;
    for &i in &order {
        let (_, event, x) = &subjects[i];
        let eta: f64 = beta.iter().zip(x).map(|(b, x)| b * x).sum();
        risk += eta.exp();
        if *event {
            ll += eta - risk.ln();
        }
    }
    -ll
}

#[test]
fn gradient_is_right() {
    let p = [0.3, -0.7];
    assert_grad(
        |p| {
            cox(
                p,
                &[
                    (2.0, true, [0.5, 1.0]),
                    (3.5, false, [-0.2, 0.3]),
                    (1.0, true, [1.1, -0.4]),
                    (4.0, true, [0.0, 0.9]),
                ],
            )
        },
        &p,
        &cox::gradient(
            &p,
            &[
                (2.0, true, [0.5, 1.0]),
                (3.5, false, [-0.2, 0.3]),
                (1.0, true, [1.1, -0.4]),
                (4.0, true, [0.0, 0.9]),
            ],
        ),
    );
}
