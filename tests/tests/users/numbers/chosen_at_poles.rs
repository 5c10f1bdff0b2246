//! Functions that choose among their arguments or give constants, before functions whose derivatives are infinite
//! there: nothing comes to what was not chosen. Of types that show, and of fields.

use pullback::{Differentiable, differentiable};

#[derive(Clone, Copy, Debug, Differentiable, PartialEq)]
struct State {
    v: f64,
}

macro_rules! roots {
    ($($name:ident($x:ident) = $y:expr, at $at:expr;)*) => {
        mod typed {
            use super::*;
            $(
                #[differentiable]
                pub(super) fn $name($x: f64, k: f64) -> f64 {
                    let y = $y;
                    y.sqrt() * k + $x
                }
            )*
        }

        mod of_fields {
            use super::*;
            $(
                #[differentiable]
                pub(super) fn $name(state: State, k: f64) -> State {
                    let $x = state.v;
                    let y = $y;
                    let root = y.sqrt();
                    State { v: root * k + $x }
                }
            )*
        }

        #[test]
        fn nothing_comes_to_what_is_not_chosen() {
            $(
                for _ in 0..2 {
                    assert_eq!(typed::$name::gradient($at, 2.0).0, 1.0, stringify!($name));
                    let (_, pullback) = of_fields::$name::vjp(State { v: $at }, 2.0);
                    assert_eq!(pullback.call(StateTangent { v: 1.0 }).0, StateTangent { v: 1.0 });
                }
            )*
        }
    };
}

roots! {
    max(x) = x.max(0.0), at -1.0;
    min(x) = (-x).min(0.0), at -1.0;
    clamp(x) = x.clamp(0.0, 1.0), at -1.0;
    floor(x) = x.floor(), at 0.5;
    round(x) = x.round(), at 0.4;
    trunc(x) = x.trunc(), at 0.4;
    ceil(x) = x.ceil(), at -0.5;
    signum(x) = x.signum() + 1.0, at -0.5;
    div_euclid(x) = x.div_euclid(2.0), at 0.5;
    sum(x) = x.max(0.0) + x.clamp(0.0, 1.0), at -1.0;
    square(x) = x.max(0.0).powi(2), at -1.0;
}
