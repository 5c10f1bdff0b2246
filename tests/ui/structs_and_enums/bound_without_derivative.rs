use pullback::differentiable;

enum Token {
    Number(f64),
    Variable(usize),
    Negation,
}

#[differentiable]
fn sum(tokens: &[Token], x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for token in tokens {
        match token {
            Token::Number(n) => sum += x[0] * *n as f64,
            Token::Variable(i) => sum += x[*i],
            Token::Negation => sum = -sum,
        }
    }
    sum
}

fn main() {}
