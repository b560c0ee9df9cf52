//! The requests that have no answer yet.

use std::collections::VecDeque;

use super::message::Id;

/// A request that has no answer yet, as far as its answer matters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Request {
    /// A tool's name, and the call's arguments as JSON text.
    ToolsCall {
        tool: String,
        arguments: Option<Vec<u8>>,
        host: Option<String>,
        revision: Option<String>,
    },
    ToolsList,
    Initialize,
}

/// Requests in the order in which they came, no more than a few thousand.
#[derive(Debug)]
pub(super) struct Pending {
    requests: VecDeque<(Id, Request)>,
    most: usize,
}

impl Pending {
    pub(super) fn new(most: usize) -> Self {
        Self { requests: VecDeque::new(), most }
    }

    /// Remembers a request, in place of one with the same id. Where there are too many, the oldest is forgotten: its answer then
    /// goes on as it is.
    pub(super) fn add(&mut self, id: Id, request: Request) {
        self.take(&id);
        if self.requests.len() >= self.most {
            self.requests.pop_front();
        }
        if self.most > 0 {
            self.requests.push_back((id, request));
        }
    }

    /// The request with this id, which is then forgotten.
    pub(super) fn take(&mut self, id: &Id) -> Option<Request> {
        // Answers come about in the order of the requests, so that it is among the first.
        let at = self.requests.iter().position(|(other, _)| other == id)?;
        self.requests.remove(at).map(|(_, request)| request)
    }

    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.requests.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_are_forgotten_first_and_ids_of_two_kinds_are_two() {
        let number = |n: usize| Id::Number(n.to_string().into_bytes());
        let mut pending = Pending::new(3);
        for n in 0..5 {
            pending.add(number(n), Request::ToolsList);
        }
        assert_eq!(pending.len(), 3);
        assert_eq!(pending.take(&number(1)), None);
        assert_eq!(pending.take(&Id::String(b"2".to_vec())), None);
        assert_eq!(pending.take(&number(2)), Some(Request::ToolsList));
        assert_eq!(pending.take(&number(2)), None);
        pending.add(number(4), Request::Initialize);
        assert_eq!(pending.len(), 2);
        assert_eq!(pending.take(&number(4)), Some(Request::Initialize));
    }
}
