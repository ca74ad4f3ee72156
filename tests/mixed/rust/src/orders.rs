use std::collections::HashMap;

use crate::store::Store;

pub const LIMIT: usize = 10;
static NAME: &str = "orders";
pub type Key = String;

#[derive(Debug, Clone)]
pub enum State {
    Open,
    Closed { at: u64 },
}

/// Orders in memory.
#[derive(Debug)]
pub struct Orders {
    rows: HashMap<Key, State>,
}

impl Orders {
    pub fn new() -> Self {
        fn none() -> HashMap<Key, State> {
            HashMap::new()
        }
        Orders { rows: none() }
    }

    pub fn get(&self) -> usize {
        self.rows.len()
    }
}

impl Store for Orders {
    const NAME: &'static str = NAME;
    type Row = State;

    fn get(&self, key: &str) -> Option<State> {
        self.rows.get(key).cloned()
    }
}

impl Default for Orders {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn starts_empty() {
        assert_eq!(Orders::new().get(), 0);
    }
}
