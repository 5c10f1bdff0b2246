use crate::assert_grad;
use pullback::differentiable;

use std::collections::HashMap;

#[differentiable]
fn price(
    prices: &[f64],
    #[constant] ids: &HashMap<String, usize>,
    #[constant] basket: &[(String, u32)],
) -> f64 {
    let mut total = 0.0;
    for (name, qty) in basket {
        if let Some(&i) = ids.get(name) {
            let discount = if *qty >= 10 { 0.9 } else { 1.0 };
            total += prices[i] * *qty as f64 * discount;
        }
    }
    total.sqrt()
}

#[test]
fn gradient_is_right() {
    let ids: HashMap<String, usize> = [("a".to_string(), 0), ("b".to_string(), 1)].into();
    let basket = [
        ("a".to_string(), 3),
        ("b".to_string(), 12),
        ("zzz".to_string(), 5),
    ];
    let p = [1.5, 0.7, 9.0];
    assert_grad(
        |p| price(p, &ids, &basket),
        &p,
        &price::gradient(&p, &ids, &basket),
    );
}
