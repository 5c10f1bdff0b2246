//! Residual memory: what a call leaves behind is what the next one needs.

use ad_core::__private::{Branch, Erased, Site};
use ad_core::check::CountingAllocator;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::thread;

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

fn allocations<R>(call: impl FnOnce() -> R) -> u64 {
    let before = CountingAllocator::allocations();
    drop(call());
    CountingAllocator::allocations() - before
}

/// A site whose key is the caller's own closure.
macro_rules! site {
    ($R:ty, $index:expr) => {
        Site::<$R>::new(&|| (), $index)
    };
}

/// Counts its drops.
#[derive(Clone)]
struct Token(Rc<Cell<usize>>);

impl Drop for Token {
    fn drop(&mut self) {
        self.0.set(self.0.get() + 1);
    }
}

#[test]
fn rows_come_back_from_the_end() {
    let mut site = site!((usize, f64), 0);
    for outer in 0..5 {
        let mut writer = site.writer(outer);
        for inner in 0..outer {
            writer.push((outer, inner as f64));
        }
    }
    site.push((9, 9.0));
    assert_eq!(site.len(), 11);
    for _ in 0..2 {
        let mut rows = site.rows();
        assert_eq!(*rows.pop(), (9, 9.0));
        for outer in (0..5).rev() {
            let taken = rows.take(outer);
            assert!(
                taken
                    .iter()
                    .enumerate()
                    .all(|(inner, row)| *row == (outer, inner as f64))
            );
            assert_eq!(taken.len(), outer);
        }
        assert!(rows.take(0).is_empty());
    }
}

#[test]
fn fewer_rows_than_reserved_may_be_written() {
    let mut site = site!(u8, 0);
    let mut writer = site.writer(100);
    writer.push(1);
    drop(writer);
    site.push(2);
    assert_eq!(site.rows().take(2), [1, 2]);
}

#[test]
#[should_panic(expected = "more residual rows than were reserved")]
fn more_rows_than_reserved_panic() {
    let mut site = site!(u8, 0);
    let mut writer = site.writer(1);
    writer.push(1);
    writer.push(2);
}

#[test]
#[should_panic(expected = "fewer residual rows than are read")]
fn rows_that_are_not_there_panic() {
    let mut site = site!(u8, 0);
    site.push(1);
    site.rows().take(2);
}

#[test]
fn rows_are_aligned_and_zero_sized_rows_need_no_memory() {
    #[repr(align(64))]
    #[derive(Debug, PartialEq)]
    struct Wide(u8);

    let mut wide = site!(Wide, 0);
    (0..20).for_each(|i| wide.push(Wide(i)));
    assert!(wide.rows().take(20).iter().map(|row| row.0).eq(0..20));

    let allocated = allocations(|| {
        let mut empty = site!((), 0);
        let mut writer = empty.writer(usize::MAX);
        (0..10).for_each(|_| writer.push(()));
        drop(writer);
        empty.push(());
        assert_eq!(empty.rows().take(11).len(), 11);
    });
    assert_eq!(allocated, 0);
}

/// Around what a small block holds, by ones and by many, of rows that drop and are dropped once.
#[test]
fn rows_move_from_small_blocks_to_larger_ones() {
    for n in [1, 4, 31, 32, 33, 63, 64, 65, 200] {
        let (mut pushed, mut written) = (site!(usize, 0), site!(usize, 1));
        (0..n).for_each(|row| pushed.push(row));
        for part in [n / 3, n - n / 3] {
            let start = written.len();
            let mut writer = written.writer(part);
            (start..start + part).for_each(|row| writer.push(row));
        }
        for site in [&pushed, &written] {
            assert!(site.rows().take(n).iter().copied().eq(0..n));
        }
        pushed.clear();
        pushed.push(7);
        assert_eq!(pushed.rows().take(1), [7]);
    }
    let drops = Rc::new(Cell::new(0));
    let mut site = site!(Token, 0);
    (0..100).for_each(|_| site.push(Token(drops.clone())));
    assert_eq!(drops.get(), 0);
    drop(site);
    assert_eq!(drops.get(), 100);
}

