//! What programs are made of: templates, in tables by what they make.
//!
//! A template is Rust with holes. A lower-case letter is a variable of that kind, which is read:
//!
//! | kind | type | kind | type |
//! | --- | --- | --- | --- |
//! | `v` | `f64` | `p` | [`Point`](crate::common::Point) |
//! | `l` | a list of at least three, to read | `z` | `Vec<Point>` |
//! | `w` | a `Vec` of at least three | `o` | `Option<f64>` |
//! | `m` | a list whose entries can be set | `q` | `Vec<(f64, f64)>` |
//! | `k` | a `Vec` of any length | `g` | `Vec<Vec<f64>>`, three rows of three at least |
//! | `d` | `VecDeque<f64>` of at least three | `t` | [`Tree`](crate::common::Tree) |
//! | `u` | `usize` | `h` | [`Stack`](crate::common::Stack) |
//! | `c` | `impl Fn(f64) -> f64` | `n` | [`Net`](crate::common::Net) |
//!
//! `$f` is a small expression and `$F` a larger one, both `f64`; `$E` is one of a `t: f64` or
//! `t: &f64`; `$i` is an index below three; `$C` is a condition; `$B` is a block's statements,
//! `$D` a block with a value and `$R` what the function returns. A sign before the letter says what becomes of the variable:
//! `$=w` is changed; `$!w` is changed and nothing else of the template may mention it; `$_w` is not
//! changed by the template's blocks; `$+v` is new, known in the next block or after the template.
//! Equal digits behind the letter are the same variable.

/// Expressions of a few characters.
pub const SMALL: &[&str] = &[
    "$v",
    "$v",
    "$v",
    "$v",
    "$l[$i]",
    "$l[$i]",
    "$l[$i]",
    "$p.a",
    "$p.b",
    "$p.w[1]",
    "$q[1].0",
    "$q[0].1",
    "$g[1][$i]",
    "$z[1].a",
    "$z[0].w[0]",
    "$d[2]",
    "($u as f64 * 0.2)",
    "$n.b",
    "$n.w[2]",
];

/// Numbers.
pub const NUMBERS: &[&str] = &[
    "0.5_f64", "1.5_f64", "0.25_f64", "-0.7_f64", "2.0_f64", "0.3_f64",
];

/// What a closure makes of its `t`.
pub const OF_T: &[&str] = &[
    "t * $f",
    "(t - $f).powi(2)",
    "(t * $f).sin()",
    "t.max($f)",
    "($f + t).cos() * t",
    "t * t",
];

/// Conditions.
pub const CONDITIONS: &[&str] = &[
    "$F > $f",
    "$F < $f",
    "$f > $f",
    "$f > 0.1",
    "$u % 2 == 0",
    "$u > 1",
    "$o.is_some()",
    "($f > $f && $u < 3)",
    "($f < 0.2 || $f > 0.4)",
    "!($f > $f)",
    "$l.iter().any(|t| *t > $f)",
];

/// Plain arithmetic.
pub const ARITHMETIC: &[&str] = &[
    "($F + $F)",
    "($F - $F)",
    "($F * $F)",
    "($F * $f)",
    "($F).sin()",
    "($F).cos()",
    "($F).tanh()",
    "-($F)",
    "($F / (2.0 + ($F).cos()))",
    "(1.5 + ($F).sin()).sqrt()",
    "(1.5 + ($F).cos()).ln()",
    "($F).tanh().exp()",
    "($F).max($F)",
    "($F).min($F)",
    "($F).abs()",
    "($F).powi(3)",
    "($F).mul_add($F, $F)",
    "($F).hypot(1.5)",
    "($F).atan2(1.5)",
    "($F).clamp(-1.0, 1.25)",
];

