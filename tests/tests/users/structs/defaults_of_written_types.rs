//! Variables that begin with the default value of a written type.

use crate::check;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Debug, Default, Differentiable)]
struct Moments {
    sum: f64,
    squares: f64,
    seen: Vec<f64>,
}

#[differentiable]
fn sorted_into_rooms(x: &[f64]) -> f64 {
    let mut rooms: [Vec<f64>; 3] = Default::default();
    let mut moments: Moments = Default::default();
    let (mut total, mut count): (f64, usize) = Default::default();
    for (i, &v) in x.iter().enumerate() {
        let mut scaled: f64 = Default::default();
        scaled += v * (i + 1) as f64;
        rooms[i % 3].push(scaled);
        moments.sum += v;
        moments.squares += v * scaled;
        moments.seen.push(v.sin());
        total += scaled * scaled;
        count += 1;
    }
    let mut last: Option<f64> = Default::default();
    for room in &rooms {
        let mean = room.iter().sum::<f64>() / room.len().max(1) as f64;
        total += mean * moments.squares;
        last = room.last().copied().or(last);
    }
    total / count as f64 + moments.sum * last.unwrap_or(1.0) + moments.seen.iter().product::<f64>()
}

#[test]
fn defaults_of_written_types() {
    let points: [&[f64]; 3] = [
        &[0.4, 1.3],
        &[0.9, -0.7, 0.2, 1.1],
        &[0.3, 0.8, -1.2, 0.5, 2.0],
    ];
    check(sorted_into_rooms, sorted_into_rooms::gradient, &points);
}
