//! What a derivative remembers, where, and for how long.

// The functions under test are written as users write them.
#![allow(clippy::needless_range_loop)]

use pullback::check::CountingAllocator;
use pullback::{Differentiable, differentiable};
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

/// Asserts that no call but the first allocates.
#[track_caller]
fn assert_allocates_once<R>(mut call: impl FnMut() -> R) {
    call();
    for _ in 0..3 {
        let before = CountingAllocator::allocations();
        call();
        assert_eq!(
            CountingAllocator::allocations() - before,
            0,
            "allocations of a later call"
        );
    }
}

// These two are to remember their iterations.
#[differentiable(without = tangents)]
fn iterated(x: f64, n: usize) -> f64 {
    let mut y = x;
    for _ in 0..n {
        y = y.sin() * y + 0.1;
    }
    y
}

#[differentiable(without = tangents)]
fn iterated_while(x: f64, limit: f64) -> f64 {
    let mut y = x;
    while y < limit {
        y = y * y * 0.1 + 1.1 * y;
    }
    y
}

#[differentiable]
fn branching(xs: &[f64]) -> f64 {
    let mut s = 1.0;
    for (i, &x) in xs.iter().enumerate() {
        if x > s {
            s *= x.cos();
        } else if i % 2 == 0 {
            s = (s + x).exp() * 0.1;
        } else {
            continue;
        }
        if s > 100.0 {
            break;
        }
    }
    s
}

#[differentiable]
fn nested(xs: &[f64]) -> f64 {
    let mut s = 0.5;
    for i in 0..xs.len() {
        let mut t = xs[i];
        for j in 0..=i {
            t = t * xs[j] + s;
            let mut k = 0;
            while k < j % 3 {
                s = (s * t).tanh();
                k += 1;
            }
        }
        s += t * s;
    }
    s
}

#[differentiable]
fn in_place(y: &mut [f64], rate: f64) -> f64 {
    for sweep in 0..3 {
        for i in 1..y.len() {
            y[i] = (y[i] * y[i - 1]).sin() * rate + sweep as f64;
        }
    }
    y[y.len() - 1]
}

#[differentiable]
fn calling(xs: &[f64], n: usize) -> f64 {
    let mut s = 0.0;
    for &x in xs {
        s += if x > 0.0 {
            iterated(x, n)
        } else {
            iterated_while(x + 1.0, 3.0)
        };
    }
    s
}

#[differentiable]
fn recursive(x: f64, n: u32) -> f64 {
    if n == 0 {
        return x.sin();
    }
    let half = recursive(x * 0.9, n / 2);
    half * recursive(half, n - n / 2 - 1) + x
}

#[differentiable]
fn even(x: f64, n: u32) -> f64 {
    if n == 0 {
        x * x
    } else {
        odd(x.sin(), n - 1) * x
    }
}

#[differentiable]
fn odd(x: f64, n: u32) -> f64 {
    if n == 0 { x } else { even(x * x, n - 1) + x }
}

#[differentiable]
fn early_return(xs: &[f64]) -> f64 {
    let mut p = 1.0;
    for i in 0..xs.len() {
        for j in 0..xs.len() {
            p = p * xs[j] + xs[i].exp();
            if p > 50.0 {
                return p.ln();
            }
        }
    }
    p
}

const XS: [f64; 6] = [0.3, -0.7, 1.2, 0.9, -0.1, 2.0];

#[test]
fn loops_allocate_once() {
    let (mut dx, mut d_limit, mut d_xs) = (0.0, 0.0, [0.0; 6]);
    assert_allocates_once(|| iterated::value_and_gradient_into(0.7, 100, &mut dx));
    assert_allocates_once(|| {
        iterated_while::value_and_gradient_into(0.7, 30.0, &mut dx, &mut d_limit)
    });
    assert_allocates_once(|| branching::value_and_gradient_into(&XS, &mut d_xs));
    assert_allocates_once(|| nested::value_and_gradient_into(&XS, &mut d_xs));
    assert_allocates_once(|| early_return::value_and_gradient_into(&XS, &mut d_xs));
}

