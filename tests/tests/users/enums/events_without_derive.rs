//! Enums that derive nothing, as there are whole numbers, texts and flags alone in their variants.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Copy, PartialEq, Debug)]
enum Move {
    Left(u8),
    Right { by: u8 },
    Stay,
    To(usize),
}

const MOVES: [Move; 5] = [
    Move::Left(2),
    Move::Right { by: 3 },
    Move::Stay,
    Move::To(1),
    Move::Right { by: 4 },
];

#[differentiable]
fn stepped(m: Move, x: f64) -> f64 {
    match m {
        Move::Left(n) => x * n as f64,
        Move::Right { by } if by > 3 => x.powi(by as i32),
        Move::Right { by } => x * x * f64::from(by),
        Move::Stay => x,
        Move::To(i) => x + i as f64,
    }
}

#[differentiable]
fn looked_at(m: &Move, x: &[f64]) -> f64 {
    let Move::Left(n) = m else {
        return x[1].cos();
    };
    let k = match m {
        Move::Left(n) => f64::from(*n),
        Move::To(i) => *i as f64 * 0.5,
        _ => 1.0,
    };
    k * x[0] * *n as f64
}

/// Copies of the items are matched, references to them, and the items in their places.
#[differentiable]
fn walked(moves: &[Move], x: &[f64]) -> f64 {
    let mut t = 1.0;
    for &m in moves {
        match m {
            Move::Left(n) => t += x[0] * n as f64,
            Move::Right { by } => t *= x[1] * f64::from(by),
            Move::Stay => {}
            Move::To(i) => t += x[i],
        }
    }
    for k in 0..moves.len() {
        let m = moves[k];
        if let Move::Left(n) = m {
            t *= x[0] + n as f64;
        }
        if let Move::Right { by: 4 } = moves[k] {
            break;
        }
    }
    moves.iter().fold(t, |t, m| match m {
        Move::Left(n) => t * x[0] + f64::from(*n),
        Move::Right { by } => t * x[1] - *by as f64,
        Move::Stay => t,
        Move::To(i) => t + x[*i].sin(),
    })
}

/// Items are handed on, as they are and behind references.
#[differentiable]
fn handed_on(moves: Vec<Move>, x: &[f64]) -> f64 {
    let first = stepped(moves[0], x[0]) * stepped(MOVES[3], x[1]);
    let looked: f64 = moves.iter().map(|m| looked_at(m, x)).sum();
    first + looked + moves.into_iter().map(|m| stepped(m, x[0])).sum::<f64>()
}

#[differentiable]
fn last(m: Option<Move>, x: f64) -> f64 {
    match m {
        Some(Move::Left(n)) => x * n as f64,
        Some(Move::Right { by }) => x * x * by as f64,
        Some(_) | None => x,
    }
}

#[derive(Clone, PartialEq, Debug)]
enum Event {
    Tick { n: usize, tag: String },
    Pair(usize, usize),
    Nested(Move),
    Late(Option<usize>),
    Read(Result<u8, String>),
    Many(Vec<usize>),
    Nothing,
}

fn events() -> Vec<Event> {
    vec![
        Event::Tick {
            n: 1,
            tag: "ab".into(),
        },
        Event::Pair(0, 1),
        Event::Nested(Move::Left(2)),
        Event::Nested(Move::Stay),
        Event::Late(Some(3)),
        Event::Late(None),
        Event::Read(Ok(2)),
        Event::Read(Err("lost".into())),
        Event::Many(vec![0, 1, 1]),
        Event::Nothing,
    ]
}

#[differentiable]
fn happened(events: &[Event], x: &[f64]) -> f64 {
    let mut t = 0.0;
    for event in events {
        t += match event {
            Event::Tick { n, tag } => x[*n] * tag.len() as f64,
            Event::Pair(a, b) => x[*a] * x[*b],
            Event::Nested(m) => looked_at(m, x),
            Event::Late(Some(n)) => x[0] * *n as f64,
            Event::Late(None) => x[1],
            Event::Read(Ok(k)) => x[0].powi(i32::from(*k)) * f64::from(*k),
            Event::Read(Err(_)) | Event::Nothing => 0.0,
            Event::Many(at) => at.iter().map(|&i| x[i] * i as f64).sum(),
        };
        if let Event::Nested(Move::Left(n)) = event {
            t *= x[0] + *n as f64;
        }
    }
    t
}

#[derive(Clone, Copy, Debug)]
enum Schedule {
    Steps { every: usize, power: i32 },
    Until(usize),
    Off,
}

impl Schedule {
    fn is_off(&self) -> bool {
        matches!(self, Schedule::Off)
    }
}

/// What is bound is calculated with.
#[differentiable]
fn rate(schedule: &Schedule, rate: f64, t: usize) -> f64 {
    match schedule {
        Schedule::Steps { every, power } => {
            rate * 0.5_f64.powi((t / every) as i32 * power) + rate.sin() * (every + 1) as f64
        }
        Schedule::Until(end) if t > *end => rate * rate,
        Schedule::Until(end) => rate * (end - t) as f64,
        Schedule::Off => 0.0,
    }
}

