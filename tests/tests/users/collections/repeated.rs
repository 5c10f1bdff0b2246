//! Slices repeated: of arguments, of lists made on the spot, of whole numbers and texts, and not even once.

use pullback::differentiable;
use pullback_tests::check;

#[differentiable]
fn tiled(x: &[f64], times: usize) -> f64 {
    let tiles = x.repeat(times);
    let weights = vec![x[0], x[1]].repeat(2);
    let places = [2usize, 0].repeat(times);
    let name = "ab".repeat(2);
    let sum: f64 = tiles
        .iter()
        .zip(1..)
        .map(|(v, i)| v * v * f64::from(i))
        .sum();
    let chosen: f64 = places.iter().map(|&i| x[i]).product();
    sum * weights[3] + chosen * name.len() as f64 + [x[0] * x[1]].repeat(3).iter().product::<f64>()
}

check!(
    each_item_is_as_often_there,
    tiled(&[0.1, 0.5, 0.9], fixed(3)),
    tiled(&[0.1, 0.5, 0.9], fixed(0)),
);
