use pullback::{Differentiable, differentiable};

#[derive(Differentiable)]
struct String {
    tension: f64,
}

#[differentiable]
impl String {
    fn pitch(&self, mode: f64) -> f64 {
        mode * self.tension.sqrt()
    }
    fn slackened(&self, by: f64) -> Self {
        String { tension: self.tension - by }
    }
}

#[differentiable]
fn pitches(strings: &[String]) -> f64 {
    strings[0].pitch(1.0)
}

fn main() {}
