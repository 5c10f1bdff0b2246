//! Gradients by published crates, to be measured beside this one's.
//!
//! Receives a problem of the suite; promises one contender for each crate that can compute its gradient,
//! used as its documentation says. Programs are written again for them, over a type of number:
//!
//! ```text
//! fn sum(x: &[f64]) -> f64    →    fn sum<T: Number>(x: &[T]) -> T
//! ```

mod number;
mod program;
mod tools;

pub use number::Number;
pub use program::Program;

use pullback_benches::suite::{Contender, Problem};

/// More inputs than this make forward mode a matter of seconds.
const FORWARD: usize = 2000;

/// What the published crates can do about `problem`.
pub fn peers(problem: &Problem) -> Vec<Contender<'_>> {
    let mut contenders = Vec::new();
    if let Some(program) = Program::of(problem) {
        contenders.push(Contender::new("echidna", problem, tools::echidna(program)));
        let compiled = tools::echidna_compiled(program);
        contenders.push(Contender::new("echidna, compiled tape", problem, compiled));
        contenders.push(Contender::new("reverse", problem, tools::reverse(program)));
        if problem.at.len() <= FORWARD {
            contenders.push(num_dual(program, problem));
        }
    }
    match (problem.name, problem.at.len()) {
        ("sum of squares", 3) => {
            contenders.push(Contender::new("symdiff", problem, tools::symdiff_squares));
        }
        ("scalar expression", _) => {
            contenders.push(Contender::new(
                "symdiff",
                problem,
                tools::symdiff_expression,
            ));
        }
        _ => {}
    }
    contenders
}

/// Dual numbers with as many derivatives as there are inputs, where these are few.
fn num_dual(program: Program, problem: &Problem) -> Contender<'_> {
    const TOOL: &str = "num-dual";
    match problem.at.len() {
        2 => Contender::new(TOOL, problem, tools::num_dual::<2>(program)),
        3 => Contender::new(TOOL, problem, tools::num_dual::<3>(program)),
        6 => Contender::new(TOOL, problem, tools::num_dual::<6>(program)),
        _ => Contender::new(TOOL, problem, tools::num_dual::<8>(program)),
    }
}