#[test]
fn calls_and_recursion_allocate_once() {
    let (mut dx, mut d_xs) = (0.0, [0.0; 6]);
    assert_allocates_once(|| calling::value_and_gradient_into(&XS, 10, &mut d_xs));
    assert_allocates_once(|| recursive::value_and_gradient_into(0.7, 20, &mut dx));
    assert_allocates_once(|| even::value_and_gradient_into(0.7, 9, &mut dx));
}

#[test]
fn mutated_arguments_allocate_once() {
    let (mut y, mut dy, mut d_rate) = (XS, [0.0; 6], 0.0);
    assert_allocates_once(|| in_place::value_and_gradient_into(&mut y, 0.5, &mut dy, &mut d_rate));
    assert_eq!(y, XS);
}

#[derive(Differentiable, Clone, Copy)]
struct Body {
    at: f64,
    speed: f64,
}

#[differentiable]
impl std::ops::Sub for Body {
    type Output = Body;

    fn sub(self, other: Body) -> Body {
        Body {
            at: self.at - other.at,
            speed: self.speed - other.speed,
        }
    }
}

#[differentiable]
fn chased(start: &[Body], steps: usize) -> f64 {
    let mut bodies = start.to_vec();
    for _ in 0..steps {
        for i in 1..bodies.len() {
            let behind = bodies[i - 1] - bodies[i];
            bodies[i].speed += 0.1 * behind.at;
            bodies[i].at += 0.1 * bodies[i].speed;
        }
    }
    bodies.iter().map(|body| body.at * body.at).sum()
}

#[test]
fn lists_are_not_copied_where_their_items_are_read() {
    let start: Vec<Body> = (0..5)
        .map(|i| Body {
            at: i as f64,
            speed: 1.0,
        })
        .collect();
    let allocations = |steps| {
        chased::gradient(&start, steps);
        let before = CountingAllocator::allocations();
        chased::gradient(&start, steps);
        CountingAllocator::allocations() - before
    };
    assert_eq!(allocations(2), allocations(20));
}

#[derive(Differentiable)]
struct Layer {
    weights: Vec<Vec<f64>>,
    bias: (f64, Vec<f64>),
    width: usize,
}

#[derive(Differentiable)]
enum Step {
    Dense(Layer),
    Scale { by: Vec<f64> },
    Nothing,
}

#[differentiable]
fn forward(steps: &[Step], inputs: &[Vec<f64>], limit: f64) -> f64 {
    let mut s = 0.0;
    for (step, x) in steps.iter().zip(inputs) {
        match step {
            Step::Dense(layer) => {
                for (row, b) in layer.weights.iter().zip(&layer.bias.1) {
                    let mut dot = layer.bias.0;
                    for j in 0..layer.width {
                        dot += row[j] * x[j];
                    }
                    s += dot * *b;
                }
            }
            Step::Scale { by } => {
                for (a, b) in by.iter().zip(x) {
                    s += a * b * b;
                }
            }
            Step::Nothing => {}
        }
        assert!(s < limit, "too much");
    }
    s
}

fn network() -> (Vec<Step>, Vec<Vec<f64>>) {
    let layer = Layer {
        weights: vec![vec![0.5, -1.0], vec![0.25, 2.0], vec![1.0, 0.0]],
        bias: (0.5, vec![1.0, -2.0, 0.5]),
        width: 2,
    };
    let scale = Step::Scale {
        by: vec![1.0, -0.5],
    };
    let steps = vec![Step::Dense(layer), scale, Step::Nothing];
    (steps, vec![vec![0.3, 0.7], vec![1.5, -0.2], vec![]])
}

#[test]
fn buffers_on_the_heap_are_used_as_they_are() {
    let (steps, inputs) = network();
    let (mut d_steps, mut d_inputs, mut d_limit) = forward::gradient(&steps, &inputs, 1e3);
    let place = d_inputs[0].as_ptr();
    assert_allocates_once(|| {
        forward::value_and_gradient_into(
            &steps,
            &inputs,
            1e3,
            &mut d_steps,
            &mut d_inputs,
            &mut d_limit,
        )
    });
    assert_eq!(d_inputs[0].as_ptr(), place);
    // Of the first bias, of b₂'s factor, of the inputs; what was there before is gone.
    assert_eq!(d_inputs, [vec![0.5, -5.0], vec![3.0, 0.2], vec![]]);
    let [
        StepTangent::Dense(layer),
        StepTangent::Scale { by },
        StepTangent::Nothing,
    ] = &d_steps[..]
    else {
        panic!("a tangent of another variant")
    };
    assert_eq!(layer.weights[1], [-0.6, -1.4]);
    assert_eq!(layer.bias.0, -0.5);
    assert_eq!(*by, [2.25, 0.2 * 0.2]);
}

