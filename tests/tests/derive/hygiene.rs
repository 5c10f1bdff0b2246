//! Derived code in hostile surroundings.

/// No prelude: neither `Some` nor `Clone` nor `Default` has a name.
#[no_implicit_prelude]
mod without_prelude {
    #[derive(::pullback::Differentiable)]
    pub(super) struct Named<'a, T> {
        pub(super) x: T,
        pub(super) list: ::std::vec::Vec<f64>,
        pub(super) view: &'a [f64],
        pub(super) n: usize,
    }

    #[derive(::pullback::Differentiable)]
    pub(super) enum Choice {
        One(f64),
        Two { x: f64 },
        Three,
    }

    #[derive(::pullback::Differentiable)]
    pub(super) enum Bare {
        One,
        Two,
    }
}

/// User items in the place of those that derived code might name.
#[allow(dead_code, non_camel_case_types, non_upper_case_globals)]
mod shadowed {
    use ::pullback::Differentiable;

    mod core {}
    mod std {}
    mod pullback {}
    struct Option;
    struct Vec;
    struct Box;
    struct Some;
    struct None;
    struct Ok;
    struct Err;
    struct Result;
    struct Loan;
    struct Field;
    struct Shape;
    trait Sized {}
    trait Clone {}
    trait Copy {}
    trait Debug {}
    trait Default {}
    trait PartialEq {}
    trait Accumulate {}
    trait Inactive {}
    const a_x: u8 = 0;
    const b_x: u8 = 0;
    const x: u8 = 0;
    const tangent: u8 = 0;
    const shape: u8 = 0;
    const buffer: u8 = 0;
    const tangents: u8 = 0;
    const argument: u8 = 0;
    const from: u8 = 0;

    /// A trait whose methods compete with those of every type.
    trait Sneaky {
        fn shape(&self) {}
        fn again(&self) {}
        fn zeros(&self) {}
        fn tangent(&self) {}
        fn clear(&self) {}
        fn accumulate(&self) {}
        fn normalise(&self) {}
        fn field(&self) {}
        fn finish(&self) {}
        fn clone(&self) {}
        fn eq(&self) {}
        fn write(&self) {}
    }
    impl<T: ?::std::marker::Sized> Sneaky for T {}

    #[derive(Differentiable)]
    pub(super) struct Named<const N: usize> {
        pub(super) x: f64,
        pub(super) shadow: [f64; N],
        pub(super) tangent: f64,
        pub(super) argument: usize,
        pub(super) core: Choice,
    }

    #[derive(Differentiable)]
    pub(super) enum Bare {
        Some,
    }

    #[derive(Differentiable)]
    pub(super) enum Choice {
        One(f64),
        Self_ { r#fn: f64 },
        r#None,
    }
}

#[test]
fn works_all_the_same() {
    use super::round_trip;
    use shadowed::{Choice, ChoiceTangent, Named, NamedTangent};
    use without_prelude::{Bare, Choice as Bleak};
    let named = Named {
        x: 1.0,
        shadow: [2.0, 3.0],
        tangent: 4.0,
        argument: 5,
        core: Choice::Self_ { r#fn: 1.0 },
    };
    assert_eq!(named.argument, 5);
    let tangent = |x: f64| NamedTangent {
        x,
        shadow: [x; 2],
        tangent: 2.0 * x,
        core: ChoiceTangent::Self_ { r#fn: x },
    };
    assert!(format!("{:?}", tangent(1.0)).ends_with("core: Self_ { fn: 1.0 } }"));
    round_trip(&named, tangent(1.0), tangent(2.0));
    for (choice, name) in [(Choice::One(1.0), "One(0.0)"), (Choice::None, "None")] {
        use pullback::Differentiable;
        assert_eq!(format!("{:?}", choice.zero_tangent()), name);
    }
    let named = without_prelude::Named {
        x: 1.0,
        list: vec![],
        view: &[2.0],
        n: 1,
    };
    assert_eq!(named.n, 1);
    let tangent = |x: f64| without_prelude::NamedTangent::<f64> {
        x,
        list: vec![],
        view: vec![x],
    };
    round_trip(&named, tangent(1.0), tangent(2.0));
    for choice in [Bleak::One(1.0), Bleak::Two { x: 2.0 }, Bleak::Three] {
        use pullback::Differentiable;
        round_trip(&choice, choice.zero_tangent(), choice.zero_tangent());
    }
    round_trip(&(Bare::One, Bare::Two), ((), ()), ((), ()));
    round_trip(&shadowed::Bare::Some, (), ());
}

/// Every lint that a careful crate turns on.
#[deny(
    warnings,
    unused,
    nonstandard_style,
    rust_2018_idioms,
    missing_docs,
    missing_debug_implementations,
    missing_copy_implementations,
    unused_lifetimes,
    unused_qualifications,
    single_use_lifetimes,
    trivial_casts,
    trivial_numeric_casts,
    let_underscore_drop,
    clippy::all,
    clippy::pedantic
)]
pub mod under_deny_warnings {
    use pullback::Differentiable;

    #[derive(Debug, Clone)]
    struct Secret;

    /// Documented, with a private field of a private type.
    #[derive(Debug, Differentiable)]
    pub struct Public<'a, T> {
        /// Documented.
        pub x: Vec<T>,
        /// Documented.
        pub view: &'a [f64],
        inner: Private,
        choice: Option<Choice<T>>,
        kind: Kind,
        #[constant]
        secret: Secret,
    }

