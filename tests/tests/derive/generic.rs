//! Type parameters, constant parameters and lifetimes.

use super::round_trip;
use pullback::__private::{shape_of, zeros};
use pullback::{Differentiable, Real};
use std::borrow::Cow;
use std::marker::PhantomData;

#[derive(Differentiable, Clone, Default)]
struct Model<T> {
    w: Vec<T>,
    n: usize,
}

/// Its shadow and tangent are those of its fields for whoever uses it.
fn first_of<T: Real>(model: &Model<T>) -> T {
    let shadow = zeros(&shape_of(model));
    shadow.w[0].set(T::ONE);
    let tangent: ModelTangent<T> = tangent_of(model, &shadow);
    tangent.w[0]
}

fn tangent_of<P: Differentiable>(_: &P, shadow: &P::Shadow) -> P::Tangent {
    P::tangent(shadow)
}

#[test]
fn type_parameters() {
    let tangent = |x: f32| ModelTangent::<f32> { w: vec![x, 3.0] };
    let model = Model {
        w: vec![1.0_f32, 2.0],
        n: 4,
    };
    let mut double = tangent(2.0);
    double.w[1] = 6.0;
    round_trip(&model, tangent(1.0), double);
    assert_eq!((first_of(&model), model.n), (1.0, 4));
    assert_eq!(ModelTangent::<f64>::default().w, []);
    let inert = Model { w: vec!['a'], n: 1 };
    round_trip(
        &inert,
        ModelTangent { w: vec![()] },
        ModelTangent { w: vec![()] },
    );
}

/// Bounds, defaults and where clauses of the item stand in its companions.
#[derive(Differentiable)]
struct Layered<'a, T: Real + 'a, K = (), const N: usize = 2>
where
    K: Default,
    [T; N]: Clone,
{
    layers: [Model<T>; N],
    scale: T,
    bias: &'a [T],
    first: &'a T,
    #[constant]
    _key: K,
    _marker: PhantomData<&'a K>,
}

#[test]
fn all_kinds_of_parameters_at_once() {
    let model = Model { w: vec![1.0], n: 1 };
    let bias = vec![2.0, 3.0];
    let layered = Layered::<f64, String> {
        layers: [model.clone(), model],
        scale: 2.0,
        bias: &bias,
        first: &bias[0],
        _key: String::new(),
        _marker: PhantomData,
    };
    let tangent = |x: f64| LayeredTangent {
        layers: [
            ModelTangent { w: vec![x] },
            ModelTangent { w: vec![2.0 * x] },
        ],
        scale: x,
        bias: vec![x, 3.0 * x],
        first: 4.0 * x,
    };
    round_trip(&layered, tangent(1.0), tangent(2.0));
    let shadow = Layered::<f64, String>::zero_shadow(&layered.primal_shape());
    shadow.bias[1].set(5.0);
    assert_eq!(Layered::<f64, String>::tangent(&shadow).bias, [0.0, 5.0]);
}

#[derive(Differentiable, Clone, Copy)]
struct View<'a> {
    data: &'a [f64],
    name: &'a str,
    index: &'a [usize],
}

#[derive(Differentiable)]
struct Views<'a, 'b> {
    views: Vec<View<'a>>,
    maybe: Option<&'b [f64]>,
    one: &'b View<'a>,
    text: &'b &'a str,
}

/// Neither shadow nor tangent is tied to what the primal borrowed.
fn outlives_its_data() -> (Views<'static, 'static>, ViewsTangent, ViewsShadow) {
    let data = vec![1.0, 2.0];
    let view = View {
        data: &data,
        name: "v",
        index: &[0, 1],
    };
    let local = Views {
        views: vec![view, view],
        maybe: Some(&data),
        one: &view,
        text: &"t",
    };
    assert_eq!(
        (view.name, view.index, *local.text),
        ("v", &[0, 1][..], "t")
    );
    let (tangent, shadow) = (
        local.zero_tangent(),
        Views::zero_shadow(&local.primal_shape()),
    );
    static DATA: &[f64] = &[1.0, 2.0];
    static VIEW: View<'static> = View {
        data: DATA,
        name: "v",
        index: &[0, 1],
    };
    let lasting = Views {
        views: vec![VIEW, VIEW],
        maybe: Some(DATA),
        one: &VIEW,
        text: &"t",
    };
    (lasting, tangent, shadow)
}

#[test]
fn lifetimes() {
    let (views, zero, shadow) = outlives_its_data();
    assert_eq!(zero, views.zero_tangent());
    shadow.one.data[1].set(3.0);
    let tangent = |x: f64| ViewsTangent {
        views: vec![
            ViewTangent { data: vec![x, 0.0] },
            ViewTangent { data: vec![0.0, x] },
        ],
        maybe: Some(vec![x, x]),
        one: ViewTangent { data: vec![x, x] },
    };
    assert_eq!(Views::tangent(&shadow).one.data, [0.0, 3.0]);
    round_trip(&views, tangent(1.0), tangent(2.0));
}

/// A lifetime inside a type that also mentions a parameter stays.
#[derive(Differentiable)]
struct Mixed<'a, T> {
    parts: Vec<&'a [T]>,
    one: (&'a T, usize),
}

#[test]
fn lifetimes_with_parameters() {
    let data = [1.0, 2.0];
    let mixed = Mixed {
        parts: vec![&data, &data[1..]],
        one: (&data[0], 1),
    };
    let tangent = |x: f64| MixedTangent::<f64> {
        parts: vec![vec![x, x], vec![x]],
        one: (x, ()),
    };
    round_trip(&mixed, tangent(1.0), tangent(2.0));
}

trait Space {
    type Vector;
}

struct Plane;

impl Space for Plane {
    type Vector = [f64; 2];
}

#[derive(Differentiable)]
struct State<S: Space> {
    position: S::Vector,
    speed: <S as Space>::Vector,
}

#[test]
fn associated_types() {
    let state = State::<Plane> {
        position: [1.0, 2.0],
        speed: [0.0; 2],
    };
    let tangent = |x: f64| StateTangent::<Plane> {
        position: [x, x],
        speed: [0.0, x],
    };
    let _ = (state.position, state.speed);
    round_trip(&state, tangent(1.0), tangent(2.0));
}

#[derive(Differentiable)]
struct Tree<T> {
    value: T,
    children: Vec<Tree<T>>,
}

#[test]
fn recursive() {
    let tree = Tree {
        value: 1.0_f64,
        children: vec![Tree {
            value: 2.0,
            children: vec![],
        }],
    };
    let tangent = |x: f64| TreeTangent::<f64> {
        value: x,
        children: vec![TreeTangent {
            value: 2.0 * x,
            children: vec![],
        }],
    };
    round_trip(&tree, tangent(1.0), tangent(2.0));
}

/// A parameter without a size, and one that no companion needs.
#[derive(Differentiable)]
struct Boxed<'a, T: ?Sized, F: Fn(f64) -> f64> {
    content: Box<T>,
    #[constant]
    _activation: F,
    #[constant]
    _name: Cow<'a, str>,
}

#[test]
fn what_no_companion_needs_is_left_out() {
    let boxed = Boxed::<[f64], _> {
        content: vec![1.0, 2.0].into(),
        _activation: |x| x,
        _name: "b".into(),
    };
    let tangent = |x: f64| BoxedTangent::<[f64]> {
        content: Box::new(vec![x, x]),
    };
    round_trip(&boxed, tangent(1.0), tangent(2.0));
}
