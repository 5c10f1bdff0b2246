//! What the cache tells, in a process of its own: it is one for all threads.

use ad_core::__private::Site;
use ad_core::cache::{self, Entry};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

/// Keeps the other tests away, and leaves them nothing: a thread may end after the next test begins.
struct Alone(#[expect(dead_code, reason = "held")] MutexGuard<'static, ()>);

fn alone() -> Alone {
    static ALONE: Mutex<()> = Mutex::new(());
    Alone(ALONE.lock().unwrap_or_else(PoisonError::into_inner))
}

impl Drop for Alone {
    fn drop(&mut self) {
        cache::clear();
    }
}

fn wave<T: Copy + Default>(n: usize) -> Site<T> {
    let mut site = Site::new(&|| (), 0);
    (0..n).for_each(|_| site.push(T::default()));
    site
}

/// The size of the blocks in which all rules have few rows.
const SMALL: usize = 256;

/// What is known of the rules' own blocks.
fn entries() -> Vec<Entry> {
    let mut entries = cache::entries();
    entries.retain(|entry| entry.rule.contains("wave"));
    entries
}

fn only_entry() -> Entry {
    let [entry] = entries().try_into().unwrap();
    entry
}

#[test]
fn an_entry_tells_rule_residual_and_memory() {
    let _alone = alone();
    drop(wave::<f64>(100));
    let entry = only_entry();
    assert!(entry.rule.contains("wave"), "{}", entry.rule);
    assert_eq!((entry.residual, entry.residual_size), ("f64", 8));
    assert_eq!(
        (entry.capacity_bytes, entry.blocks, entry.bytes),
        (1024, 1, 1024)
    );
    assert_eq!((cache::len(), cache::bytes()), (2, 1024 + SMALL));
}

#[test]
fn few_rows_of_all_rules_share_small_blocks() {
    let _alone = alone();
    drop(wave::<f64>(1));
    drop(wave::<f32>(64));
    drop(wave::<[u64; 8]>(4));
    assert_eq!((cache::len(), cache::bytes()), (1, SMALL));
    assert_eq!(entries(), []);
    // Larger or wider rows than a few of which fit.
    drop(wave::<[u64; 9]>(1));
    assert_eq!(only_entry().residual, "[u64; 9]");
}

#[test]
fn instantiations_have_entries_of_their_own_and_empty_residuals_none() {
    let _alone = alone();
    drop((
        wave::<f64>(100),
        wave::<f32>(100),
        wave::<()>(100),
        wave::<f64>(0),
    ));
    let mut residuals: Vec<_> = entries().iter().map(|entry| entry.residual).collect();
    residuals.sort_unstable();
    assert_eq!(residuals, ["f32", "f64"]);
}

#[test]
fn a_new_thread_starts_with_what_was_learned_and_frees_it_at_its_end() {
    let _alone = alone();
    drop(wave::<f64>(1000));
    let in_thread = thread::spawn(|| {
        let first = wave::<f64>(33);
        (only_entry(), first.len())
    });
    let (entry, rows) = in_thread.join().unwrap();
    assert_eq!((entry.blocks, entry.bytes, rows), (2, 2 * 8192, 33));
    assert_eq!((only_entry().blocks, only_entry().bytes), (1, 8192));
}

#[test]
fn clear_spares_what_is_in_use() {
    let _alone = alone();
    let site = wave::<u32>(100);
    drop(wave::<u64>(100));
    let small = wave::<u32>(8);
    cache::clear();
    assert_eq!((only_entry().bytes, cache::bytes()), (512, 512 + SMALL));
    assert_eq!(site.rows().take(100), [0; 100]);
    assert_eq!(small.rows().take(8), [0; 8]);
    drop(small);
    drop(site);
    cache::clear();
    assert_eq!((cache::len(), cache::bytes()), (0, 0));
}

#[test]
fn clear_reaches_other_threads_when_they_next_need_memory() {
    let _alone = alone();
    let (to_thread, gate) = std::sync::mpsc::channel::<()>();
    let (done, from_thread) = std::sync::mpsc::channel::<()>();
    let other = thread::spawn(move || {
        drop(wave::<u128>(64));
        done.send(()).unwrap();
        gate.recv().unwrap();
        drop(wave::<u8>(300));
        let residuals: Vec<_> = entries().iter().map(|entry| entry.residual).collect();
        assert_eq!(residuals, ["u8"]);
    });
    from_thread.recv().unwrap();
    cache::clear();
    assert_eq!(cache::bytes(), 1024 + SMALL);
    to_thread.send(()).unwrap();
    other.join().unwrap();
}

#[test]
fn clear_may_come_at_any_time() {
    let _alone = alone();
    let work = || {
        for n in 0..200 {
            let sites = [wave::<u16>(n), wave::<u16>(2 * n), wave::<u16>(3)];
            assert!(sites[1].rows().take(2 * n).iter().all(|row| *row == 0));
        }
    };
    thread::scope(|scope| {
        let workers = [(); 4].map(|()| scope.spawn(work));
        while workers.iter().any(|worker| !worker.is_finished()) {
            cache::clear();
            let consistent = |entry: &Entry| (entry.blocks == 0) == (entry.bytes == 0);
            assert!(cache::entries().iter().all(consistent));
            thread::yield_now();
        }
        // A scope waits for what its threads do, not for the memory they then give back.
        for worker in workers {
            worker.join().unwrap();
        }
    });
}
