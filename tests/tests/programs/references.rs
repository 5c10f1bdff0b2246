//! References that functions return: kept, passed on, chosen, looped over, and let go.

use pullback::{Differentiable, Real, differentiable};
use pullback_tests::check;
use std::ops::{Deref, DerefMut};

#[derive(Clone, Debug, Differentiable)]
struct Table {
    width: usize,
    data: Vec<f64>,
}

#[differentiable]
impl Table {
    fn row(&self, i: usize) -> &[f64] {
        &self.data[i * self.width..(i + 1) * self.width]
    }

    fn row_mut(&mut self, i: usize) -> &mut [f64] {
        let width = self.width;
        &mut self.data[i * width..(i + 1) * width]
    }

    fn at(&self, i: usize) -> &f64 {
        &self.data[i]
    }

    fn scale(&mut self, k: f64) {
        for x in self.data.iter_mut() {
            *x *= k;
        }
    }

    /// The row that begins with more.
    fn heavier(&self) -> &[f64] {
        if self.data[0] > self.data[self.width] {
            self.row(0)
        } else {
            self.row(1)
        }
    }

    fn normalise(&mut self) {
        for i in 0..self.data.len() / self.width {
            let sum: f64 = self.row(i).iter().sum();
            for x in self.row_mut(i).iter_mut() {
                *x /= sum;
            }
        }
    }

    fn times(&self, v: &[f64]) -> Vec<f64> {
        (0..self.data.len() / self.width)
            .map(|i| self.row(i).iter().zip(v).map(|(a, b)| a * b).sum())
            .collect()
    }
}

#[differentiable]
fn let_go_before_changes(x: &[f64]) -> f64 {
    let mut t = Table {
        width: 2,
        data: x.to_vec(),
    };
    let mut sum = 1.0;
    for i in 0..2 {
        let row = t.row(i);
        let product = row[0] * row[1];
        sum += product * t.at(3);
        t.scale(sum);
        if sum > 1.5 {
            let first = t.row(0);
            sum *= first[1];
            t.scale(0.5);
        } else {
            t.data[0] += sum;
        }
    }
    let mut i = 0;
    while i < 2 {
        let row = t.row(i);
        if row[0] * row[1] > 100.0 {
            break;
        }
        sum += row[0];
        t.scale(1.1);
        i += 1;
    }
    sum
}
check!(
    let_go_before_changes_checks,
    let_go_before_changes(&[0.5, 1.2, 0.7, 0.3]),
    let_go_before_changes(&[0.1, 0.2, 0.3, 0.4])
);

#[differentiable]
fn read_then_written(x: &[f64]) -> f64 {
    let mut t = Table {
        width: 2,
        data: x.to_vec(),
    };
    t.normalise();
    let once = t.times(&x[..2]);
    let twice = t.times(&once);
    twice[0] * twice[1] + t.row(0)[0] * t.row(1).len() as f64
}
check!(
    read_then_written_checks,
    read_then_written(&[0.5, 1.2, 0.7, 0.3])
);

#[differentiable]
fn chosen_by_branches(x: &[f64]) -> f64 {
    let t = Table {
        width: 2,
        data: x.to_vec(),
    };
    let mut sum = 1.0;
    for i in 0..2 {
        let row = if sum > 1.1 { t.row(i) } else { t.row(1 - i) };
        sum += row[0] * row[1];
        for v in row.iter() {
            sum *= 1.0 + v;
        }
    }
    let row = match x.len() {
        4 => t.row(0),
        _ => t.row(1),
    };
    sum * row.iter().sum::<f64>()
}
check!(
    chosen_by_branches_checks,
    chosen_by_branches(&[0.5, 1.2, 0.7, 0.3]),
    chosen_by_branches(&[0.5, 0.1, 0.7, 0.3])
);

#[differentiable]
fn looped_over(x: &[f64]) -> f64 {
    let mut t = Table {
        width: 2,
        data: x.to_vec(),
    };
    let mut sum = 0.0;
    for v in t.row(0) {
        sum += *v * *v;
    }
    for v in t.row(1) {
        sum *= v.exp();
    }
    for &v in t.row(1) {
        sum += v * v;
    }
    for v in t.times(x) {
        sum += v;
    }
    let heavier = t.heavier();
    for v in heavier {
        if *v > 0.2 {
            sum += v;
        }
    }
    t.data[0] *= sum;
    t.data.iter().sum::<f64>() * t.heavier()[0]
}
check!(
    looped_over_checks,
    looped_over(&[0.5, 1.2, 0.7, 0.3]),
    looped_over(&[0.9, 1.2, 0.7, 0.3])
);