#[test]
fn buffers_of_other_variants_are_written_as_a_whole() {
    let (steps, inputs) = network();
    let expected = forward::gradient(&steps, &inputs, 1e3);
    let (_, mut d_inputs, mut d_limit) = forward::gradient(&steps, &inputs, 1e3);
    let mut d_steps = vec![
        StepTangent::Nothing,
        StepTangent::Scale {
            by: vec![7.0, 8.0, 9.0],
        },
        StepTangent::Scale { by: vec![7.0] },
    ];
    forward::value_and_gradient_into(
        &steps,
        &inputs,
        1e3,
        &mut d_steps,
        &mut d_inputs,
        &mut d_limit,
    );
    assert_eq!(format!("{d_steps:?}"), format!("{:?}", expected.0));
    assert_eq!(d_inputs, expected.1);
}

/// What lies behind references, in options and in deques.
#[derive(Differentiable)]
struct View<'a> {
    data: &'a [f64],
    weights: Option<Vec<f64>>,
    recent: VecDeque<f64>,
}

#[differentiable]
fn seen(view: &View<'_>) -> f64 {
    let mut s = 0.0;
    for (i, x) in view.data.iter().enumerate() {
        match &view.weights {
            Some(weights) => s += weights[i] * x * view.recent[i],
            None => s += x * x,
        }
    }
    s
}

#[test]
fn buffers_behind_references_are_used_as_they_are() {
    let data = [1.0, 2.0, 3.0];
    let mut view = View {
        data: &data,
        weights: Some(vec![0.5, -1.0, 2.0]),
        recent: VecDeque::from([1.0, 3.0, -1.0]),
    };
    let mut d_view = seen::gradient(&view);
    assert_allocates_once(|| seen::value_and_gradient_into(&view, &mut d_view));
    assert_eq!(d_view.data, [0.5, -3.0, -2.0]);
    assert_eq!(d_view.weights, Some(vec![1.0, 6.0, -3.0]));
    assert_eq!(d_view.recent, [0.5, -2.0, 6.0]);
    // A buffer of another variant is written as a whole.
    view.weights = None;
    seen::value_and_gradient_into(&view, &mut d_view);
    assert_eq!(d_view.data, [2.0, 4.0, 6.0]);
    assert_eq!(d_view.weights, None);
    assert_eq!(d_view.recent, [0.0; 3]);
}

#[derive(Differentiable)]
enum Expr {
    Constant(f64),
    Sum(Box<Expr>, Box<Expr>),
    Square(Box<Expr>),
}

#[differentiable]
impl Expr {
    fn eval(&self) -> f64 {
        match self {
            Expr::Constant(c) => *c,
            Expr::Sum(a, b) => a.eval() + b.eval(),
            Expr::Square(a) => {
                let a = a.eval();
                a * a
            }
        }
    }
}

#[differentiable]
fn evaluated(expr: &Expr) -> f64 {
    expr.eval()
}

/// A box of the shadow each, in which the tangent is left.
#[test]
fn boxes_of_buffers_are_made_once_a_call() {
    let constant = |c| Box::new(Expr::Constant(c));
    let square = Box::new(Expr::Square(constant(3.0)));
    let expr = Expr::Sum(square, constant(0.5));
    let mut d_expr = evaluated::gradient(&expr);
    evaluated::value_and_gradient_into(&expr, &mut d_expr);
    let before = CountingAllocator::allocations();
    evaluated::value_and_gradient_into(&expr, &mut d_expr);
    assert_eq!(CountingAllocator::allocations() - before, 3);
    let ExprTangent::Sum(square, constant) = d_expr else {
        panic!("a tangent of another variant")
    };
    assert!(matches!(*constant, ExprTangent::Constant(1.0)));
    let ExprTangent::Square(inner) = *square else {
        panic!("a tangent of another variant")
    };
    assert!(matches!(*inner, ExprTangent::Constant(6.0)));
}