/// Sites with rows in themselves may be moved, cleared, and have more rows than that.
#[test]
fn rows_in_the_site_itself_move_with_it_and_to_larger_blocks() {
    let drops = Rc::new(Cell::new(0));
    for n in [0, 1, 3, 4, 5, 40] {
        let mut site = Site::<(usize, Token), 4>::near(&|| (), 0);
        let before = allocations(|| {
            let mut writer = site.writer(n.min(4));
            (0..n.min(4)).for_each(|i| writer.push((i, Token(drops.clone()))));
        });
        assert_eq!(before, 0);
        (4..n).for_each(|i| site.push((i, Token(drops.clone()))));
        let moved = Box::new(site);
        assert_eq!((moved.len(), moved.is_empty()), (n, n == 0));
        assert!(moved.rows().take(n).iter().map(|row| row.0).eq(0..n));
        let mut back = *moved;
        back.clear();
        assert_eq!(drops.replace(0), n);
        back.push((9, Token(drops.clone())));
        assert_eq!(back.rows().pop().0, 9);
        drop(back);
        assert_eq!(drops.replace(0), 1);
    }
    let mut empty = Site::<(), 2>::near(&|| (), 0);
    (0..9).for_each(|_| empty.push(()));
    assert_eq!(empty.rows().take(9).len(), 9);
    let late = catch_unwind(AssertUnwindSafe(|| {
        let mut site = Site::<Token, 3>::near(&|| (), 0);
        let mut writer = site.writer(3);
        writer.push(Token(drops.clone()));
        panic!("the primal's own");
    }));
    assert!(late.is_err());
    assert_eq!(drops.get(), 1);
}

/// Small blocks are all rules', and all threads' that end up with them.
#[test]
fn small_blocks_end_on_another_thread() {
    let few = |n: usize| {
        let mut site = site!(usize, 0);
        (0..n).for_each(|row| site.push(row));
        site
    };
    let sites: Vec<_> = (0..9).map(few).collect();
    let moved = thread::spawn(move || {
        for (n, site) in sites.iter().enumerate() {
            assert!(site.rows().take(n).iter().copied().eq(0..n));
        }
        drop(sites);
        // All but the one without rows are this thread's now.
        assert_eq!(allocations(|| [(); 8].map(|()| few(3))), 0);
    });
    moved.join().unwrap();
    assert_eq!(few(3).rows().take(3), [0, 1, 2]);
}

#[test]
fn an_unused_site_allocates_nothing() {
    assert_eq!(allocations(|| site!(f64, 0)), 0);
}

#[test]
fn rows_are_dropped_once() {
    let drops = Rc::new(Cell::new(0));
    let mut site = site!(Token, 0);
    for _ in 0..10 {
        site.push(Token(drops.clone()));
    }
    site.writer(3).push(Token(drops.clone()));
    assert_eq!(drops.get(), 0);
    drop(site);
    assert_eq!(drops.get(), 11);
}

#[test]
fn the_second_call_allocates_nothing() {
    fn call(n: usize) {
        let key = || ();
        let mut known = Site::<f64>::new(&key, 0);
        let mut unknown = Site::<(f64, bool)>::new(&key, 1);
        let mut nested = Site::<Site<u32>>::new(&key, 2);
        for i in 0..n {
            let mut writer = known.writer(i);
            (0..i).for_each(|j| writer.push(j as f64));
            drop(writer);
            unknown.push((i as f64, true));
            let mut inner = Site::new(&key, 3);
            (0..i as u32).for_each(|j| inner.push(j));
            nested.push(inner);
        }
        assert!(
            nested
                .rows()
                .take(n)
                .iter()
                .enumerate()
                .all(|(i, site)| site.len() == i)
        );
    }
    assert!(allocations(|| call(50)) > 0);
    assert_eq!(allocations(|| call(50)), 0);
    assert_eq!(allocations(|| call(30)), 0);
}

/// A recursion that keeps all its residuals, of many sizes, until its end.
fn tree(depth: usize, seed: usize) -> Residual {
    let key = || ();
    let mut rows = Site::new(&key, 0);
    (0..(seed * 7 + depth) % 40).for_each(|row| rows.push(row));
    let mut known = Site::new(&key, 1);
    let mut writer = known.writer((seed * 5) % 30);
    (0..(seed * 5) % 30).for_each(|row| writer.push(row as u8));
    drop(writer);
    let branches = if depth == 0 {
        Branch::Else(())
    } else {
        let child = |seed| Erased::new(tree(depth - 1, seed));
        Branch::Here([child(2 * seed), child(2 * seed + 1)])
    };
    Residual {
        rows,
        known,
        branches,
    }
}