#[derive(Clone, Debug, Differentiable)]
struct Stack<T: Real> {
    items: Vec<T>,
}

#[differentiable]
impl<T: Real> Stack<T> {
    fn at(&self, i: usize) -> &T {
        &self.items[i]
    }

    fn at_mut(&mut self, i: usize) -> &mut T {
        &mut self.items[i]
    }

    fn pair(&self, i: usize) -> &[T] {
        &self.items[i..i + 2]
    }

    fn energy(&self) -> T {
        let pair = self.pair(0);
        *self.at(0) * *self.at(1) + pair[0] * pair[1]
    }
}

#[differentiable]
fn generic_parts(x: &[f64]) -> f64 {
    let mut stack = Stack::<f64> { items: x.to_vec() };
    *stack.at_mut(0) *= x[1];
    stack.energy() * *stack.at(2)
}
check!(generic_parts_checks, generic_parts(&[0.5, 1.2, 0.7]));

#[derive(Clone, Debug, Differentiable)]
struct Weights {
    values: Vec<f64>,
    decay: f64,
}

#[differentiable]
impl Deref for Weights {
    type Target = Vec<f64>;
    fn deref(&self) -> &Vec<f64> {
        &self.values
    }
}

#[differentiable]
impl DerefMut for Weights {
    fn deref_mut(&mut self) -> &mut Vec<f64> {
        &mut self.values
    }
}

#[differentiable]
impl AsRef<[f64]> for Weights {
    fn as_ref(&self) -> &[f64] {
        &self.values
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Meters(f64);

#[differentiable]
impl Deref for Meters {
    type Target = f64;
    fn deref(&self) -> &f64 {
        &self.0
    }
}

#[differentiable]
impl DerefMut for Meters {
    fn deref_mut(&mut self) -> &mut f64 {
        &mut self.0
    }
}

#[differentiable]
fn through_pointers(x: &[f64]) -> f64 {
    let mut w = Weights {
        values: x.to_vec(),
        decay: x[2],
    };
    let mut m = Meters(x[0]);
    *m *= x[1];
    w[0] *= w[1];
    let mut sum = *m * (*m).sin();
    for i in 0..w.len() {
        sum += w[i] * w[i] * w.decay;
    }
    let view = w.as_ref();
    sum * (*w)[1] * view[0]
}
check!(through_pointers_checks, through_pointers(&[0.5, 1.2, 0.7]));

#[differentiable]
fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

#[differentiable]
fn in_two_parts(x: &[f64], at: usize) -> f64 {
    let (left, right) = x.split_at(at);
    let (first, rest) = x.split_first().unwrap();
    let mut sum = dot(left, right) * first + rest[0];
    for i in 1..x.len() {
        let (a, b) = rest.split_at(i);
        sum += dot(a, &x[..i]) - b.iter().sum::<f64>();
        let (last, init) = a.split_last().expect("one at least");
        sum *= 1.0 + last * init.len() as f64;
    }
    sum
}
check!(
    in_two_parts_checks,
    in_two_parts(&[0.5, 1.2, 0.7, 0.3], fixed(2)),
    in_two_parts(&[0.5, 1.2, 0.7, 0.3], fixed(1))
);

#[derive(Clone, Debug, Differentiable)]
struct Machine {
    stack: Vec<f64>,
    done: usize,
}

#[differentiable]
impl Machine {
    fn obey(&mut self, word: &str) -> Result<(), String> {
        self.done += 1;
        match word {
            "double" => self.stack[0] *= 2.0,
            "square" => self.stack[0] *= self.stack[0],
            other => return Err(other.to_string()),
        }
        Ok(())
    }
}

/// What a loop passes on may be borrowed from an argument.
#[differentiable]
fn words_of_a_text(text: &str, x: f64) -> f64 {
    let mut machine = Machine {
        stack: vec![x],
        done: 0,
    };
    for word in text.split_whitespace() {
        if let Err(unknown) = machine.obey(word) {
            return machine.stack[0] * unknown.len() as f64;
        }
    }
    machine.stack[0] * machine.done as f64
}
check!(
    words_of_a_text_checks,
    words_of_a_text(fixed("double square double"), 1.3),
    words_of_a_text(fixed("square sing double"), 1.3)
);