/// Expressions of everything else.
pub const RICH: &[&str] = &[
    "(if $C { $F } else { $F })",
    "({ let t = $F; t * t.cos() })",
    "('out: { if $C { break 'out $F; } $F })",
    "(match ($f > $f, $u % 2) { (true, 0) => $F, (false, _) => $f, (true, _) => $F })",
    "$c($F)",
    // Lists, entry by entry.
    "$l.iter().map(|t| $E).sum::<f64>()",
    "$l.iter().sum::<f64>()",
    "$l.iter().fold(0.1, |s, t| s * 0.5 + $E)",
    "$l.iter().copied().fold(f64::NEG_INFINITY, f64::max)",
    "$l.iter().filter(|t| **t > 0.2).map(|t| $E).sum::<f64>()",
    "$l.iter().enumerate().map(|(k, t)| $E * k as f64).sum::<f64>()",
    "$l.iter().rev().skip(1).map(|t| $E).sum::<f64>()",
    "$l.iter().rev().enumerate().map(|(k, t)| t * (k as f64 + $f)).sum::<f64>()",
    "$l.windows(2).map(|t| t[0] * t[1]).sum::<f64>()",
    "$l.chunks(2).map(|t| t[0] * t.len() as f64).sum::<f64>()",
    "$l.chunks_exact(2).map(|t| { let [p, q] = t else { return 0.1 }; p * q }).sum::<f64>()",
    "$l.iter().take_while(|t| **t < 0.9).sum::<f64>()",
    "$l.iter().skip_while(|t| **t < 0.1).map(|t| $E).sum::<f64>()",
    "$l.iter().map(|t| ($E).tanh()).product::<f64>()",
    "$l.iter().copied().max_by(|p, q| p.total_cmp(q)).unwrap()",
    "$l.iter().max_by(|p, q| p.partial_cmp(q).unwrap()).map_or($F, |t| $E)",
    "$l.iter().scan(0.3, |s, t| { *s = *s * 0.5 + t; Some(*s) }).last().unwrap_or(0.0)",
    "$l.iter().step_by(2).map(|t| $E).sum::<f64>()",
    "$l.iter().find(|t| **t > 0.0).copied().unwrap_or($f)",
    "$l.iter().map(|t| t * 0.5).reduce(|p, q| p * 0.3 + q).unwrap()",
    "$l.iter().position(|t| *t > 0.3).map_or(0.1, |j| $f * j as f64)",
    "$l.iter().filter_map(|t| if *t > 0.1 { Some($E) } else { None }).sum::<f64>()",
    "$l.iter().flat_map(|t| [t * 0.5, $E]).sum::<f64>()",
    "$l.iter().zip($l.iter()).map(|(t, u)| t * u).sum::<f64>()",
    "$l.iter().zip(&$l[1..]).fold(0.2, |s, (t, u)| s + t * u * 0.3)",
    "$l.iter().chain($l.iter().take(2)).map(|t| $E).sum::<f64>()",
    "$l.iter().try_fold(0.1, |s, t| if *t > 5.0 { None } else { Some(s + $E) }).unwrap_or(0.4)",
    "$l.iter().partition::<Vec<f64>, _>(|t| **t > 0.2).0.iter().sum::<f64>()",
    "$l.last().copied().unwrap_or(0.5)",
    "$l.first().map_or(0.1, |t| $E)",
    "$l.get($i).copied().unwrap_or($F)",
    "(match &$l[..] { [p, .., q] => p * q, _ => 0.1 })",
    "(match $l[..] { [p, q, ..] if p > q => p * q, [p, ..] => p.sin(), [] => 0.2 })",
    "(if let [p, rest @ ..] = &$l[..] { rest.iter().map(|t| t * p).sum::<f64>() } else { 0.3 })",
    "(0..3).map(|i| (0..=i).map(|j| $f * j as f64).sum::<f64>() * $f).sum::<f64>()",
    "std::array::from_fn::<f64, 3, _>(|k| $f * k as f64).iter().sum::<f64>()",
    "std::iter::successors(Some($F), |t| (t.abs() < 3.0).then(|| t * 1.7 + 0.3)).take(4).last().unwrap()",
    "$q.iter().map(|(p, q)| p * q).sum::<f64>()",
    "$q.iter().map(|&(p, q)| p - q * $f).fold(0.1, |s, t| s * 0.4 + t)",
    "$q.iter().max_by(|p, q| p.0.total_cmp(&q.0)).map_or(0.0, |p| p.1)",
    "$z.iter().map(|p| p.energy($f)).sum::<f64>()",
    "$z.iter().fold(Point::new(0.1, 0.2), |s, p| s + *p).b",
    "$d.iter().map(|t| $E).sum::<f64>()",
    "$g.iter().flatten().map(|t| $E).sum::<f64>()",
    "$k.iter().map(|t| $E).sum::<f64>()",
    "$k.last().copied().unwrap_or(0.3)",
    // Options and results.
    "$o.unwrap_or($F)",
    "$o.map_or($F, |t| $E)",
    "$o.filter(|t| *t > 0.1).map(|t| $E).unwrap_or($f)",
    "$o.and_then(|t| if t > 0.0 { Some($E) } else { None }).unwrap_or($f)",
    "$o.zip(Some($f)).map_or(0.1, |(p, q)| p * q)",
    "(match $o { Some(t) if t > 0.3 => t * $F, Some(t) => t.cos(), None => $F })",
    "(|| -> Option<f64> { let p = first_above(&[$f, $f], 0.1)?; Some(p * $f) })().unwrap_or($F)",
    "both($F, $f).unwrap_or(0.3)",
    "root($F).map(|t| $E).unwrap_or_else(|_| $f)",
    "first_above(&$l, $f).unwrap_or($F)",
    // Functions, methods and closures over closures.
    "square($F)",
    "mix($F, $F).1",
    "norm(&[$F, $F])",
    "cubic($F)",
    "power($F, $u % 4)",
    "mean_of_squares(&[$F, $f, $f])",
    "apply(|t| $E, $F)",
    "after(|t| $E, |t| t.sin() + $f)($F)",
    "folded(&$l, |s, t| s * 0.5 + $E)",
    "total($l.iter().map(|t| $E))",
    "every_other(&$l).map(|t| t * $f).sum::<f64>()",
    "(*largest(&$l) * $f)",
    "{ let (p, q) = halves(&$l); p[0] * q[0] + $F }",
    "$l[place_of_largest(&$l)]",
    "$p.energy($F)",
    "Point::new($F, $F).turned($F).b",
    "Shape::pick($F, $F).area($F)",
    "through(&Leaky($f), $F)",
    "through(&Repeated { k: $f, n: 2 }, $F)",
    "through_any(&Leaky($f), $F)",
    "Scaled { inner: Leaky($f), gain: $F }.act($f)",
    "$t.eval($F)",
    "$h.total()",
    "$h.peek().map_or(0.2, |t| t * $f)",
    "$n.apply(&$l)",
    "$n.row($i).energy($F)",
    "$n.weights().iter().sum::<f64>()",
    "$n.clone().with_b($F).b",
    "$n.gain.map_or(0.2, |t| $E)",
];