#[test]
fn buffers_have_their_parts_after_a_panic() {
    let (steps, inputs) = network();
    let (mut d_steps, mut d_inputs, mut d_limit) = forward::gradient(&steps, &inputs, 1e3);
    let expected = (format!("{d_steps:?}"), d_inputs.clone());
    for limit in [-1e3, 1e3] {
        let call = AssertUnwindSafe(|| {
            forward::value_and_gradient_into(
                &steps,
                &inputs,
                limit,
                &mut d_steps,
                &mut d_inputs,
                &mut d_limit,
            )
        });
        assert_eq!(catch_unwind(call).is_ok(), limit > 0.0);
    }
    assert_eq!((format!("{d_steps:?}"), d_inputs), expected);
}

#[differentiable]
fn resized(x: f64, n: usize) -> f64 {
    let mut y = x;
    for _ in 0..n {
        y = (y * 1.3).cos();
    }
    y
}

#[test]
fn smaller_calls_after_a_larger_one_allocate_nothing() {
    let mut dx = 0.0;
    resized::value_and_gradient_into(0.7, 10, &mut dx);
    resized::value_and_gradient_into(0.7, 1000, &mut dx);
    let before = CountingAllocator::allocations();
    for n in [1000, 3, 0, 999, 10] {
        resized::value_and_gradient_into(0.7, n, &mut dx);
    }
    assert_eq!(CountingAllocator::allocations() - before, 0);
}

#[differentiable]
fn generic<T: pullback::Real>(x: T, n: usize) -> T {
    let mut y = x;
    for _ in 0..n {
        y = y.sin() + x;
    }
    y
}

#[test]
fn instantiations_have_their_own_state() {
    let (mut single, mut double) = (0f32, 0f64);
    assert_allocates_once(|| {
        generic::value_and_gradient_into(0.5f32, 20, &mut single);
        generic::value_and_gradient_into(0.5f64, 30, &mut double);
        generic::value_and_gradient_into(0.5f32, 10, &mut single);
    });
    let (_, expected) = generic::value_and_gradient(0.5f64, 10);
    assert!(
        (f64::from(single) - expected).abs() < 1e-4,
        "{single} instead of {expected}"
    );
}

#[test]
fn every_thread_has_its_own_state() {
    let expected = nested::gradient(&XS);
    thread::scope(|scope| {
        let workers: Vec<_> = (0..4)
            .map(|_| {
                scope.spawn(|| {
                    let mut d_xs = [0.0; 6];
                    assert_allocates_once(|| nested::value_and_gradient_into(&XS, &mut d_xs));
                    (0..50).for_each(|_| assert_eq!(nested::gradient(&XS), d_xs));
                    d_xs
                })
            })
            .collect();
        for worker in workers {
            assert_eq!(worker.join().unwrap()[..], expected[..]);
        }
    });
}

#[test]
fn a_pullback_outlives_its_thread() {
    let (_, pullback) = thread::spawn(|| iterated::vjp(0.7, 50)).join().unwrap();
    assert_eq!(pullback.call(1.0), iterated::gradient(0.7, 50));
    thread::spawn(move || drop(pullback)).join().unwrap();
    assert_eq!(
        iterated::gradient(0.7, 50),
        iterated::vjp(0.7, 50).1.call(1.0)
    );
}

#[test]
fn live_pullbacks_of_one_function_do_not_meet() {
    let (_, first) = recursive::vjp(0.7, 9);
    let (_, second) = recursive::vjp(0.2, 14);
    let (_, third) = iterated::vjp(0.4, 7);
    let (one, two, three) = (first.call(1.0), second.call(1.0), third.call(1.0));
    assert_eq!(recursive::gradient(0.2, 14), two);
    drop(second);
    let (_, fourth) = recursive::vjp(-0.4, 30);
    assert_eq!((first.call(1.0), third.call(1.0)), (one, three));
    assert_eq!(fourth.call(1.0), recursive::gradient(-0.4, 30));
    assert_eq!(first.call(2.0), 2.0 * one);
    assert_eq!(one, recursive::gradient(0.7, 9));
}

