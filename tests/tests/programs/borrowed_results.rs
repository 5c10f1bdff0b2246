//! Results with references inside: an element that may not be there, several at once, an element with its
//! position; of functions, of methods, of containers with a type parameter.

use pullback::{Differentiable, differentiable};
use pullback_tests::check;

#[differentiable]
fn largest(x: &[f64]) -> Option<&f64> {
    x.iter().max_by(|a, b| a.total_cmp(b))
}

#[differentiable]
fn above<'a>(x: &'a [f64], otherwise: &'a [f64], i: usize) -> Option<&'a f64> {
    let found = if i == 1 { x.get(i) } else { otherwise.get(i) }?;
    if *found > 0.6 { Some(found) } else { None }
}

#[differentiable]
fn asked_of_options(x: &[f64]) -> f64 {
    let scaled = [x[1] * 2.0, x[2], x[0]];
    let mut sum = largest(x).unwrap() * largest(&scaled).expect("three of them");
    for i in 0..4 {
        match above(x, &scaled, i) {
            Some(found) if *found > 1.5 => sum += found * x[0],
            Some(found) => sum += found.sin(),
            None => sum *= x[2],
        }
        let again = above(&scaled, x, i);
        sum += again.copied().unwrap_or(x[1]) * above(x, x, i).unwrap_or(&scaled[0]);
    }
    sum
}
check!(
    asked_of_options_checks,
    asked_of_options(&[0.5, 1.2, 0.7]),
    asked_of_options(&[1.3, 0.9, 0.2])
);

#[derive(Clone, Debug, Differentiable)]
struct Point {
    x: f64,
    y: f64,
}

#[differentiable]
fn nearest(points: &[Point], x: f64) -> Option<&Point> {
    points
        .iter()
        .min_by(|a, b| (a.x - x).abs().total_cmp(&(b.x - x).abs()))
}

#[differentiable]
fn looked_up(v: &[f64], n: usize) -> f64 {
    let points: Vec<Point> = v[..n]
        .windows(2)
        .map(|w| Point { x: w[0], y: w[1] })
        .collect();
    let mut sum = 0.0;
    for k in 0..3 {
        let Some(p) = nearest(&points, k as f64) else {
            sum -= v[k];
            continue;
        };
        sum += p.x * p.y * v[k];
    }
    sum
}
check!(
    looked_up_checks,
    looked_up(&[0.1, 0.8, 2.3, 1.4], fixed(4)),
    looked_up(&[0.1, 0.8, 2.3, 1.4], fixed(1))
);

#[derive(Clone, Debug, Differentiable)]
struct Mesh {
    vertices: Vec<[f64; 2]>,
    faces: Vec<[usize; 3]>,
}

#[differentiable]
impl Mesh {
    fn corners(&self, face: usize) -> [&[f64; 2]; 3] {
        let [i, j, k] = self.faces[face];
        [&self.vertices[i], &self.vertices[j], &self.vertices[k]]
    }

    fn chosen_corner(&self, face: usize) -> (usize, &[f64; 2]) {
        if self.vertices[self.faces[face][0]][0] > 0.5 {
            (0, &self.vertices[self.faces[face][0]])
        } else {
            (1, &self.vertices[self.faces[face][1]])
        }
    }

    fn ends(&self) -> Option<(&[f64; 2], &[f64; 2])> {
        if self.vertices.len() < 2 {
            return None;
        }
        Some((&self.vertices[0], &self.vertices[self.vertices.len() - 1]))
    }
}

#[differentiable]
fn meshed(x: &[f64]) -> f64 {
    let mut mesh = Mesh {
        vertices: x.chunks(2).map(|c| [c[0], c[1]]).collect(),
        faces: vec![[0, 1, 2], [2, 1, 3]],
    };
    let mut sum = 0.0;
    for f in 0..2 {
        let [a, b, c] = mesh.corners(f);
        sum += (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1]);
        let (i, corner) = mesh.chosen_corner(f);
        sum += corner[1] * x[i];
        mesh.vertices[f][1] *= 1.5;
    }
    let Some((a, b)) = mesh.ends() else {
        return sum;
    };
    sum * a[1] / b[0]
}
check!(
    meshed_checks,
    meshed(&[0.1, 0.2, 1.1, 0.3, 0.7, 1.4, 1.9, 1.2])
);