/// Statements that make variables.
pub const LETS: &[&str] = &[
    "let $+v = $F;",
    "let $+v: f64 = $F;",
    "let ($+v, $+v) = ($F, $F);",
    "let ($+v, $+v) = if $C { ($F, $f) } else { ($f, $F) };",
    "let [$+v, $+v, ..] = [$F, $f, $f];",
    "let $+v = match $u % 3 { 0 => $F, 1 if $C => $F, _ => $f };",
    "let $+v = match both($f, $f) { Ok(t) if t > 0.2 => t * $f, Ok(t) => t + $F, Err(e) => e.len() as f64 * 0.1 + $f };",
    "let $+v = match Shape::pick($f, $F) { Shape::Disc(r) => r * $f, Shape::Rect { w, h } if w > 0.1 => w * h, Shape::Rect { h, .. } => $F - h, Shape::Dot => $f };",
    "let $+v = { let g = |t: f64| $E; g($F) + g($F) };",
    "let $+v = { fn helper(p: f64, q: f64) -> f64 { p * q - 0.5 } $f * helper(0.5, 0.25) };",
    "let $+v = { const K: [f64; 3] = [0.5, -1.0, 0.25]; K.iter().zip([$f, $f]).map(|(k, t)| k * t).sum::<f64>() };",
    "let $+v = { let g: &dyn Fn(f64) -> f64 = if $C { &|t| $E } else { &|t| $E }; g($F) * g(0.5) };",
    "let $+v = [square, quartic][$u % 2]($F);",
    "let $+v = { let acts: Vec<Box<dyn Act>> = vec![Box::new(Leaky($f)), Box::new(Repeated { k: $f, n: 2 })]; acts.iter().fold($F, |s, a| a.act(s)) };",
    "let Point { a: $+v, w: [$+v, _], .. } = $p;",
    "let $+w = vec![$F; 4 + $u % 3];",
    "let $+w: Vec<f64> = $l.iter().map(|t| $E).collect();",
    "let $+w = $l.iter().enumerate().map(|(k, t)| t * k as f64 + $f).collect::<Vec<_>>();",
    "let $+w = $l.to_vec();",
    "let ($+w, $+w): (Vec<f64>, Vec<f64>) = $l.iter().map(|t| ($E, t * 0.5)).unzip();",
    "let $+p = Point::new($F, $F);",
    "let $+o = if $C { Some($F) } else { None };",
    "let $+g = vec![vec![$f; 4], vec![$f; 3], vec![0.5, $f, $f]];",
    "let $+k: Vec<f64> = Vec::new();",
    "let $+q: Vec<(f64, f64)> = $l.iter().map(|t| (*t, $E)).collect();",
    "let $+z = vec![Point::new($F, $f); 3];",
    "let $+d = VecDeque::from(vec![$f, $F, $f]);",
    "let $+n = Net::new($F, $f);",
    "let $+c = move |t: f64| t * $v + $v;",
    "let $+t = Tree::Leaf($F);",
    "let $+t = if $C { Tree::Many(vec![$f, $F]) } else { Tree::Sum(Box::new(Tree::Leaf($f)), Box::new(Tree::Leaf($F))) };",
    "let $+h = Stack::default().with($F).with($f);",
    "let $+u = ($F * 3.0).abs() as usize % 3;",
];

