import Synchronization

/// Where events wait for the one who handles them: many may post, one takes all at once.
///
/// Nobody polls: an empty mailbox puts its reader to sleep until the next post.
package final class Mailbox<Event: Sendable>: Sendable {
  private struct State {
    var events: [Event] = []
    var reader: CheckedContinuation<Void, Never>?
  }

  private let state = Mutex(State())

  nonisolated package init() {}

  /// Puts an event in; may be called from any thread and returns at once.
  nonisolated package func post(_ event: Event) {
    let reader = state.withLock { state in
      state.events.append(event)
      return state.reader.take()
    }
    reader?.resume()
  }

  /// Waits until there is something and takes everything out, in the order it came.
  ///
  /// Only one reader may wait at a time.
  package func drain() async -> [Event] {
    await withCheckedContinuation { continuation in
      let isReady = state.withLock { state in
        if state.events.isEmpty { state.reader = continuation }
        return !state.events.isEmpty
      }
      if isReady { continuation.resume() }
    }
    return state.withLock { state in
      defer { state.events = [] }
      return state.events
    }
  }
}