    impl<'a> Public<'a, f64> {
        /// Documented.
        #[must_use]
        pub fn new(view: &'a [f64]) -> Self {
            let inner = Private(1.0, [1, 2]);
            Public {
                x: vec![inner.0],
                view,
                choice: Some(Choice::Rect { w: 1.0, h: 2.0 }),
                kind: Kind::Only,
                secret: Secret,
                inner,
            }
        }

        /// Documented.
        #[must_use]
        pub fn describe(&self) -> String {
            let Public {
                inner,
                choice,
                kind,
                secret,
                ..
            } = self;
            format!("{inner:?} {:?} {choice:?} {kind:?} {secret:?}", inner.1)
        }
    }

    #[derive(Debug, Clone, Copy, Differentiable)]
    struct Private(f64, [u8; 2]);

    /// Documented.
    #[derive(Debug, Clone, Copy, Differentiable)]
    pub enum Choice<T> {
        /// Documented.
        Disc(T),
        /// Documented.
        Rect {
            /// Documented.
            w: T,
            /// Documented.
            h: f64,
        },
    }

    /// Documented.
    #[derive(Debug, Clone, Copy, Differentiable)]
    pub enum Kind {
        /// Documented.
        Only,
    }
}

#[test]
fn private_fields_stay_private() {
    use pullback::Differentiable;
    let public = under_deny_warnings::Public::new(&[1.0]);
    assert!(public.describe().starts_with("Private"));
    let tangent = public.zero_tangent();
    assert_eq!((tangent.x.len(), tangent.view.len()), (1, 1));
    let _ = under_deny_warnings::Choice::Disc(1.0);
}

/// The facade under another name, behind a path.
mod renamed {
    pub(super) mod autodiff {
        pub(crate) use ::pullback as facade;
    }

    #[derive(autodiff::facade::Differentiable)]
    #[pullback(crate = super::renamed::autodiff::facade)]
    pub(super) struct Point {
        pub(super) x: f64,
    }

    #[derive(autodiff::facade::Differentiable)]
    #[pullback(crate = super::renamed::autodiff::facade)]
    pub(super) enum Kind {
        Only,
    }
}

#[test]
fn the_facade_may_be_renamed() {
    use renamed::{Kind, Point, PointTangent};
    super::round_trip(
        &Point { x: 1.0 },
        PointTangent { x: 1.0 },
        PointTangent { x: 2.0 },
    );
    super::round_trip(&Kind::Only, (), ());
}

/// Items that macros write: types come in invisible groups.
mod from_macros {
    use pullback::Differentiable;

    macro_rules! pair {
        ($name:ident, $first:ty, $second:ty, $lifetime:lifetime) => {
            #[derive(Differentiable)]
            pub(super) struct $name<$lifetime> {
                pub(super) first: $first,
                pub(super) second: $second,
                pub(super) third: &$lifetime $second,
            }
        };
    }
    pair!(Pair, usize, f64, 'a);
    pair!(Views, &'a [f64], [f64; 2], 'a);
}

#[test]
fn items_written_by_macros() {
    use from_macros::{Pair, PairTangent, Views, ViewsTangent};
    let tangent = |x: f64| PairTangent {
        second: x,
        third: x,
    };
    let pair = Pair {
        first: 1,
        second: 2.0,
        third: &3.0,
    };
    assert_eq!(pair.first, 1);
    super::round_trip(&pair, tangent(1.0), tangent(2.0));
    let tangent = |x: f64| ViewsTangent {
        first: vec![x],
        second: [x; 2],
        third: [x; 2],
    };
    let views = Views {
        first: &[1.0],
        second: [2.0; 2],
        third: &[3.0; 2],
    };
    super::round_trip(&views, tangent(1.0), tangent(2.0));
}

#[test]
fn items_in_functions() {
    #[derive(pullback::Differentiable)]
    struct Local {
        x: f64,
    }
    super::round_trip(
        &Local { x: 1.0 },
        LocalTangent { x: 1.0 },
        LocalTangent { x: 2.0 },
    );
}

/// Types and variants called like a companion, or like one of the trait's types.
#[test]
fn items_called_like_companions() {
    use pullback::Differentiable;

    #[derive(Differentiable)]
    struct Shape {
        size: f64,
    }

    #[derive(Differentiable)]
    struct Held<'a> {
        sizes: &'a [f64],
    }

    #[derive(Differentiable)]
    enum Scene<T> {
        Shape { of: Shape },
        Held { size: f64 },
        Shadow { of: Vec<T> },
        Tangent(f64),
        Lent { size: f64 },
    }

    let shape = |size| Shape { size };
    super::round_trip(
        &shape(1.0),
        ShapeTangent { size: 1.0 },
        ShapeTangent { size: 2.0 },
    );
    let tangent = |size| HeldTangent { sizes: vec![size] };
    super::round_trip(&Held { sizes: &[1.0] }, tangent(1.0), tangent(2.0));
    for scene in [
        Scene::Shape { of: shape(1.0) },
        Scene::Held { size: 2.0 },
        Scene::Shadow { of: vec![3.0] },
        Scene::Tangent(4.0),
        Scene::Lent { size: 5.0 },
    ] {
        super::round_trip(&scene, scene.zero_tangent(), scene.zero_tangent());
    }
}
