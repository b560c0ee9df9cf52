//! The requests that have no answer yet.

use super::SessionLimits;
use super::memory::{Memory, Shelf};
use super::message::Id;

/// A request that has no answer yet, as far as its answer matters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Request {
    /// What is known of the call: a JSON object with the tool's name as `tool`, and what else a projection asks for.
    ToolsCall(Vec<u8>),
    ToolsList,
    Initialize,
}

const TOOLS_LIST: &[u8] = b"tools/list";
const INITIALIZE: &[u8] = b"initialize";

impl Request {
    fn text(&self) -> &[u8] {
        match self {
            Self::ToolsCall(call) => call,
            Self::ToolsList => TOOLS_LIST,
            Self::Initialize => INITIALIZE,
        }
    }

    fn of(text: Vec<u8>) -> Self {
        match text.as_slice() {
            TOOLS_LIST => Self::ToolsList,
            INITIALIZE => Self::Initialize,
            _ => Self::ToolsCall(text),
        }
    }
}

/// Remembers a request, in place of one with the same id. Of too many, the oldest are forgotten, and their answers then go on as they are; a
/// request that is too large by itself isn't remembered. Answers whether a request for the list of tools is among what is forgotten.
pub(super) fn add<S: Shelf>(memory: &mut Memory<S>, id: &Id, request: &Request, limits: &SessionLimits) -> bool {
    take(memory, id);
    let is_list = *request == Request::ToolsList;
    let shelf = if is_list { &mut memory.lists } else { &mut memory.requests };
    let text = request.text();
    if limits.pending == 0 || id.key().len() + text.len() > limits.pending_bytes {
        return is_list;
    }
    shelf.put(id.key(), text);
    let mut is_forgotten = false;
    while shelf.texts() > limits.pending || shelf.bytes() > limits.pending_bytes {
        is_forgotten |= shelf.take_oldest().is_some();
    }
    is_forgotten && is_list
}

/// The request with this id, which is then forgotten.
pub(super) fn take<S: Shelf>(memory: &mut Memory<S>, id: &Id) -> Option<Request> {
    memory.requests.take(id.key()).or_else(|| memory.lists.take(id.key())).map(Request::of)
}

#[cfg(test)]
mod tests {
    use super::super::memory::OwnShelf;
    use super::*;

    fn id(token: &str) -> Id {
        Id::read(token.as_bytes()).unwrap_or_default()
    }

    fn call(bytes: usize) -> Request {
        Request::ToolsCall(vec![b'x'; bytes])
    }

    #[test]
    fn the_oldest_are_forgotten_first_and_ids_of_two_kinds_are_two() {
        let limits = SessionLimits { pending: 3, ..SessionLimits::default() };
        for request in [call(1), Request::ToolsList] {
            let mut memory = Memory::<OwnShelf>::default();
            for number in 0..5 {
                let forgets_list = add(&mut memory, &id(&number.to_string()), &request, &limits);
                assert_eq!(forgets_list, number >= 3 && request == Request::ToolsList);
            }
            assert_eq!(memory.requests.texts() + memory.lists.texts(), 3);
            assert_eq!(take(&mut memory, &id("1")), None);
            assert_eq!(take(&mut memory, &id("\"2\"")), None);
            assert_eq!(take(&mut memory, &id("2")), Some(request.clone()));
            assert_eq!(take(&mut memory, &id("2")), None);
            add(&mut memory, &id("4"), &Request::Initialize, &limits);
            assert_eq!(memory.requests.texts() + memory.lists.texts(), 2);
            assert_eq!(take(&mut memory, &id("4")), Some(Request::Initialize));
            assert_eq!(take(&mut memory, &id("4")), None);
        }
    }

    #[test]
    fn large_requests_push_out_the_oldest_and_one_that_is_too_large_pushes_out_nothing() {
        let limits = SessionLimits { pending_bytes: 100, ..SessionLimits::default() };
        let mut memory = Memory::<OwnShelf>::default();
        for (number, bytes) in [("1", 60), ("2", 30), ("3", 200), ("4", 50)] {
            assert!(!add(&mut memory, &id(number), &call(bytes), &limits));
        }
        assert_eq!(take(&mut memory, &id("1")), None);
        assert_eq!(take(&mut memory, &id("2")), Some(call(30)));
        assert_eq!(take(&mut memory, &id("3")), None);
        assert_eq!(take(&mut memory, &id("4")), Some(call(50)));
    }
}