#[differentiable]
fn horner(c: &[f64], x: f64) -> f64 {
    match c.split_first() {
        None => 0.0,
        Some((c0, rest)) => c0 + x * horner(rest, x),
    }
}

#[differentiable]
fn ends_taken_off(x: &[f64]) -> f64 {
    let Some((last, init)) = x.split_last() else {
        return 0.0;
    };
    let split = init.split_first();
    let more = if let Some((first, inner)) = split {
        first * inner.iter().sum::<f64>()
    } else {
        1.0
    };
    horner(init, *last) + more
}
check!(
    ends_taken_off_checks,
    ends_taken_off(&[0.5, 1.2, 0.7, 0.3]),
    ends_taken_off(&[0.5])
);

#[differentiable]
fn of_locals(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    let product = x[0] * x[1];
    let both = (&product, &x[2]);
    let all = [&product, &x[1], both.1];
    for (i, term) in all.iter().enumerate() {
        let double = x[i] * 2.0;
        let chosen = if i == 1 { None } else { Some(&double) };
        sum += **term * i as f64;
        sum += chosen.copied().unwrap_or(x[0]) * chosen.unwrap_or(&x[2]);
    }
    sum * both.0 + *all[2]
}
check!(of_locals_checks, of_locals(&[0.5, 1.2, 0.7]));

#[differentiable]
fn last_above(points: &[Point], x: f64) -> Option<&Point> {
    let mut found = None;
    for p in points {
        if p.x > x {
            found = Some(p);
        }
    }
    found
}

#[derive(Clone, Debug, Differentiable)]
struct Node {
    value: f64,
    next: Option<Box<Node>>,
}

#[differentiable]
impl Node {
    fn tail(&self) -> Option<&Node> {
        self.next.as_deref()
    }

    fn sum(&self) -> f64 {
        let rest = match self.tail() {
            Some(next) => next.sum(),
            None => 0.0,
        };
        self.value * self.value + rest * self.value
    }
}

#[derive(Clone, Debug, Differentiable)]
enum Shape {
    Circle(f64),
    Rectangle { width: f64, height: f64 },
}

#[differentiable]
impl Shape {
    fn radius(&self) -> Option<&f64> {
        match self {
            Shape::Circle(r) => Some(r),
            Shape::Rectangle { .. } => None,
        }
    }

    fn sides(&self) -> Option<(&f64, &f64)> {
        if let Shape::Rectangle { width, height } = self {
            Some((width, height))
        } else {
            None
        }
    }
}

#[differentiable]
fn of_what_is_held(v: &[f64]) -> f64 {
    let points: Vec<Point> = v.windows(2).map(|w| Point { x: w[0], y: w[1] }).collect();
    let mut sum = 0.0;
    for i in 0..3 {
        if last_above(&points, i as f64).is_some() {
            sum += last_above(&points, i as f64).unwrap().y * v[i];
        }
    }
    let last = Node {
        value: v[1],
        next: None,
    };
    let list = Node {
        value: v[0],
        next: Some(Box::new(last)),
    };
    let (width, height) = (v[2], v[0]);
    for shape in [Shape::Circle(v[1]), Shape::Rectangle { width, height }] {
        sum += match (shape.radius(), shape.sides()) {
            (Some(r), _) => 3.0 * r * r,
            (None, Some((w, h))) => w * h,
            _ => 0.0,
        };
    }
    sum * list.sum()
}
check!(
    of_what_is_held_checks,
    of_what_is_held(&[0.3, 1.4, 0.8]),
    of_what_is_held(&[0.6, 0.2, 2.5])
);