struct Residual {
    rows: Site<usize>,
    known: Site<u8>,
    branches: Branch<[Erased; 2], ()>,
}

fn check_tree(residual: &Residual, depth: usize, seed: usize) {
    assert!(
        residual
            .rows
            .rows()
            .take(residual.rows.len())
            .iter()
            .copied()
            .eq(0..(seed * 7 + depth) % 40)
    );
    assert_eq!(residual.known.len(), (seed * 5) % 30);
    if let Branch::Here([left, right]) = &residual.branches {
        check_tree(left.__like(|| ((), tree(0, 0))), depth - 1, 2 * seed);
        check_tree(right.__like(|| ((), tree(0, 0))), depth - 1, 2 * seed + 1);
    }
}

#[test]
fn recursion_has_its_own_rows_at_each_level_and_allocates_once() {
    let call = || check_tree(&tree(6, 1), 6, 1);
    assert!(allocations(call) > 0);
    assert_eq!(allocations(call), 0);
}

#[test]
fn live_pullbacks_of_one_rule_do_not_share() {
    let (first, second) = (tree(3, 1), tree(3, 5));
    check_tree(&second, 3, 5);
    check_tree(&first, 3, 1);
    drop(first);
    let third = tree(3, 2);
    check_tree(&second, 3, 5);
    check_tree(&third, 3, 2);
}

#[test]
fn pullbacks_may_end_on_another_thread() {
    fn call() -> Site<u64> {
        let mut site = Site::new(&|| (), 0);
        let mut writer = site.writer(1000);
        (0..1000).for_each(|row| writer.push(row));
        drop(writer);
        site
    }
    let site = call();
    let sum = thread::spawn(move || {
        let sum: u64 = site.rows().take(1000).iter().sum();
        drop(site);
        // The block is this thread's now.
        assert_eq!(allocations(call), 0);
        sum
    });
    assert_eq!(sum.join().unwrap(), 499_500);
    let shared = call();
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| assert_eq!(*shared.rows().pop(), 999));
        }
    });
}

#[test]
fn sites_live_in_thread_locals_until_the_thread_ends() {
    thread_local! {
        static KEPT: Cell<Option<Site<f64>>> = const { Cell::new(None) };
    }
    // Destroyed before and after the pool: once registered first, once last.
    for pool_first in [true, false] {
        let keep = move || {
            let mut site = Site::new(&|| (), 0);
            if pool_first {
                site.push(1.0);
                KEPT.set(Some(site));
            } else {
                KEPT.set(None);
                site.push(1.0);
                KEPT.set(Some(site));
            }
        };
        thread::spawn(keep).join().unwrap();
    }
}

#[test]
fn a_panic_gives_everything_back() {
    let drops = Rc::new(Cell::new(0));
    let call = |panics: bool| {
        let mut site = site!(Token, 0);
        let mut writer = site.writer(10);
        for i in 0..10 {
            writer.push(Token(drops.clone()));
            assert!(!panics || i < 6, "the primal's own");
        }
    };
    call(false);
    drops.set(0);
    catch_unwind(AssertUnwindSafe(|| call(true))).unwrap_err();
    assert_eq!(drops.replace(0), 7);
    assert_eq!(allocations(|| call(false)), 0);
    assert_eq!(drops.get(), 10);
}

#[test]
fn a_panic_in_a_drop_gives_the_block_back() {
    struct Bomb(bool);
    impl Drop for Bomb {
        fn drop(&mut self) {
            assert!(!self.0, "the residual's own");
        }
    }
    let in_site = |armed| {
        let mut site = site!(Bomb, 0);
        (0..9).for_each(|i| site.push(Bomb(armed && i == 4)));
    };
    let erased = |armed| drop(Erased::new(Bomb(armed)));
    for armed in [false, true] {
        let panicked = [
            catch_unwind(|| in_site(armed)).is_err(),
            catch_unwind(|| erased(armed)).is_err(),
        ];
        assert_eq!(panicked, [armed; 2]);
    }
    assert_eq!(
        allocations(|| in_site(false)) + allocations(|| erased(false)),
        0
    );
}

