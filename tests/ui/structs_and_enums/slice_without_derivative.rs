use pullback::differentiable;

struct Game {
    score: f64,
}

#[differentiable]
fn games(games: &[Game], x: f64) -> f64 {
    games.iter().map(|game| game.score * x).sum()
}

fn main() {}