#[differentiable]
fn panicking(xs: &[f64], y: &mut [f64]) -> f64 {
    let mut s = 1.0;
    for i in 0..xs.len() {
        assert!(xs[i] >= 0.0, "negative entry");
        s = (s * xs[i]).sin() + recursive(s, 4);
        y[i] *= s;
    }
    s * y[0]
}

/// Rows in the pullback, in small blocks and in larger ones, at each level of a recursion that may panic.
#[differentiable]
fn short_loops(xs: &[f64], n: usize) -> f64 {
    let mut y = 0.3 * xs[0];
    for k in 0..3 {
        assert!(xs[k] >= 0.0, "negative entry");
        y = (y * xs[k]).sin() + 0.1 * y;
    }
    for i in 0..n {
        assert!(n < 60, "too many");
        y = (y * 0.9).cos() * xs[i % xs.len()];
    }
    if n < 2 {
        return y;
    }
    y * short_loops(xs, n / 2) + short_loops(xs, n / 3) * y.sin()
}

#[test]
fn short_loops_have_rows_of_their_own_whatever_happens() {
    let xs = [0.3, 0.7, 1.2, 0.9];
    for n in [0, 1, 7, 33, 50] {
        let (found, step) = (short_loops::gradient(&xs, n), 1e-6);
        for i in 0..xs.len() {
            let at = |by: f64| {
                let mut moved = xs;
                moved[i] += by;
                short_loops(&moved, n)
            };
            let slope = (at(step) - at(-step)) / (2.0 * step);
            assert!(
                (found[i] - slope).abs() < 1e-8,
                "{n}, {i}: {} is not {slope}",
                found[i]
            );
        }
        let mut into = [f64::NAN; 4];
        assert_allocates_once(|| short_loops::value_and_gradient_into(&xs, n, &mut into));
        assert_eq!(into[..], found[..]);

        let there = thread::spawn(move || short_loops::vjp(&xs, n).1.call(1.0));
        assert_eq!(there.join().unwrap(), found);
        let (_, pullback) = short_loops::vjp(&xs, n);
        let (_, other) = short_loops::vjp(&[1.0, 0.2, 0.5, 0.1], n + 3);
        for bad in 0..3 {
            let mut wrong = xs;
            wrong[bad] = -1.0;
            let panic = catch_unwind(|| short_loops::gradient(&wrong, n)).unwrap_err();
            assert_eq!(panic.downcast_ref(), Some(&"negative entry"));
            catch_unwind(|| short_loops::gradient(&xs, 60 + n)).unwrap_err();
            assert_eq!(pullback.call(1.0), found);
        }
        drop(other);
        assert_eq!(pullback.call(1.0), found);
    }
}

#[test]
fn a_panic_leaves_the_state_usable() {
    let xs = [0.3, 0.7, 1.2, 0.9];
    let expected = panicking::value_and_gradient(&xs, &mut [1.0; 4]);
    let (mut d_xs, mut dy) = ([0.0; 4], [0.0; 4]);
    for bad in 0..4 {
        let mut wrong = xs;
        wrong[bad] = -1.0;
        let panic = catch_unwind(AssertUnwindSafe(|| {
            panicking::value_and_gradient(&wrong, &mut [1.0; 4])
        }));
        assert_eq!(panic.unwrap_err().downcast_ref(), Some(&"negative entry"));
        assert_eq!(panicking::value_and_gradient(&xs, &mut [1.0; 4]), expected);
        assert_allocates_once(|| {
            panicking::value_and_gradient_into(&xs, &mut [1.0; 4], &mut d_xs, &mut dy)
        });
    }
}

#[differentiable]
fn scalar_arithmetic(x: f64, y: f64) -> f64 {
    x * y + x - 2.0 * y
}

#[differentiable]
fn add_assign(y: &mut [f64], x: &[f64]) {
    for i in 0..y.len() {
        y[i] += x[i];
    }
}

#[differentiable]
fn sum(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for v in x {
        s += v;
    }
    s
}

#[differentiable]
fn dot(x: &[f64], y: &[f64]) -> f64 {
    let mut s = 0.0;
    for i in 0..x.len() {
        s += x[i] * y[i];
    }
    s
}

