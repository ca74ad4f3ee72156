pub use crate::store::{
    self,
// <- imports: crate store reexported
    disk::{Disk as D, *}, // the disk
// <- imports: crate::store::disk Disk as D reexported
// <- imports: crate::store::disk * reexported
    Store,
// <- imports: crate::store Store reexported
};
use super::{cache, super::far::Away};
// <- imports: super cache
// <- imports: super::super::far Away
use std::fmt::Write as _;
// <- imports: std::fmt Write as _
use ::serde;
// <- imports: serde
use log;
// <- imports: log
extern crate core as base;
// <- imports: core as base

pub fn walk(store: &mut Store, visit: impl Fn(&Entry)) -> Result<(), Failure> {
//     ^ defines: walk (function)
//                 ^ type: &mut Store
//                                    ^ type: impl Fn(&Entry)
// ^ binds: store : &mut Store =
// ^ binds: return : Result<(), Failure> =
    let entry = store.back.read(KEY)?.body;
//                         ^ call: store.back.read
//                              ^ argument: KEY
// <- binds: entry : = store.back.read()?.body
    let opened = disk::open::<Disk>(store.path, on_open)?;
//                     ^ call: disk::open
//                            ^ type: Disk
//                                        ^ argument: store.path
//                                              ^ argument: on_open
    let file = &File { mode: Mode::Read, path };
//              ^ new: File
//                                 ^ value: Mode::Read
// <- binds: file : File =
    let made: Vec<Entry> = Vec::new();
//            ^ type: Vec<Entry>
// <- binds: made : Vec<Entry> =
    let handle = Handle(file);
//               ^ new: Handle
// <- binds: handle : = Handle()
    for part in &file.parts {
//                    ^ attribute: file.parts
// <- binds: part : = *file.parts
        if let Some(next) = part.next() {
//                               ^ call: part.next
// <- binds: next : = part.next()
            trace!("{}", next);
//          ^ macro: trace
            crate::macros::entry!(next);
//                         ^ macro: crate::macros::entry
        }
    }
    store.back = Disk::create(opened);
// <- binds: store.back : = Disk::create()
    match store.state {
//              ^ attribute: store.state
        State::Open => visit(&entry),
//             ^ value: State::Open
        State::Shut(why) => return Err(Failure::Closed(why)),
//             ^ value: State::Shut
//                                              ^ raise: Failure::Closed
        _ => return Err(Failure::Missing),
//                               ^ raise: Failure::Missing
    }
    Ok(())
}
