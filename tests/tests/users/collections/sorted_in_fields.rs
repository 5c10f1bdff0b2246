//! Lists in fields that are sorted where they are, and numbers of fields that are taken out and replaced.

use crate::check;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Differentiable)]
struct Event {
    at: f64,
    weight: f64,
    id: u32,
}

#[derive(Clone, Differentiable)]
struct Schedule {
    events: Vec<Event>,
    values: Vec<f64>,
    next: usize,
    passes: usize,
}

#[differentiable]
impl Schedule {
    fn by_time(&mut self, x: f64) -> f64 {
        self.events.sort_by(|a, b| a.at.partial_cmp(&b.at).unwrap());
        let mut total = 0.0;
        for (i, event) in self.events.iter().enumerate() {
            total += event.weight * x.powi(i as i32) + event.at * i as f64;
        }
        total
    }

    fn by_id(&mut self, x: f64) -> f64 {
        self.events.sort_by_key(|e| e.id);
        self.values.sort_unstable_by(|a, b| b.total_cmp(a));
        self.events[0].weight * self.values[0] * x + self.events[1].at * self.values[2]
    }

    fn advance(&mut self, x: f64) -> f64 {
        let at = std::mem::replace(&mut self.next, 0);
        let passes = std::mem::take(&mut self.passes);
        self.values[at] * x * passes as f64 + self.values[self.next]
    }
}

#[differentiable]
fn median(schedule: &mut Schedule, x: f64) -> f64 {
    let middle = schedule.values.len() / 2;
    schedule
        .values
        .select_nth_unstable_by(middle, f64::total_cmp);
    schedule.values[middle] * x
}

fn schedule(x: &[f64]) -> Schedule {
    let event = |(id, of): (usize, &[f64])| Event {
        at: of[0],
        weight: of[1],
        id: 9 - id as u32,
    };
    Schedule {
        events: x[..6].chunks(2).enumerate().map(event).collect(),
        values: x[6..9].to_vec(),
        next: 1,
        passes: 3,
    }
}

fn flat(by: ScheduleTangent, by_x: f64) -> Vec<f64> {
    let events = by.events.iter().flat_map(|e| [e.at, e.weight]);
    events.chain(by.values).chain([by_x]).collect()
}

#[test]
fn gradients_are_right() {
    let points: [&[f64]; 2] = [
        &[0.7, 1.3, 0.4, 2.1, 0.6, 0.9, 1.1, 0.3, 0.8, 1.5],
        &[1.7, 0.31, 1.9, 0.1, 2.6, 1.2, -0.4, 0.7, 1.3, 0.9],
    ];
    macro_rules! check_method {
        ($method:ident, $gradient:ident) => {
            check(
                |x| schedule(x).$method(x[9]),
                |x| {
                    let (by, by_x) = schedule(x).$gradient(x[9]);
                    flat(by, by_x)
                },
                &points,
            )
        };
    }
    check_method!(by_time, by_time_gradient);
    check_method!(by_id, by_id_gradient);
    check_method!(advance, advance_gradient);
    check(
        |x| median(&mut schedule(x), x[9]),
        |x| {
            let (by, by_x) = median::gradient(&mut schedule(x), x[9]);
            flat(by, by_x)
        },
        &points,
    );
}
