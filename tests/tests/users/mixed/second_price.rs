use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn second_price(bids: &[f64], reserve: f64) -> f64 {
    let mut sorted: Vec<f64> = bids.iter().copied().filter(|b| *b >= reserve).collect();
    sorted.sort_by(|a, b| b.total_cmp(a));
    match sorted.as_slice() {
        [] => 0.0,
        [_] => reserve,
        [_, second, ..] => *second,
    }
}
#[test]
fn gradient_is_right() {
    for reserve in [0.1, 0.8, 3.0] {
        let b = [0.7, 1.9, 0.3];
        let (db, dr) = second_price::gradient(&b, reserve);
        assert_grad(|b| second_price(b, reserve), &b, &db);
        assert_grad(|r| second_price(&b, r[0]), &[reserve], &[dr]);
    }
}