/// Statements that change variables.
pub const CHANGES: &[&str] = &[
    "$=v += 0.3 * $F;",
    "$=v = ($F).tanh();",
    "$=v -= $F * 0.2;",
    "$=v *= 0.5 + 0.2 * ($F).sin();",
    "$=v1 = 0.5 * $v1 + $F;",
    "$=v /= 1.5 + ($F).cos() * 0.4;",
    "$=v = $F;",
    "std::mem::swap(&mut $!v, &mut $!v);",
    "let $+v = std::mem::replace(&mut $!v, $F);",
    "let $+v = bump(&mut $!v, $F);",
    "($=v, $=v) = ($F, $F);",
    "{ let r = &mut $!v; *r += $F; *r *= 0.5 + 0.1 * ($F).sin(); }",
    "{ let mut add = |t: f64| $!v += $E; add($F); add($F); }",
    "repeat(3, $F, |t| $!v += t * $f);",
    "$l.iter().for_each(|t| $!v += $E * 0.2);",
    "$=m[$i] += 0.3 * $F;",
    "$=m[$i] = ($F).sin();",
    "$=m[$i] = $F;",
    "$=m[$i] *= 0.5 + 0.2 * ($F).sin();",
    "$=m1[$i] = $m1[$i] - $F;",
    "for k in 1..$=m1.len() { $m1[k] = 0.6 * $m1[k - 1].sin() + $f * $m1[k]; }",
    "for k in (0..$=m1.len() - 1).rev() { $m1[k] = 0.5 * $m1[k + 1] * $m1[k + 1] + 0.2 * $F; }",
    "$=m.swap(0, 2);",
    "$=m.reverse();",
    "$=m.rotate_left(1);",
    "$=m[..2].fill($v);",
    "$=m.iter_mut().for_each(|t| *t *= 0.7);",
    "$=m.sort_by(|p, q| p.total_cmp(q));",
    "scale(&mut $!m[..], 0.8);",
    "let $+v = prefix(&mut $!m[1..]);",
    "$=m.copy_within(0..2, 1);",
    "$!m[..3].copy_from_slice(&$l[..3]);",
    "{ let (p, q) = $!m.split_at_mut(2); p[0] += q[0] * $F; q[0] = p[1] * $f; }",
    "{ let r = &mut $!m[1]; *r += $F; *r *= $f; }",
    "if let Some(t) = $!m.get_mut(1) { *t *= $F; }",
    "if let [p, .., q] = &mut $!m[..] { std::mem::swap(p, q); *p += $F; }",
    "for (k, t) in $!m.iter_mut().enumerate().skip(1) { *t += $f * k as f64; }",
    "for (t, u) in $!m.iter_mut().zip($l.iter()) { *t += u * $F; }",
    "for c in $!m.chunks_mut(2) { c[0] *= $f; }",
    "for t in $!m.iter_mut().rev().take(2) { *t = (*t + $F).sin(); }",
    "{ let k = place_of_largest(&$=m1); $m1[k] = $f; }",
    "std::mem::swap(&mut $!w, &mut $!w);",
    "let $+w = std::mem::replace(&mut $!w, vec![$F; 4]);",
    "$=w.push($F);",
    "$=w.insert(1, $f);",
    "$=w.extend_from_slice(&[0.3, 0.2]);",
    "{ let last = $=w1.remove(0); $w1.push(last * 0.5); }",
    "$=w1 = $w1.iter().map(|t| $E).collect();",
    "each(&mut $!w, |t| $E);",
    "$=k.push($F);",
    "$=k.push($F);",
    "$=k.pop();",
    "$=k.truncate(3);",
    "$=k.extend([$f, $f]);",
    "if let Some(t) = $=k.last_mut() { *t += 0.3; }",
    "grow(&mut $!k, $f);",
    "$=p.a += 0.3 * $F;",
    "$=p.w[1] = $F;",
    "$=p.turn($f);",
    "$=p1 = $p1.turned($F);",
    "$=p1 = Point { a: $F, ..$p1 };",
    "$=p1 = $p1 + Point::new($f, $f);",
    "$=o1 = $o1.map(|t| $E);",
    "$=o = Some($F);",
    "$=o = None;",
    "if let Some(t) = &mut $!o { *t += $F; }",
    "let $+v = $!o.take().unwrap_or($F);",
    "let $+v = *$!o.get_or_insert($F);",
    "$=g[1][$i] = 0.4 * $F;",
    "$=g.swap(0, 2);",
    "for row in $!g.iter_mut() { for t in row.iter_mut() { *t = *t * 0.5 + $f; } }",
    "{ let (p, q) = $!g.split_at_mut(1); q[0][0] += p[0][1] * $F; }",
    "$!q.push(($F, $f));",
    "$=q.sort_by(|p, q| p.1.total_cmp(&q.1));",
    "for (p, q) in $!q.iter_mut() { *p += *q * $f; *q = (*p * $F).sin(); }",
    "$!z[0].turn($f);",
    "$=z1[2] = $z1[0];",
    "for p in &mut $!z { p.turn($F); p.b *= 0.5 + 0.1 * ($F).cos(); }",
    "$!d.push_back($F);",
    "$=d1.rotate_left(1);",
    "$!d[0] *= $f;",
    "$!t.bump($F);",
    "$=t1 = Tree::Scaled { k: $v, of: Box::new($t1) };",
    "$!h.push($F);",
    "let $+v = $!h.product().unwrap_or(0.2);",
    "$!n.step(&$l, $f);",
    "$!n.rows[0].a *= 0.7;",
    "if let Some(t) = &mut $!n.gain { *t *= $f; }",
];

