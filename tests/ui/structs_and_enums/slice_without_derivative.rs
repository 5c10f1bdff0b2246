use pullback::differentiable;

struct Game {
    score: f64,
}

#[differentiable]
fn games(games: &[Game], x: f64) -> f64 {
    games.len() as f64 * x
}

fn main() {}
