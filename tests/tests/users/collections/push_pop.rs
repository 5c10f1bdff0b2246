use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn rpn(program: &str, inputs: &[f64]) -> f64 {
    let mut stack: Vec<f64> = Vec::new();
    let mut next = 0;
    for c in program.chars() {
        match c {
            'x' => {
                stack.push(inputs[next]);
                next += 1;
            }
            '+' => {
                let (b, a) = (stack.pop().unwrap(), stack.pop().unwrap());
                stack.push(a + b);
            }
            '*' => {
                let (b, a) = (stack.pop().unwrap(), stack.pop().unwrap());
                stack.push(a * b);
            }
            's' => {
                let a = stack.pop().unwrap();
                stack.push(a.sin());
            }
            _ => panic!("unknown op"),
        }
    }
    stack.pop().expect("empty program")
}

#[test]
fn gradient_is_right() {
    let x = [0.3, 1.0, -0.7];
    assert_grad(|x| rpn("xx*sx+", x), &x, &rpn::gradient("xx*sx+", &x));
}
