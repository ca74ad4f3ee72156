use std::fmt;

/// Where it rests.
pub trait Store: fmt::Debug {
    const NAME: &'static str;
    type Row;
    fn get(&self, key: &str) -> Option<Self::Row>;
    fn has(&self, key: &str) -> bool {
        self.get(key).is_some()
    }
}
