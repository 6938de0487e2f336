package import FileActions
import Synchronization
package import Terminal
package import Tiers

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

  /// Puts back what the reader has taken out and leaves to the next one, before all that has come since.
  package func putBack(_ events: some Collection<Event>) {
    state.withLock { $0.events.insert(contentsOf: events, at: 0) }
  }
}

/// What the browser's loop is woken by.
package enum BrowserEvent: Hashable, Sendable {
  /// The user or the terminal did something.
  case terminal(TerminalEvent)
  /// Something that is drawn has changed.
  case redraw
  /// The photo that was asked for by its name is there, and those around it may still come.
  case found
  /// All photos of the arguments are known, for the first time.
  case listed
  /// The time has come that a layer wanted to be woken at.
  case wake
  /// Something is not as it should be and stays so: one sentence, to be shown from now on.
  case warning(String)
  /// The system is short of memory.
  case memoryShort
  /// A tier on disk has been measured.
  case measured(StorageTier, TierUsage)
  /// So much has been removed from a tier on disk.
  case cleared(StorageTier, TierUsage)
  /// An action on files has come so far.
  case acting(ActionProgress)
  /// An action that was to stop at the end has not stopped in time.
  case stopOverdue
  /// An action on files has ended.
  case acted(ActionAnswer)
  /// What is typed in the command line has been looked up.
  case completed(LineCompletion)
  /// Something is to be said once, such as that a cache has no room any more: one sentence, to be
  /// shown until the next key; foreign text.
  case notice(String)
}
