use shop::orders::Orders;
use shop::Store;

#[derive(Debug)]
struct StubStore;

impl Store for StubStore {
    const NAME: &'static str = "stub";
    type Row = ();
    fn get(&self, _key: &str) -> Option<()> {
        None
    }
}

#[test]
fn nothing_is_there() {
    assert!(!Store::has(&Orders::new(), "a"));
}
