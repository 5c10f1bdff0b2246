//! Shared references that are assigned again, or chosen by a condition.

use pullback::{Differentiable, differentiable};
use pullback_tests::check;

#[derive(Clone, Differentiable)]
struct Body {
    mass: f64,
    place: [f64; 2],
}

#[derive(Clone, Differentiable)]
struct Node {
    value: f64,
    next: Option<Box<Node>>,
}

#[differentiable]
fn heaviest(x: &[f64]) -> f64 {
    let bodies: Vec<Body> = (x.iter().enumerate())
        .map(|(i, &m)| Body {
            mass: m,
            place: [i as f64 * m, 1.0 + m],
        })
        .collect();
    let mut best = &bodies[0];
    for body in &bodies {
        if body.mass > best.mass {
            best = body;
        }
    }
    let mut last: Option<&Body> = None;
    for body in &bodies {
        if last.is_none() || body.mass < 1.0 {
            last = Some(body);
        }
    }
    match last {
        Some(body) => best.place[0] * best.mass * body.place[1],
        None => 0.0,
    }
}
check!(heaviest_checks, heaviest(&[0.3, 1.4, 0.7]));

#[differentiable]
fn largest_number(x: &[f64]) -> f64 {
    let mut best = &x[0];
    for v in x {
        if v > best {
            best = v;
        }
    }
    best * best + best.sin()
}
check!(largest_number_checks, largest_number(&[0.3, 1.4, 0.7]));

#[differentiable]
fn down_the_slice(mut rest: &[f64]) -> f64 {
    let mut s = 0.0;
    let start = &rest[0];
    while rest.len() > 1 {
        let first = &rest[0];
        rest = &rest[1..];
        s = s * 0.5 + first * rest[0] * first * start;
    }
    s + start * rest[0]
}
check!(down_the_slice_checks, down_the_slice(&[0.3, 1.4, 0.7, 0.2]));

#[differentiable]
fn by_patterns(x: &[f64]) -> f64 {
    let (mut rest, mut others) = (x, x);
    let mut s = 1.0;
    while let [first, tail @ ..] = rest {
        s *= first + 1.0;
        rest = tail;
    }
    while let Some((last, before)) = others.split_last() {
        s = s * 0.5 + last * last;
        others = before;
        if others.len() == 1 {
            break;
        }
    }
    s
}
check!(by_patterns_checks, by_patterns(&[0.3, 1.4, 0.7]));

#[differentiable]
fn along_a_list(x: &[f64]) -> f64 {
    let mut head: Option<Box<Node>> = None;
    for &v in x {
        head = Some(Box::new(Node {
            value: v.sin(),
            next: head,
        }));
    }
    let mut s = 0.0;
    let mut here = &head;
    while let Some(node) = here {
        s += node.value * node.value;
        here = &node.next;
    }
    let mut node = head.as_deref();
    while let Some(n) = node {
        s *= n.value;
        node = n.next.as_deref();
    }
    s
}
check!(along_a_list_checks, along_a_list(&[0.3, 1.4, 0.7]));

#[differentiable]
fn exchanged(x: &[f64]) -> f64 {
    let rows = [[x[0], x[1]], [x[1] * x[1], x[2]], [x[2], 0.5]];
    let (mut a, mut b) = (&rows[0], &rows[1]);
    let mut s = a[1];
    for k in 0..5 {
        let second = &b[1];
        (a, b) = (b, &rows[(k + 2) % 3]);
        s += a[0] * b[1] * second;
        if s > 2.0 {
            break;
        }
        let kept = &a[0];
        std::mem::swap(&mut a, &mut b);
        s *= kept;
    }
    s
}
check!(exchanged_checks, exchanged(&[0.3, 1.4, 0.7]));
check!(exchanged_stops_checks, exchanged(&[1.3, 1.4, 1.7]));

#[differentiable]
fn chosen(x: &[f64], y: &[f64]) -> f64 {
    let longer = if x.len() > y.len() { x } else { y };
    let (p, q) = (
        Body {
            mass: x[0],
            place: [x[1], y[0]],
        },
        Body {
            mass: y[1],
            place: [y[0] * y[0], 1.0],
        },
    );
    let heavier = if p.mass > q.mass { &p } else { &q };
    let by_length = match longer.len() {
        2 => &p,
        3 if x[0] > 0.5 => &p,
        _ => &q,
    };
    let squares: f64 = longer.iter().map(|v| v * v).sum();
    squares * heavier.place[0] + by_length.place.iter().sum::<f64>() * by_length.mass
}
check!(chosen_checks, chosen(&[0.3, 1.4, 0.7], &[0.9, 0.2]));
check!(chosen_heavier_checks, chosen(&[0.3, 1.4], &[0.9, 0.5]));
check!(chosen_guarded_checks, chosen(&[0.8, 1.4, 0.7], &[0.9, 0.2]));

#[differentiable]
impl Body {
    fn reach(&self) -> f64 {
        self.mass * self.place.iter().sum::<f64>()
    }

    fn at(&self) -> &[f64] {
        &self.place
    }
}

#[differentiable]
fn weigh(body: &Body, k: f64) -> f64 {
    body.mass * k * body.place[0]
}

#[differentiable]
fn asked(x: &[f64]) -> f64 {
    let bodies: Vec<Body> = (x.iter())
        .map(|v| Body {
            mass: *v,
            place: [v * v, 1.0],
        })
        .collect();
    let mut body = &bodies[0];
    let mut s = 0.0;
    for other in bodies.iter() {
        s += body.reach() * other.reach();
        if other.reach() > body.reach() {
            body = other;
        }
        s += weigh(body, s);
    }
    let mut at = body.at();
    s += at[0];
    at = bodies[1].at();
    s * at.iter().sum::<f64>() * at[1] + body.clone().mass
}
check!(asked_checks, asked(&[0.3, 1.4, 0.7]));

/// What is changed between two values of a reference is another variable.
#[differentiable]
fn between_changes(x: &[f64]) -> f64 {
    let mut a = vec![x[0], x[1]];
    let b = vec![x[2], x[0] * x[1]];
    let mut s = 0.0;
    for k in 0..3 {
        let mut row = &a;
        s += row[0] * row[1];
        if k % 2 == 0 {
            row = &b;
        }
        let product = row[0] * row[1];
        a[k % 2] *= product;
    }
    s + a[0] * a[1]
}
check!(between_changes_checks, between_changes(&[0.3, 1.4, 0.7]));

/// Positions and texts carry no derivative, whatever they are assigned.
#[differentiable]
fn inert(x: &[f64]) -> f64 {
    let order = [2usize, 0, 1];
    let mut at = &order[0];
    let mut s = 0.0;
    for next in &order {
        s = s * 0.3 + x[*at] * x[*next];
        at = next;
    }
    s
}
check!(inert_checks, inert(&[0.3, 1.4, 0.7]));

/// What is reached through an element stays when the elements change places.
#[differentiable]
fn through_elements(x: &[f64]) -> f64 {
    let mut parts: [&[f64]; 2] = [x, &x[1..]];
    let first = &parts[0][0];
    parts.swap(0, 1);
    *first * 2.0 + parts[0][0]
}
check!(through_elements_checks, through_elements(&[0.3, 1.4, 0.7]));
