use pullback::{Differentiable, differentiable};

#[derive(Clone, Differentiable)]
struct Position {
    asset: usize,
    cost: f64,
}

#[derive(Clone, Differentiable)]
struct Ledger {
    positions: Vec<Position>,
}

#[differentiable]
impl Ledger {
    fn position_mut(&mut self, asset: usize) -> &mut Position {
        let at = match self.positions.iter().position(|p| p.asset == asset) {
            Some(at) => at,
            None => {
                self.positions.push(Position { asset, cost: 0.0 });
                self.positions.len() - 1
            }
        };
        &mut self.positions[at]
    }
}

fn main() {}
