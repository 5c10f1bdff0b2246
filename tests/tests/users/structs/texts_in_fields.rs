//! Texts in fields: made of what is given, changed, and compared.

mod changed {
    use crate::assert_grad;
    use pullback::{Differentiable, differentiable};

    #[derive(Clone, Debug, PartialEq, Differentiable)]
    struct Money {
        amount: f64,
        currency: String,
    }
    #[differentiable]
    fn first(ms: &[Money]) -> Option<Money> {
        ms.get(0).cloned()
    }
    #[differentiable]
    fn a1(ms: &[Money]) -> Option<Money> {
        let Some(mut m) = first(ms) else { return None };
        for k in 0..2 {
            m.amount *= m.amount;
        }
        Some(m)
    }
    #[differentiable]
    fn run(x: &[f64]) -> f64 {
        let ms = vec![
            Money {
                amount: x[0],
                currency: "a".into(),
            },
            Money {
                amount: x[0] * x[1],
                currency: "a".into(),
            },
        ];
        let Some(mut m) = a1(&ms) else { return 0.0 };
        m.amount += 1.0;
        m.currency.push('b');
        m.amount * m.currency.len() as f64
    }

    #[test]
    fn gradient_is_right() {
        let x = [1.5, 2.0, 0.3];
        let gradient = run::gradient(&x);
        assert_grad(run, &x, &gradient);
        assert_eq!(gradient, run::gradient(&x));
    }
}

mod given {
    use crate::assert_grad;
    use pullback::{Differentiable, differentiable};

    #[derive(Clone, Debug, PartialEq, Differentiable)]
    struct Money {
        amount: f64,
        currency: String,
    }
    #[differentiable]
    impl Money {
        fn new(amount: f64, currency: impl Into<String>) -> Self {
            Money {
                amount,
                currency: currency.into(),
            }
        }
        fn named(name: &str, amount: f64) -> Self {
            Self::new(amount, name.to_string())
        }
        fn copy(&self) -> Money {
            Money::new(self.amount * 2.0, self.currency.clone())
        }
    }
    #[differentiable]
    fn make<S: Into<String>>(name: S, v: f64) -> Money {
        Money {
            currency: name.into(),
            amount: v * v,
        }
    }
    #[differentiable]
    fn label<S: AsRef<str>>(name: S, v: f64) -> f64 {
        name.as_ref().len() as f64 * v
    }
    #[differentiable]
    fn tag(name: impl ToString, v: f64) -> f64 {
        name.to_string().len() as f64 * v
    }
    #[differentiable]
    fn run(x: &[f64]) -> f64 {
        let a = Money::new(x[0], "eur");
        let b = Money::new(x[1] * x[0], String::from("eur"));
        let c = Money::named("abc", x[2]).copy();
        let d = make("z", x[0]).amount;
        a.amount * b.amount + c.amount + d + label("abc", x[0]) + tag("xy", x[1])
    }

    #[test]
    fn gradient_is_right() {
        let x = [1.5, 2.0, 0.3];
        let gradient = run::gradient(&x);
        assert_grad(run, &x, &gradient);
        assert_eq!(gradient, run::gradient(&x));
    }
}

mod compared {
    use crate::assert_grad;
    use pullback::{Differentiable, differentiable};
    use std::fmt::Display;

    #[derive(Clone, Debug, PartialEq, Differentiable)]
    struct Money {
        amount: f64,
        currency: String,
    }
    #[differentiable]
    impl Money {
        fn new(amount: f64, currency: impl Into<String>) -> Self {
            Money {
                amount,
                currency: currency.into(),
            }
        }
        fn checked_add(&self, o: &Money) -> Result<Money, String> {
            if self.currency != o.currency {
                Err(format!("{} vs {}", self.currency, o.currency))
            } else {
                let amount = self.amount + o.amount;
                Ok(Money {
                    amount,
                    currency: self.currency.clone(),
                })
            }
        }
        fn convert(self, rate: f64, to: &str) -> Money {
            Money {
                amount: self.amount * rate,
                currency: to.to_owned(),
            }
        }
    }
    #[differentiable]
    fn total(ms: &[Money]) -> Result<Money, String> {
        let mut it = ms.iter();
        let mut acc = it.next().cloned().ok_or_else(|| "empty".to_string())?;
        for m in it {
            acc = acc.checked_add(m)?;
        }
        Ok(acc)
    }
    #[differentiable]
    fn run(x: &[f64]) -> f64 {
        let ms = vec![
            Money::new(x[0], "eur"),
            Money::new(x[1], "usd").convert(x[2], "eur"),
            Money::new(x[1] * x[0], String::from("eur")),
        ];
        match total(&ms) {
            Ok(Money { amount, currency }) if currency == "eur" => amount.powi(2),
            Ok(m) => m.amount,
            Err(e) => 0.0,
        }
    }

    #[test]
    fn gradient_is_right() {
        let x = [1.5, 2.0, 0.3];
        let gradient = run::gradient(&x);
        assert_grad(run, &x, &gradient);
        assert_eq!(gradient, run::gradient(&x));
    }
}
