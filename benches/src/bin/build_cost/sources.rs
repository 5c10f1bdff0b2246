//! Programs to compile, with and without the attribute.
//!
//! Receives how many and how long; promises the text of a library. Every function is
//! `fn name(x: &[f64], w: f64) -> f64`.

use std::fmt::Write;

/// What a library does with its functions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Use {
    /// They have no attribute.
    Plain,
    /// They have it, and nobody calls a gradient.
    NoGradient,
    /// They have it, and one gradient of each is called.
    Gradients,
}

/// Functions as users write them: a branch, a nest of loops, elementary functions, iterators, a call.
const KINDS: [&str; 5] = [
    "pub fn f_N(x: &[f64], w: f64) -> f64 {
    let mut s = 0.N;
    for &v in x {
        if v > w {
            s += (v - w) * (v - w);
        } else {
            s += 0.5 * v;
        }
    }
    s
}
",
    "pub fn f_N(x: &[f64], w: f64) -> f64 {
    let mut y = vec![0.N; x.len()];
    for i in 0..x.len() {
        for j in 0..=i {
            y[i] += w * x[j] * x[i - j];
        }
    }
    let mut s = 0.0;
    for i in 0..y.len() {
        s += y[i] * y[i];
    }
    s
}
",
    "pub fn f_N(x: &[f64], w: f64) -> f64 {
    let a = (x[0] * w).sin() + 0.N;
    let b = (x[1] - a).exp();
    let c = if b > 1.0 { b.ln() } else { b * a };
    let d = (a * a + c * c).sqrt();
    let e = d.tanh() / (1.0 + w * w);
    a * e + b - c
}
",
    "pub fn f_N(x: &[f64], w: f64) -> f64 {
    let mean = x.iter().sum::<f64>() / x.len() as f64;
    let spread: f64 = x.iter().map(|v| (v - mean) * (v - mean)).sum();
    let steps = x.windows(2).map(|p| (p[1] - p[0]).abs());
    spread + w * steps.fold(0.N, |a, b| a + b)
}
",
    "pub fn f_N(x: &[f64], w: f64) -> f64 {
    let mut state = 0.N;
    let mut total = 0.0;
    for &v in x {
        state = step(state, v, w);
        total += state;
    }
    total
}
",
];

/// The function that the last kind calls.
const STEP: &str = "pub fn step(state: f64, v: f64, w: f64) -> f64 {
    w * state + v * (1.0 - state)
}
";

/// A library of `count` functions, of each kind in turn.
pub fn library(count: usize, with: Use) -> String {
    let attribute = if with == Use::Plain {
        ""
    } else {
        "#[pullback::differentiable]\n"
    };
    let mut text = format!("{attribute}{STEP}");
    for n in 0..count {
        let function = KINDS[n % KINDS.len()].replace('N', &n.to_string());
        write!(text, "{attribute}{function}").expect("writing to a string does not fail");
        if with == Use::Gradients {
            let call = format!(
                "pub fn gradient_{n}(x: &[f64], w: f64) -> (Vec<f64>, f64) {{\n    f_{n}::gradient(x, w)\n}}\n"
            );
            text += &call;
        }
    }
    text
}

/// The same library after a change in its first function.
pub fn changed(library: &str) -> String {
    library.replacen("0.5 * v", "0.25 * v", 1)
}

/// A function to expand, and how often: a short one alone would be lost in the time of the rest.
#[derive(Clone, Debug)]
pub struct Sample {
    /// What it is.
    pub name: &'static str,
    /// The lines of one copy.
    pub lines: usize,
    /// How many copies stand in the library.
    pub copies: usize,
    body: String,
}

impl Sample {
    /// The library of all copies.
    pub fn library(&self, with: Use) -> String {
        let attribute = if with == Use::Plain {
            ""
        } else {
            "#[pullback::differentiable]\n"
        };
        let copy = |n| {
            format!(
                "{attribute}pub fn f_{n}(x: &[f64], w: f64) -> f64 {{\n{}}}\n",
                self.body
            )
        };
        (0..self.copies).map(copy).collect()
    }
}

/// Functions of growing length, and the two shapes in which a compiler's mistakes grow fastest.
pub fn samples() -> Vec<Sample> {
    let loops = |lines| sample("loops and branches", blocks(lines));
    vec![
        loops(10),
        loops(100),
        loops(1000),
        sample("straight line", straight(2000)),
        sample("loops 12 deep", nest(12)),
    ]
}

fn sample(name: &'static str, body: String) -> Sample {
    let lines = body.lines().count() + 2;
    Sample {
        name,
        lines,
        copies: (1000 / lines).max(1),
        body,
    }
}

const BLOCK: &str = "    for i in 0..x.len() {
        let t = x[i] * w + s;
        if t > 0.5 {
            s += t.sin();
        }
    }
";

/// A body of one loop after the other.
fn blocks(lines: usize) -> String {
    let count = (lines - 4) / BLOCK.lines().count();
    format!("    let mut s = 0.0;\n{}    s\n", BLOCK.repeat(count))
}

/// A body without a loop, in which every line needs the one before.
fn straight(lines: usize) -> String {
    let mut body = String::from("    let v = x[0];\n");
    for line in 0..lines - 4 {
        writeln!(body, "    let v = v * w + x[{}];", line % 8)
            .expect("writing to a string does not fail");
    }
    body + "    v\n"
}

/// A body of loops within loops.
fn nest(depth: usize) -> String {
    let heads: String = (0..depth)
        .map(|d| format!("    for i{d} in 0..2 {{\n"))
        .collect();
    let tails = "    }\n".repeat(depth);
    let inner = format!("    s += x[i0] * w * x[i{}];\n", depth - 1);
    format!("    let mut s = 0.0;\n{heads}{inner}{tails}    s\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_are_as_long_as_they_say() {
        let lines: Vec<usize> = samples().iter().map(|sample| sample.lines).collect();
        assert_eq!(lines, [10, 100, 1000, 2000, 29]);
        for sample in samples() {
            let text = sample.library(Use::Plain);
            assert_eq!(text.lines().count(), sample.lines * sample.copies);
        }
    }

    #[test]
    fn libraries_differ_in_attributes_and_calls() {
        let count = |with, what: &str| library(10, with).matches(what).count();
        assert_eq!(count(Use::Plain, "differentiable"), 0);
        assert_eq!(count(Use::NoGradient, "differentiable"), 11);
        assert_eq!(count(Use::NoGradient, "gradient"), 0);
        assert_eq!(count(Use::Gradients, "::gradient("), 10);
        assert_ne!(changed(&library(1, Use::Plain)), library(1, Use::Plain));
    }
}