#[differentiable]
fn bilinear(a: &[f64], x: &[f64], n: usize) -> f64 {
    let mut s = 0.0;
    for i in 0..n {
        for j in 0..n {
            s += x[i] * a[i * n + j] * x[j];
        }
    }
    s
}

#[differentiable]
fn calls_of_such(x: &[f64], y: &[f64], k: f64) -> f64 {
    scalar_arithmetic(x[0], k) * 0.5 + dot(x, y) + sum(x)
}

#[differentiable]
fn loop_of_such_calls(x: &[f64], k: f64) -> f64 {
    let mut s = 0.0;
    for i in 0..x.len() {
        s += scalar_arithmetic(x[i], k) * 0.5;
    }
    s
}

/// The size of what the rule's pullback captures.
macro_rules! residual_size {
    ($f:ident($($arg:expr),+)) => {
        size_of_val(&$f::rrule(pullback::__private::Discard, ($($arg,)+)).1)
    };
}

#[test]
fn pullbacks_without_residual_are_zero_sized() {
    let (x, y) = ([1.0, 2.0], [3.0, 4.0]);
    assert_eq!(residual_size!(scalar_arithmetic(1.0, 2.0)), 0);
    assert_eq!(residual_size!(add_assign(&mut [0.0; 2], &x)), 0);
    assert_eq!(residual_size!(sum(&x)), 0);
    assert_eq!(residual_size!(dot(&x, &y)), 0);
    assert_eq!(residual_size!(bilinear(&[1.0; 4], &x, 2)), 0);
    assert_eq!(residual_size!(calls_of_such(&x, &y, 2.0)), 0);
}

/// The rows of such a loop have no size, whatever their number.
#[test]
fn a_loop_of_calls_without_residual_stores_nothing() {
    let x = vec![0.5; 1000];
    loop_of_such_calls::gradient(&x, 2.0);
    let stored = pullback::cache::entries();
    assert!(
        !stored
            .iter()
            .any(|entry| format!("{entry:?}").contains("loop_of_such_calls"))
    );
}

#[differentiable]
fn remembers_two_floats(x: f64, y: f64) -> f64 {
    let z = (x * y).exp();
    z.sin() + x * y
}

#[test]
fn what_must_be_remembered_is_all_that_is() {
    // The partial derivatives of exp and sin; neither arguments nor intermediate products.
    assert!((1..=16).contains(&residual_size!(remembers_two_floats(1.0, 2.0))));
}

#[derive(Differentiable)]
struct Flow {
    at: Vec<f64>,
}

/// Of what a struct's fields are, the syntax shows nothing here.
#[differentiable]
impl Flow {
    fn follow(&mut self, other: &Flow, dt: f64) {
        for i in 0..self.at.len() {
            self.at[i] += dt * other.at[i];
        }
    }
}

#[differentiable]
fn followed(flow: &mut Flow, other: &Flow, dt: f64) -> f64 {
    flow.follow(other, dt);
    flow.at[0] * flow.at[1]
}

#[test]
fn what_is_added_to_fields_is_not_remembered() {
    let flow = |x| Flow { at: vec![x; 100] };
    let (_, d_other, d_dt) = followed::gradient(&mut flow(1.0), &flow(2.0), 0.5);
    // Both are at 1 + 2 dt.
    assert_eq!((d_other.at[1], d_dt), (1.0, 8.0));
    let stored = pullback::cache::entries();
    let of_it = stored.iter().find(|entry| entry.rule.contains("follow"));
    assert_eq!(of_it, None);
}

#[test]
fn rules_without_state_allocate_nothing_at_all() {
    let (x, y) = (vec![1.0; 1000], vec![2.0; 1000]);
    let (mut dx, mut dy) = (vec![0.0; 1000], vec![0.0; 1000]);
    let before = CountingAllocator::allocations();
    dot::value_and_gradient_into(&x, &y, &mut dx, &mut dy);
    sum::value_and_gradient_into(&x, &mut dx);
    assert_eq!(
        CountingAllocator::allocations() - before,
        0,
        "even of the first call"
    );
}

