//! Instructions with payloads of positions, texts and floats, on a stack that may run out.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Debug, Differentiable)]
enum Op {
    Push(f64),
    Add,
    Mul,
    Dup,
    Swap,
    Call(String),
    Branch { if_neg: usize, otherwise: usize },
    Halt,
}
#[differentiable]
fn run(prog: &[Op], input: f64) -> Result<f64, String> {
    let mut stack: Vec<f64> = vec![input];
    let (mut pc, mut fuel) = (0, 100);
    loop {
        if fuel == 0 {
            return Err("out of fuel".to_owned());
        }
        fuel -= 1;
        let Some(op) = prog.get(pc) else {
            return Err(format!("bad pc {pc}"));
        };
        pc += 1;
        match op {
            Op::Push(v) => stack.push(*v),
            Op::Add | Op::Mul => {
                let (Some(b), Some(a)) = (stack.pop(), stack.pop()) else {
                    return Err("underflow".into());
                };
                stack.push(if matches!(op, Op::Add) { a + b } else { a * b });
            }
            Op::Dup => {
                let t = *stack.last().ok_or("empty")?;
                stack.push(t);
            }
            Op::Swap => {
                let n = stack.len();
                if n < 2 {
                    return Err("swap".into());
                }
                stack.swap(n - 1, n - 2);
            }
            Op::Call(name) => {
                let x = stack.pop().ok_or_else(|| "call".to_string())?;
                stack.push(match name.as_str() {
                    "sin" => x.sin(),
                    "exp" => x.exp(),
                    other => return Err(format!("unknown {other}")),
                });
            }
            Op::Branch { if_neg, otherwise } => {
                let x = stack.pop().unwrap_or(0.0);
                pc = if x < 0.0 { *if_neg } else { *otherwise };
            }
            Op::Halt => break,
        }
    }
    stack.pop().ok_or("nothing".to_string())
}
#[differentiable]
fn machine(x: &[f64]) -> f64 {
    let prog = vec![
        Op::Dup,
        Op::Mul,
        Op::Push(x[1]),
        Op::Add,
        Op::Dup,
        Op::Branch {
            if_neg: 6,
            otherwise: 8,
        },
        Op::Push(x[2]),
        Op::Halt,
        Op::Push(x[0]),
        Op::Call("sin".to_string()),
        Op::Push(2.0),
        Op::Swap,
        Op::Mul,
        Op::Halt,
    ];
    run(&prog, x[0]).unwrap_or(-1.0) + run(&[Op::Add], x[0]).unwrap_or(x[2])
}

#[test]
fn gradients_are_right() {
    for x in [[0.7, 1.3, 0.4], [0.7, -1.3, 0.4]] {
        assert_grad(machine, &x, &machine::gradient(&x));
        assert_grad(machine, &x, &machine::gradient(&x));
    }
}