#[differentiable]
fn descended(schedule: Schedule, x: f64, steps: usize) -> f64 {
    let mut y = x;
    for t in 0..steps {
        y -= rate(&schedule, 0.1, t) * (y - 1.0) * x;
        if schedule.is_off() && t > 1 {
            break;
        }
    }
    y
}

#[derive(Clone, Differentiable)]
struct Robot {
    at: f64,
}

#[differentiable]
impl Robot {
    fn apply(&mut self, m: &Move, gain: f64) {
        match m {
            Move::Left(n) => self.at -= gain * *n as f64,
            Move::Right { by } => self.at += gain * *by as f64,
            Move::To(_) | Move::Stay => self.at *= gain,
        }
    }

    fn run(&mut self, moves: &[Move], gain: f64) -> f64 {
        for m in moves {
            self.apply(m, gain);
        }
        self.at * self.at
    }

    /// What is bound is given to methods, of this type and of others.
    fn swapped(&self, m: Move, x: &[f64]) -> f64 {
        let mut y = x.to_vec();
        match m {
            Move::To(i) => y.swap(0, i),
            Move::Right { by } => return self.powers(by, x[0]),
            _ => y.push(self.at),
        }
        y.iter().fold(self.at, |t, y| t * y + 1.0)
    }

    fn powers(&self, n: u8, x: f64) -> f64 {
        self.at * x.powi(i32::from(n))
    }

    fn raised(&self, m: Move) -> f64 {
        match m {
            Move::Left(n) => self.at.powi(i32::from(n)),
            _ => self.at,
        }
    }
}

#[differentiable]
fn all(x: &[f64]) -> f64 {
    let mut robot = Robot { at: x[0] };
    let moves: Vec<Move> = (0..4)
        .map(|k| match k % 2 {
            0 => Move::Left(k as u8),
            _ => Move::To(k % 2),
        })
        .collect();
    let run = robot.run(&MOVES, x[1]) + robot.raised(Move::Left(3)) * robot.raised(MOVES[2]);
    run * walked(&moves, x) + handed_on(moves, x) + happened(&events(), x)
}

#[test]
fn what_they_hold_has_no_gradient() {
    let x = [0.7, 1.3];
    for m in MOVES {
        let robot = Robot { at: 0.9 };
        let (d_robot, dx) = robot.swapped_gradient(m, &x);
        assert_grad(|x| robot.swapped(m, x), &x, &dx);
        let at = |at: f64| Robot { at }.swapped(m, &x);
        assert_grad(|x| at(x[0]), &[0.9], &[d_robot.at]);
        assert_grad(|x| stepped(m, x[0]), &[0.7], &[stepped::gradient(m, 0.7)]);
        assert_grad(
            |x| last(Some(m), x[0]),
            &[0.7],
            &[last::gradient(Some(m), 0.7)],
        );
        assert_grad(|x| looked_at(&m, x), &x, &looked_at::gradient(&m, &x));
    }
    assert_eq!(last::gradient(None, 0.7), 1.0);
    let steps = Schedule::Steps { every: 2, power: 3 };
    for schedule in [steps, Schedule::Until(2), Schedule::Off] {
        for t in [1, 3, 5] {
            let g = rate::gradient(&schedule, 0.7, t);
            assert_grad(|r| rate(&schedule, r[0], t), &[0.7], &[g]);
            let g = descended::gradient(schedule, 0.7, t);
            assert_grad(|x| descended(schedule, x[0], t), &[0.7], &[g]);
        }
    }
    assert_grad(|x| walked(&MOVES, x), &x, &walked::gradient(&MOVES, &x));
    let g = handed_on::gradient(MOVES.to_vec(), &x);
    assert_grad(|x| handed_on(MOVES.to_vec(), x), &x, &g);
    let events = events();
    let (value, pullback) = happened::vjp(&events, &x);
    assert_eq!(value, happened(&events, &x));
    assert_grad(|x| happened(&events, x), &x, &pullback.call(1.0));
    assert_eq!(pullback.call(1.0), happened::gradient(&events, &x));
    assert_grad(all, &x, &all::gradient(&x));
}

/// The same enum with the derive has entries in gradients, for what others might hold.
#[derive(Clone, Copy, PartialEq, Debug, Differentiable)]
enum Derived {
    Times(u8),
    Plus(f32),
}

#[differentiable]
fn derived(all: &[Derived], x: f64) -> f64 {
    all.iter()
        .map(|d| match d {
            Derived::Times(n) => x * *n as f64,
            Derived::Plus(y) => x.sin() * *y as f64,
        })
        .sum()
}

#[test]
fn casts_of_floats_in_derived_enums_have_derivatives() {
    let items = [Derived::Times(3), Derived::Plus(0.5)];
    let (d_items, dx) = derived::gradient(&items, 0.7);
    assert_grad(|x| derived(&items, x[0]), &[0.7], &[dx]);
    let DerivedTangent::Plus(dy) = d_items[1] else {
        panic!("the second item is a float");
    };
    assert!((f64::from(dy) - 0.7_f64.sin()).abs() < 1e-6);
}
