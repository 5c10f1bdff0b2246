use pullback::differentiable;

struct Table {
    rows: Vec<Vec<f64>>,
}

impl Table {
    fn all(&self) -> impl Iterator<Item = f64> + '_ {
        self.rows.iter().flatten().copied()
    }
}

#[differentiable]
fn weighed(w: &[f64], #[constant] table: &Table) -> f64 {
    w.iter().zip(table.all()).map(|(w, x)| w * w * x).sum()
}

fn main() {}
