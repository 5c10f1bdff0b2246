//! Variables that hold what an option or a result held, and change.

mod replaced {
    use crate::assert_grad;
    use pullback::{Differentiable, differentiable};

    #[derive(Clone, Debug, PartialEq, Differentiable)]
    struct Money {
        amount: f64,
        currency: String,
    }
    #[differentiable]
    impl Money {
        fn add(&self, o: &Money) -> Result<Money, String> {
            Ok(Money {
                amount: self.amount + o.amount,
                currency: self.currency.clone(),
            })
        }
    }
    #[differentiable]
    fn total(ms: &[Money]) -> Result<Money, String> {
        let mut it = ms.iter();
        let mut acc = it.next().cloned().ok_or_else(|| "empty".to_string())?;
        for m in it {
            acc = acc.add(m)?;
        }
        Ok(acc)
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
        total(&ms).map_or(0.0, |m| m.amount.powi(2))
    }

    #[test]
    fn gradient_is_right() {
        let x = [1.5, 2.0, 0.3];
        let gradient = run::gradient(&x);
        assert_grad(run, &x, &gradient);
        assert_eq!(gradient, run::gradient(&x));
    }
}

mod changed {
    use crate::assert_grad;
    use pullback::{Differentiable, differentiable};

    #[derive(Clone, Debug, PartialEq, Differentiable)]
    struct Money {
        amount: f64,
        currency: String,
    }
    #[differentiable]
    fn total(ms: &[Money]) -> Option<Money> {
        let mut acc = ms.first().cloned()?;
        for m in &ms[1..] {
            acc.amount += m.amount * m.amount;
        }
        Some(acc)
    }
    #[differentiable]
    fn total2(ms: &[Money]) -> Option<f64> {
        let (first, rest) = ms.split_first()?;
        let mut acc = first.clone();
        for m in rest {
            acc = Money {
                amount: acc.amount * m.amount,
                ..acc
            };
        }
        Some(acc.amount)
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
        total(&ms).map_or(0.0, |m| m.amount.powi(2)) + total2(&ms).unwrap()
    }

    #[test]
    fn gradient_is_right() {
        let x = [1.5, 2.0, 0.3];
        let gradient = run::gradient(&x);
        assert_grad(run, &x, &gradient);
        assert_eq!(gradient, run::gradient(&x));
    }
}

mod returned {
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
        let mut m = first(ms)?;
        m.amount *= 2.0;
        m.amount *= m.amount;
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
        a1(&ms).unwrap().amount
    }

    #[test]
    fn gradient_is_right() {
        let x = [1.5, 2.0, 0.3];
        let gradient = run::gradient(&x);
        assert_grad(run, &x, &gradient);
        assert_eq!(gradient, run::gradient(&x));
    }
}

mod lists {
    use crate::assert_grad;
    use pullback::differentiable;

    #[differentiable]
    fn first(ms: &[Vec<f64>]) -> Result<Vec<f64>, String> {
        ms.get(0).cloned().ok_or("none".to_string())
    }
    #[differentiable]
    fn a1(ms: &[Vec<f64>]) -> Result<Vec<f64>, String> {
        let mut m = first(ms)?;
        m.push(m[0] * 2.0);
        m[0] *= m[1];
        for v in m.iter_mut() {
            *v += 1.0;
        }
        Ok(m)
    }
    #[differentiable]
    fn a2(ms: &[Vec<f64>]) -> Option<Vec<f64>> {
        let mut it = ms.iter();
        let mut acc = it.next()?.clone();
        for v in it {
            for (a, b) in acc.iter_mut().zip(v) {
                *a += b;
            }
        }
        Some(acc)
    }
    #[differentiable]
    fn a3(ms: &[Vec<f64>]) -> Option<Vec<f64>> {
        let mut acc = ms.first().cloned()?;
        for v in &ms[1..] {
            acc = acc.iter().zip(v).map(|(a, b)| a * b).collect();
        }
        Some(acc)
    }
    #[differentiable]
    fn run(x: &[f64]) -> f64 {
        let ms = vec![x.to_vec(), vec![x[0] * x[1], x[2]]];
        a1(&ms).unwrap().iter().sum::<f64>()
            + a2(&ms).unwrap()[0]
            + a3(&ms).unwrap_or_default().iter().product::<f64>()
    }

    #[test]
    fn gradient_is_right() {
        let x = [1.5, 2.0, 0.3];
        let gradient = run::gradient(&x);
        assert_grad(run, &x, &gradient);
        assert_eq!(gradient, run::gradient(&x));
    }
}