/// Statements with blocks.
pub const BLOCKS: &[&str] = &[
    "if $C { $B }",
    "if $C { $B } else { $B }",
    "if $C { $B } else if $C { $B } else { $B }",
    "if let Some($+v) = $_o { $B } else { $B }",
    "if let Some($+v) = $_o && $C { $B }",
    "match $u % 3 { 0 => { $B } 1 if $C => { $B } _ => { $B } }",
    "let $+v = $D;",
];

/// Statements that loop.
pub const LOOPS: &[&str] = &[
    "for _ in 0..$u % 4 { $B }",
    "for $+u in 0..3 { $B }",
    "for $+u1 in 0..$_l2.len() { let s = $l2[$u1] * $f; $=v += s; $B }",
    "for $+r in $_l.iter() { $B }",
    "for &$+v in $_l.iter().rev() { $B }",
    "for $+u1 in 0..$_l2.len() { for $+u3 in 0..$u1 { let s = $l2[$u1] - $l2[$u3] * $f; if s > 0.4 { continue; } $=v += s * s * $f; } }",
    "for $+u1 in 0..$_l2.len() { let mut s = $f; for $+u3 in 0..3 { if $u3 == $u1 { continue; } s += ($l2[$u3] * $l2[$u1]).sin(); } $=v += s * $f; $B }",
    "for $+u1 in 0..$_l2.len() { let mut s = 0.5; for $+r3 in $_l4.iter() { s -= $l2[$u1] * $r3; } if s > 0.0 { $=v += s * s; } }",
    "for ($+u, &$+v) in $_l.iter().enumerate() { $B }",
    "for ($+r, $+r) in $_l.iter().zip($_l.iter().skip(1)) { $B }",
    "for $+v in $_l.iter().copied().filter(|t| *t > 0.1) { $B }",
    "for $+v in $_l.iter().map(|t| t * 0.7) { $B }",
    "for &($+v, $+v) in &$_q { $B }",
    "for $+p in $_z.iter().copied() { $B }",
    "for $+u in (0..$_l.len()).filter(|k| k % 2 == 0) { $B }",
    "while let Some($+v) = $!k.pop() { $B }",
    "{ let mut steps = 0; while steps < 4 && $C { steps += 1; $B } }",
    "{ let mut steps = 0; loop { steps += 1; if steps > 3 || $C { break; } $B } }",
    "{ let mut s = $F; let mut steps = 0; while s.abs() > 0.05 && steps < 6 { s = s * 0.6 - 0.1 * $F; steps += 1; } $=v += s; }",
];

