use pullback::{Differentiable, differentiable};

#[derive(Differentiable)]
struct Bank {
    accounts: Vec<f64>,
}

#[differentiable]
impl Bank {
    fn find(&mut self, id: usize) -> Option<&mut f64> {
        self.accounts.get_mut(id)
    }

    fn deposit(&mut self, id: usize, x: f64) {
        if let Some(account) = self.find(id) {
            *account += x * x;
        }
    }

    fn take(&mut self, id: usize, x: f64) {
        *self.find(id).unwrap() -= x;
    }
}

fn main() {}
