use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Debug, Clone, Differentiable)]
enum Tip {
    Leaf { sequence: String, length: f64 },
    Unknown,
}

fn base(letter: u8) -> Option<usize> {
    b"ACGT".iter().position(|&b| b == letter)
}

/// Texts are asked by a type that the syntax does not show.
#[differentiable]
fn weight(tip: &Tip, site: usize, rate: f64) -> f64 {
    match tip {
        Tip::Leaf { sequence, length } => {
            let mut v = [0.5; 4];
            match base(sequence.as_bytes()[site]) {
                Some(b) => v[b] = (-rate * length).exp(),
                None => v.fill(rate),
            }
            let sum: f64 = v.iter().sum();
            if sequence.trim().to_lowercase().starts_with("ac") {
                sum * length
            } else {
                sum
            }
        }
        Tip::Unknown => rate,
    }
}

#[differentiable]
fn f(length: f64, rate: f64) -> f64 {
    let leaf = |text: &str| Tip::Leaf {
        sequence: text.to_string(),
        length,
    };
    weight(&leaf("ACG-"), 0, rate)
        * weight(&leaf("ACG-"), 3, rate)
        * weight(&leaf("GC"), 1, rate)
        * weight(&Tip::Unknown, 0, rate)
}

#[test]
fn gradient_is_right() {
    let v = [0.3, 1.7];
    let (a, b) = f::gradient(v[0], v[1]);
    assert_grad(|v| f(v[0], v[1]), &v, &[a, b]);
}
