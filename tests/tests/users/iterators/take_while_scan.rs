use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn f(cash: &[f64], rate: f64) -> f64 {
    let discounted: f64 = cash
        .iter()
        .scan(1.0, |df, c| {
            *df /= 1.0 + rate;
            Some(*df * c)
        })
        .sum();
    let early: f64 = cash
        .iter()
        .take_while(|c| **c < 100.0)
        .map(|c| c.ln())
        .sum();
    let late: f64 = cash
        .iter()
        .skip_while(|c| **c < 100.0)
        .map(|c| c * rate)
        .sum();
    discounted + early + late
}

#[test]
fn gradient_is_right() {
    let c = [5.0, 7.0, 3.0, 105.0, 2.0];
    let (dc, dr) = f::gradient(&c, 0.05);
    assert_grad(|c| f(c, 0.05), &c, &dc);
    assert_grad(|r| f(&c, r[0]), &[0.05], &[dr]);
}