#[test]
fn erased_pullbacks_keep_their_type_and_drop_once() {
    fn scaled(factor: f64) -> (f64, impl Fn(f64) -> f64) {
        (factor, move |x| factor * x)
    }
    let erased = Erased::new(scaled(3.0).1);
    assert_eq!(erased.__like(|| scaled(0.0))(2.0), 6.0);
    let wrong = catch_unwind(AssertUnwindSafe(|| *erased.__like(|| ((), 0_u32))));
    assert!(
        wrong
            .unwrap_err()
            .downcast::<String>()
            .unwrap()
            .contains("where a `u32` is called")
    );
    assert!(format!("{erased:?}").contains("scaled"));

    let drops = Rc::new(Cell::new(0));
    drop(Erased::new(Token(drops.clone())));
    assert_eq!(drops.get(), 1);
}

#[test]
fn zero_sized_erased_pullbacks_need_no_memory() {
    thread_local! {
        static DROPS: Cell<usize> = const { Cell::new(0) };
    }
    struct Nothing;
    impl Drop for Nothing {
        fn drop(&mut self) {
            DROPS.set(DROPS.get() + 1);
        }
    }
    let allocated = allocations(|| {
        let erased = Erased::new(Nothing);
        let _: &Nothing = erased.__like(|| ((), Nothing));
    });
    assert_eq!((allocated, DROPS.get()), (0, 1));
}

/// A chain that is dropped by one loop, not by as many calls.
#[test]
fn long_chains_of_erased_pullbacks_are_dropped_without_recursion() {
    struct Chain(#[allow(dead_code)] Option<Erased>, Rc<Cell<usize>>);
    impl Drop for Chain {
        fn drop(&mut self) {
            self.1.set(self.1.get() + 1);
        }
    }
    let (drops, length) = (Rc::new(Cell::new(0)), 1000);
    let call = || {
        let link = |inner, _| Some(Erased::new(Chain(inner, drops.clone())));
        drop((0..length).fold(None, link));
    };
    call();
    assert_eq!(drops.replace(0), length);
    assert_eq!(allocations(call), 0);
    assert_eq!(drops.get(), length);
}

#[test]
fn large_and_aligned_erased_pullbacks_have_rooms_of_their_own() {
    #[repr(align(64))]
    struct Aligned(u8);
    let call = || {
        let large: Vec<Erased> = (0..3_usize).map(|i| Erased::new([i; 500_usize])).collect();
        let aligned = Erased::new(Aligned(7));
        for (i, erased) in large.iter().enumerate() {
            assert_eq!(*erased.__like(|| ((), [0_usize; 500])), [i; 500]);
        }
        let found: &Aligned = aligned.__like(|| ((), Aligned(0)));
        assert_eq!((std::ptr::from_ref(found).addr() % 64, found.0), (0, 7));
    };
    call();
    // The vector's.
    assert_eq!(allocations(call), 1);
}

/// Blocks of many places and capacities, more than wait in front at a time.
#[test]
fn any_order_of_places_and_capacities_allocates_once() {
    fn site(place: u32, rows: usize) -> Site<u64> {
        let mut site = site!(u64, place);
        let mut writer = site.writer(rows);
        (0..rows).for_each(|row| writer.push((row + rows) as u64));
        drop(writer);
        site
    }
    let call = |rotate: usize| {
        let mut sites: Vec<(usize, Site<u64>)> = (0..200_usize)
            .map(|i| (i % 9 + 1, site(i as u32 % 50, i % 9 + 1)))
            .collect();
        sites.rotate_left(rotate);
        for (rows, site) in &sites {
            let found: Vec<u64> = site.rows().take(*rows).to_vec();
            assert!((0..*rows).all(|row| found[row] == (row + rows) as u64));
        }
    };
    call(0);
    let vectors = 1 + 200;
    assert!((0..20).all(|i| allocations(|| call(7 * i)) == vectors));
}

#[test]
fn erased_pullbacks_may_live_until_their_thread_ends() {
    thread_local! {
        static LATE: std::cell::RefCell<Vec<Erased>> = const { std::cell::RefCell::new(Vec::new()) };
    }
    std::thread::spawn(|| {
        LATE.with_borrow_mut(|late| late.push(Erased::new([1_u64; 4])));
        drop(Erased::new([1_u64; 4]));
        LATE.with_borrow_mut(|late| late.push(Erased::new([2_u64; 4])));
    })
    .join()
    .unwrap();
    // A thread that only gives back.
    std::thread::spawn(|| LATE.with_borrow_mut(|late| late.push(Erased::new(1_u64))))
        .join()
        .unwrap();
}
