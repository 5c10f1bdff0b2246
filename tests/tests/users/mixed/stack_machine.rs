use crate::assert_grad;
use pullback::differentiable;

#[derive(Clone, Copy, Debug, PartialEq)]
enum Op {
    Push(f64),
    Load(usize),
    Add,
    Mul,
    Sin,
    Dup,
    Swap,
    JumpIfNeg(usize),
}

#[differentiable]
fn exec(#[constant] program: &[Op], vars: &[f64]) -> f64 {
    let mut stack: Vec<f64> = Vec::with_capacity(8);
    let mut pc = 0;
    while pc < program.len() {
        match program[pc] {
            Op::Push(v) => stack.push(v),
            Op::Load(i) => stack.push(vars[i]),
            Op::Add => {
                let b = stack.pop().unwrap();
                let a = stack.pop().unwrap();
                stack.push(a + b);
            }
            Op::Mul => {
                let b = stack.pop().unwrap();
                let a = stack.pop().unwrap();
                stack.push(a * b);
            }
            Op::Sin => {
                let top = stack.last_mut().unwrap();
                *top = top.sin();
            }
            Op::Dup => stack.push(stack[stack.len() - 1]),
            Op::Swap => {
                let n = stack.len();
                stack.swap(n - 1, n - 2);
            }
            Op::JumpIfNeg(to) => {
                if stack[stack.len() - 1] < 0.0 {
                    pc = to;
                    continue;
                }
            }
        }
        pc += 1;
    }
    stack.pop().unwrap_or(0.0)
}

#[test]
fn gradient_is_right() {
    let (p, prog) = (
        [0.7, 1.3],
        &[
            Op::Load(0),
            Op::Dup,
            Op::Mul,
            Op::Load(1),
            Op::Swap,
            Op::Sin,
            Op::Add,
            Op::JumpIfNeg(9),
            Op::Push(2.0),
            Op::Dup,
            Op::Mul,
            Op::Add,
        ],
    );
    assert_grad(|p| exec(prog, p), &p, &exec::gradient(prog, &p));
}

#[test]
fn gradient_is_right_for_negatives() {
    let (p, prog) = (
        [0.7, -1.3],
        &[Op::Load(0), Op::Load(1), Op::JumpIfNeg(4), Op::Sin, Op::Mul],
    );
    assert_grad(|p| exec(prog, p), &p, &exec::gradient(prog, &p));
}
