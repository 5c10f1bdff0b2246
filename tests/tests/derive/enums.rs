//! Enums: a shadow of the same variants, whose payloads are reached by the names of the variants.

use super::round_trip;
use pullback::__private::{Accumulate, Inactive, OptionVariants as _, ResultVariants as _};
use pullback::Differentiable;
use std::cell::Cell;

#[derive(Differentiable)]
enum Figure<'a, T> {
    Disc(T),
    Rect { w: T, h: Vec<T>, id: usize },
    Labelled(usize, T, &'a str),
    Count(usize),
    Nothing,
}

fn figures() -> [Figure<'static, f64>; 5] {
    [
        Figure::Disc(1.0),
        Figure::Rect {
            w: 1.0,
            h: vec![2.0],
            id: 3,
        },
        Figure::Labelled(1, 2.0, "l"),
        Figure::Count(4),
        Figure::Nothing,
    ]
}

fn tangents(x: f64) -> [FigureTangent<f64>; 5] {
    [
        FigureTangent::Disc(x),
        FigureTangent::Rect { w: x, h: vec![x] },
        FigureTangent::Labelled((), x, ()),
        FigureTangent::Count(()),
        FigureTangent::Nothing,
    ]
}

#[test]
fn every_variant() {
    for (i, figure) in figures().iter().enumerate() {
        let [tangent, double] = [1.0, 2.0].map(|x| tangents(x).into_iter().nth(i).unwrap());
        round_trip(figure, tangent, double);
    }
    round_trip(
        &Vec::from(figures()),
        tangents(1.0).into(),
        tangents(2.0).into(),
    );
    if let [Figure::Rect { id, .. }, Figure::Labelled(number, _, label)] = &figures()[1..3] {
        assert_eq!((*id, *number, *label), (3, 1, "l"));
    }
    if let Figure::Count(count) = figures()[3] {
        assert_eq!(count, 4);
    }
}

#[test]
fn tangents_are_plain_data() {
    let [disc, rect, labelled, count, nothing] = tangents(1.0);
    assert_ne!(disc, rect);
    assert_ne!(disc, FigureTangent::Disc(2.0));
    assert_eq!(rect.clone(), rect);
    assert_eq!(format!("{rect:?}"), "Rect { w: 1.0, h: [1.0] }");
    assert_eq!(format!("{labelled:?}"), "Labelled((), 1.0, ())");
    assert_eq!(format!("{count:?} {nothing:?}"), "Count(()) Nothing");
}

#[test]
fn payloads_by_the_names_of_variants() {
    let [disc, mut rect, labelled, count, _] =
        figures().map(|figure| Figure::<f64>::zero_shadow(&figure.primal_shape()));
    disc.__variant_Disc().0.set(2.0);
    assert_eq!(Figure::<f64>::tangent(&disc), FigureTangent::Disc(2.0));
    rect.__variant_Rect().w.set(3.0);
    rect.__variant_mut_Rect().h.push(Cell::new(4.0));
    let () = rect.__variant_Rect().id;
    let (): &() = labelled.__variant_Labelled().0;
    let (): &() = count.__variant_Count().0;
    let FigureTangent::Rect { w, h } = Figure::<f64>::tangent(&rect) else {
        panic!("another variant")
    };
    assert_eq!((w, h), (3.0, vec![0.0, 4.0]));
    // Through a box, as a recursive enum has it.
    let boxed = Box::new(disc);
    boxed.__variant_Disc().0.set(5.0);
    assert_eq!(Figure::<f64>::tangent(&boxed), FigureTangent::Disc(5.0));
}

#[test]
fn payloads_of_standard_enums() {
    let mut some = Some(Cell::new(1.0));
    some.__variant_Some().0.set(2.0);
    *some.__variant_mut_Some().0.get_mut() += 1.0;
    assert_eq!(some.unwrap().get(), 3.0);
    let mut ok = Ok::<_, ()>(Cell::new(1.0));
    ok.__variant_mut_Ok().0.set(2.0);
    assert_eq!(ok.__variant_Ok().0.get(), 2.0);
    let mut err = Err::<(), _>(Cell::new(1.0));
    err.__variant_mut_Err().0.set(2.0);
    assert_eq!(err.__variant_Err().0.get(), 2.0);
}

#[test]
#[should_panic(expected = "cotangent of another variant")]
fn no_payload_of_another_variant() {
    let [_, rect, ..] = figures();
    Figure::<f64>::zero_shadow(&rect.primal_shape()).__variant_Disc();
}

#[test]
#[should_panic(expected = "cotangent of another variant")]
fn variants_do_not_mix() {
    let [disc, rect, ..] =
        figures().map(|figure| Figure::<f64>::zero_shadow(&figure.primal_shape()));
    disc.accumulate(&rect);
}

#[test]
fn a_bare_variant_adds_nothing() {
    let [disc, .., nothing] =
        figures().map(|figure| Figure::<f64>::zero_shadow(&figure.primal_shape()));
    disc.accumulate(&nothing);
    assert_eq!(Figure::<f64>::tangent(&disc), FigureTangent::Disc(0.0));
}

#[derive(Differentiable)]
enum Expression {
    Literal(f64),
    Sum(Box<Expression>, Box<Self>),
    Scaled { by: f64, what: Box<Expression> },
}

#[test]
fn recursive() {
    let expression = Expression::Sum(
        Box::new(Expression::Literal(1.0)),
        Box::new(Expression::Scaled {
            by: 2.0,
            what: Box::new(Expression::Literal(3.0)),
        }),
    );
    let tangent = |x: f64| {
        ExpressionTangent::Sum(
            Box::new(ExpressionTangent::Literal(x)),
            Box::new(ExpressionTangent::Scaled {
                by: x,
                what: Box::new(ExpressionTangent::Literal(2.0 * x)),
            }),
        )
    };
    round_trip(&expression, tangent(1.0), tangent(2.0));
}

#[derive(Differentiable, Clone, Copy)]
enum Kind {
    Linear = 1,
    Cubic = 3,
}

#[derive(Differentiable)]
enum Never {}

#[derive(Differentiable)]
enum Bare<const N: usize = 3>
where
    [f64; N]: Copy,
{
    Tuple(),
    Named {},
}

#[derive(Differentiable)]
struct Uses {
    kind: Kind,
    x: f64,
    never: Option<Never>,
}

#[test]
fn bare_names_carry_no_derivative() {
    fn inactive<T: Inactive + Differentiable<Shadow = (), Tangent = ()>>(_: &T) {}
    inactive(&Kind::Linear);
    inactive(&Bare::<2>::Tuple());
    inactive(&Bare::<3>::Named {});
    round_trip(&[Kind::Linear, Kind::Cubic], [(); 2], [(); 2]);
    let uses = Uses {
        kind: Kind::Cubic,
        x: 1.0,
        never: None,
    };
    assert_eq!((uses.kind as i32, uses.never.is_none()), (3, true));
    let tangent = |x| UsesTangent {
        kind: (),
        x,
        never: None,
    };
    round_trip(&uses, tangent(1.0), tangent(2.0));
}
