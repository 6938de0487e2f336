package import Catalogs
package import FileActions
package import Photos
package import Storage
import Synchronization
package import Terminal

/// An event queue; its only consumer is suspended while it is empty.
package final class Mailbox<Event: Sendable>: Sendable {
  private struct State {
    var events: [Event] = []
    var reader: CheckedContinuation<Void, Never>?
  }

  private let state = Mutex(State())

  nonisolated package init() {}

  /// From any thread; does not block.
  nonisolated package func post(_ event: Event) {
    let reader = state.withLock { state in
      state.events.append(event)
      return state.reader.take()
    }
    reader?.resume()
  }

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

  package func putBack(_ events: some Collection<Event>) {
    state.withLock { $0.events.insert(contentsOf: events, at: 0) }
  }
}

package enum BrowserEvent: Hashable, Sendable {
  case terminal(TerminalEvent)
  case redraw
  /// The photo named on the command line is listed; others may still follow.
  case found
  /// The listing of the arguments is complete for the first time.
  case listed
  case wake
  /// Bursts are known for a survey requested on this photo; sent only to the top layer.
  case burstsFound(PhotoID)
  /// Facts are known for a jump to a date, or for a search if nil.
  case factsRead(date: String?)
  /// One sentence, shown permanently.
  case warning(String)
  case memoryShort
  case measured(StorageTier, TierUsage)
  case cleared(StorageTier, TierUsage)
  case acting(ActionProgress)
  /// A cancelled file action did not stop in time during shutdown.
  case stopOverdue
  case acted(ActionAnswer)
  case completed(LineCompletion)
  case captionEdited(EditedCaption, text: [UInt8])
  /// The shown photos whose keywords would be renamed.
  case keywordsFound(KeywordChange, [CatalogEntry])
  /// One sentence, shown until the next key; unsanitized.
  case notice(StatusMessage)
}