/// Statements that leave a loop's round.
pub const JUMPS: &[&str] = &["if $C { continue; }", "if $C { break; }"];

/// What leaves a function.
pub const RETURNS: &[&str] = &[
    "if $C { return $R; }",
    "let Some($+v) = $o else { return $R; };",
];

/// What helpers return: the type, an expression of it, and what makes a float of a call.
pub const RESULTS: &[(&str, &str, &str)] = &[
    ("f64", "$F", ""),
    ("f64", "$F", ""),
    ("(f64, f64)", "($F, $f)", ".1"),
    ("Option<f64>", "Some($F)", ".unwrap_or(0.3)"),
    ("Point", "Point::new($F, $f)", ".a"),
    ("Vec<f64>", "vec![$F, $f, 0.5]", "[1]"),
];

/// What a program adds up of each kind of variable that is left at its end.
pub const SUMS: &[(char, &str)] = &[
    ('v', "$v"),
    ('l', "$l.iter().map(|t| t.sin()).sum::<f64>()"),
    ('k', "$k.iter().sum::<f64>()"),
    ('p', "$p.energy(0.7)"),
    ('o', "$o.unwrap_or(0.1)"),
    ('g', "$g.iter().flatten().sum::<f64>()"),
    ('q', "$q.iter().map(|(p, q)| p + q * q).sum::<f64>()"),
    (
        'z',
        "$z.iter().map(|p| p.energy(0.7) + p.w[0]).sum::<f64>()",
    ),
    ('d', "$d.iter().sum::<f64>()"),
    ('t', "$t.eval(0.8)"),
    ('h', "$h.total()"),
    ('n', "$n.apply(&[0.4, 0.2, -0.3])"),
];