#[differentiable]
fn diffused(x: &[f64], steps: usize) -> f64 {
    let mut now = vec![0.0; x.len()];
    let mut next = vec![0.0; x.len()];
    now.copy_from_slice(x);
    for _ in 0..2 * steps {
        for i in 0..x.len() {
            next[i] = now[i] * now[i] + 0.1 * x[x.len() - 1 - i];
        }
        std::mem::swap(&mut now, &mut next);
    }
    assert!(now[0] < 10.0, "the first value is too large");
    let mut total = 0.0;
    for v in now.iter() {
        total += v * v;
    }
    if x.len() > 2 {
        total += diffused(&x[1..], steps);
    }
    total
}

/// Shadows of local vectors take their memory from the pool: nested, on other threads, and after a panic.
#[test]
fn shadows_of_local_vectors_are_allocated_once() {
    let x = [0.3, -0.4, 0.2, 0.5, 0.1];
    let expected = diffused::gradient(&x, 3);
    for (i, d) in expected.iter().enumerate() {
        let moved = |by: f64| {
            let mut x = x;
            x[i] += by;
            diffused(&x, 3)
        };
        assert!((d - (moved(1e-6) - moved(-1e-6)) / 2e-6).abs() < 1e-7);
    }
    let gradient = || {
        let mut dx = [f64::NAN; 5];
        diffused::value_and_gradient_into(&x, 3, &mut dx);
        assert_eq!(dx, expected.as_slice());
    };
    let allocations = |call: &dyn Fn()| {
        let before = CountingAllocator::allocations();
        call();
        CountingAllocator::allocations() - before
    };
    gradient();
    let of_primal = allocations(&|| {
        let _ = diffused(&x, 3);
    });
    let later = [allocations(&gradient), allocations(&gradient)];
    assert_eq!(later[0], later[1]);
    // The two vectors of each call are there once more where the reverse sweep rewinds them.
    assert!(
        later[0] <= 2 * of_primal,
        "{later:?}, {of_primal} of the primal"
    );
    assert!(catch_unwind(|| diffused::gradient(&[9.0, 0.1, 0.2], 1)).is_err());
    gradient();
    thread::scope(|scope| {
        scope.spawn(gradient);
        scope.spawn(gradient);
    });
}

#[differentiable]
fn product_of_rows(x: &[f64], n: usize) -> f64 {
    let mut rows = vec![0.0; x.len()];
    for i in 0..x.len() {
        rows[i] = x[i] * x[i];
    }
    let mut total = 0.0;
    // In another order than they are made in: else there would be no list.
    for row in rows.iter().rev() {
        total += row * row * n as f64;
    }
    total
}

#[test]
fn a_gradient_allocates_what_the_primal_does() {
    let x = [0.5; 100];
    let mut dx = [0.0; 100];
    product_of_rows::value_and_gradient_into(&x, 2, &mut dx);
    let before = CountingAllocator::allocations();
    product_of_rows::value_and_gradient_into(&x, 2, &mut dx);
    assert_eq!(CountingAllocator::allocations() - before, 1);
    assert_eq!(dx, [1.0; 100]);
}

#[differentiable]
fn solved(a: f64) -> f64 {
    let mut x = a;
    while (x * x - a).abs() > 1e-12 {
        x = 0.5 * (x + a / x);
    }
    x
}

#[test]
fn a_loop_that_takes_its_slopes_along_remembers_nothing() {
    let mut da = 0.0;
    let before = CountingAllocator::allocations();
    solved::value_and_gradient_into(2.0, &mut da);
    assert_eq!(CountingAllocator::allocations() - before, 0);
    assert!((da - 0.5 / 2.0_f64.sqrt()).abs() < 1e-12);
    assert_eq!(cached("solved"), 0);
}

fn cached(rule: &str) -> usize {
    pullback::cache::entries()
        .iter()
        .filter(|entry| entry.rule.contains(rule))
        .count()
}

#[test]
fn the_cache_knows_rules_with_state_only() {
    let mut dx = 0.0;
    iterated::value_and_gradient_into(0.7, 100, &mut dx);
    dot::gradient(&XS, &XS);
    assert!(cached("iterated") > 0);
    assert_eq!(cached("::dot"), 0);
    assert!(pullback::cache::len() >= cached("iterated"));
    assert!(pullback::cache::bytes() >= 100 * size_of::<f64>());
}
