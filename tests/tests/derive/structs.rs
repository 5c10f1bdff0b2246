//! Structs of all kinds.

use super::round_trip;
use pullback::Differentiable;
use std::collections::{HashMap, VecDeque};
use std::marker::PhantomData;

#[derive(Differentiable)]
struct Spring {
    pub k: f64,
    rest: Vec<f64>,
    id: usize,
    names: Vec<String>,
}

fn spring() -> Spring {
    Spring {
        k: 2.0,
        rest: vec![1.0, 2.0],
        id: 7,
        names: vec!["a".to_owned()],
    }
}

#[test]
fn named_fields() {
    let tangent = SpringTangent {
        k: 1.0,
        rest: vec![2.0, 3.0],
    };
    let double = SpringTangent {
        k: 2.0,
        rest: vec![4.0, 6.0],
    };
    let spring = spring();
    round_trip(&spring, tangent, double);
    assert_eq!((spring.id, spring.names.len()), (7, 1));
    let shadow: SpringShadow = Spring::zero_shadow(&spring.primal_shape());
    shadow.k.set(3.0);
    shadow.rest[1].set(4.0);
    let () = shadow.id;
    let () = shadow.names[0];
    let tangent = Spring::tangent(&shadow);
    assert_eq!(tangent.k, 3.0);
    assert_eq!(tangent.rest, [0.0, 4.0]);
    assert_eq!(
        format!("{tangent:?}"),
        "SpringTangent { k: 3.0, rest: [0.0, 4.0] }"
    );
    assert_eq!(SpringTangent::default().rest, []);
}

#[derive(Differentiable)]
struct Pair(pub f64, usize, f32, bool, char);

#[test]
fn positions_stay() {
    let tangent = PairTangent(1.0, (), 2.0);
    round_trip(
        &Pair(0.5, 1, 2.0, true, 'c'),
        tangent,
        PairTangent(2.0, (), 4.0),
    );
    let copied = tangent;
    assert_eq!(copied, tangent);
    assert_eq!(format!("{tangent:?}"), "PairTangent(1.0, (), 2.0)");
    let shadow = Pair(0.5, 1, 2.0, true, 'c');
    let shadow = Pair::zero_shadow(&shadow.primal_shape());
    let () = shadow.4;
}

#[derive(Differentiable)]
struct Unit;

#[derive(Differentiable)]
struct Ids(usize, Vec<u8>, [bool; 40], PhantomData<f64>);

#[test]
fn nothing_to_differentiate() {
    fn inactive<T: pullback::__private::Inactive>(_: &T) {}
    round_trip(&Unit, UnitTangent, UnitTangent);
    let ids = Ids(3, vec![1, 2], [true; 40], PhantomData);
    inactive(&ids);
    inactive(&Unit);
    round_trip(&ids, IdsTangent(), IdsTangent());
}

/// Has no derivative and implements nothing.
struct Opaque;

#[derive(::pullback::Differentiable)]
struct Marked {
    x: f64,
    #[constant]
    temperature: f64,
    #[constant]
    _opaque: Opaque,
    #[constant]
    _function: fn(f64) -> f64,
}

#[test]
fn constants_are_left_out() {
    let marked = Marked {
        x: 1.0,
        temperature: 2.0,
        _opaque: Opaque,
        _function: f64::sin,
    };
    round_trip(&marked, MarkedTangent { x: 1.0 }, MarkedTangent { x: 2.0 });
    assert_eq!(
        size_of_val(&Marked::zero_shadow(&marked.primal_shape()).temperature),
        0
    );
    assert_eq!(marked.temperature, 2.0);
}

#[derive(Differentiable)]
struct Scene {
    springs: Vec<Spring>,
    pair: Pair,
    window: VecDeque<f64>,
    last: Option<(f64, u8)>,
    outcome: Result<f64, String>,
    index: HashMap<String, usize>,
    far: [f64; 40],
}

#[test]
fn nested() {
    let scene = Scene {
        springs: vec![spring()],
        pair: Pair(1.0, 2, 3.0, false, 'd'),
        window: VecDeque::from([1.0, 2.0]),
        last: Some((1.0, 2)),
        outcome: Ok(2.0),
        index: HashMap::new(),
        far: [1.0; 40],
    };
    let tangent = |x: f64| SceneTangent {
        springs: vec![SpringTangent {
            k: x,
            rest: vec![x, 2.0 * x],
        }],
        pair: PairTangent(x, (), 3.0),
        window: vec![x, 3.0 * x],
        last: Some((x, ())),
        outcome: Ok(x),
        index: (),
        far: [x; 40],
    };
    let mut double = tangent(2.0);
    double.pair.2 = 6.0;
    round_trip(&scene, tangent(1.0), double);
    assert!(scene.index.is_empty());
}

#[derive(Differentiable)]
struct Tree {
    value: f64,
    left: Option<Box<Tree>>,
    children: Vec<Self>,
    right: Option<Box<Self>>,
}

#[test]
fn recursive() {
    let leaf = |value| Tree {
        value,
        left: None,
        children: vec![],
        right: None,
    };
    let leaf_tangent = |value| TreeTangent {
        value,
        left: None,
        children: vec![],
        right: None,
    };
    let tree = Tree {
        value: 1.0,
        left: Some(Box::new(leaf(2.0))),
        children: vec![leaf(3.0), leaf(4.0)],
        right: None,
    };
    let tangent = |x: f64| TreeTangent {
        value: x,
        left: Some(Box::new(leaf_tangent(2.0 * x))),
        children: vec![leaf_tangent(3.0 * x), leaf_tangent(4.0 * x)],
        right: None,
    };
    round_trip(&tree, tangent(1.0), tangent(2.0));
    assert_eq!(tangent(1.0).clone(), tangent(1.0));
    assert_eq!(TreeTangent::default(), leaf_tangent(0.0));
}

#[derive(Differentiable)]
struct Node(f64, Vec<Edge>);

#[derive(Differentiable)]
struct Edge {
    weight: f64,
    to: Box<Node>,
}

#[test]
fn mutually_recursive() {
    let leaf = Node(2.0, vec![]);
    let edge = Edge {
        weight: 3.0,
        to: Box::new(leaf),
    };
    let tangent = |x: f64| {
        let to = Box::new(NodeTangent(x, vec![]));
        NodeTangent(x, vec![EdgeTangent { weight: x, to }])
    };
    round_trip(&Node(1.0, vec![edge]), tangent(1.0), tangent(2.0));
    assert_eq!(tangent(1.0).clone(), tangent(1.0));
}
