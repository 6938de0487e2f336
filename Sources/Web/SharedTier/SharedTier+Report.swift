internal import Synchronization

/// What is to be said of one node of a shared tier.
package struct TierNodeReport: Hashable, Sendable {
  /// What is known of a node.
  package enum Condition: Hashable, Sendable {
    /// Nobody has asked it yet.
    case unasked
    /// A connection stands; the server's own name and version, foreign words.
    case connected(String)
    /// There is no connection at present.
    case disconnected(TierError?)
    /// It has been given up for now; why.
    case resting(TierError?)
  }

  /// Host and port.
  package let name: String
  /// What is known of it.
  package let condition: Condition
  /// How many thumbnails it has given.
  package let hitCount: Int
  /// How often it had none.
  package let missCount: Int
  /// How many thumbnails it has been given.
  package let putCount: Int
  /// How often it was of no use.
  package let failureCount: Int
  /// The bytes of the thumbnails that it has given.
  package let receivedBytes: Int
}

extension SharedTier {
  /// What is to be said of each node, in the order of the address, and of those of its cluster that nobody has named;
  /// never waits.
  package var reports: [TierNodeReport] { routes.lines.map(\.report) }

  /// Connects to every node and asks it who it is; blocks, and returns within the time to connect and to
  /// answer.
  package func greet() {
    let requests = routes.given.map { $0.start() }
    for request in requests { _ = request?.outcome(within: timing.connecting + timing.silence) }
  }
}

extension TierLine {
  /// What is to be said of the node.
  fileprivate var report: TierNodeReport {
    let isResting = isResting
    return state.withLock { state in
      let condition: TierNodeReport.Condition =
        if isResting {
          .resting(state.lastFailure)
        } else if state.connection == .standing {
          .connected(state.server ?? "")
        } else {
          state.hasThread ? .disconnected(state.lastFailure) : .unasked
        }
      return TierNodeReport(
        name: node.description, condition: condition, hitCount: state.figures.hitCount,
        missCount: state.figures.missCount, putCount: state.figures.putCount,
        failureCount: state.figures.failureCount, receivedBytes: state.figures.receivedBytes)
    }
  }
}

extension TierNodeReport {
  /// What is known of the node in a few words, foreign ones among them.
  package var text: String {
    switch condition {
    case .unasked: "not asked yet"
    case .connected(let server): server.isEmpty ? "connected" : server
    case .disconnected(let error): error.map { "\($0)" } ?? "not connected"
    case .resting(let error): error.map { "\($0), left alone for a while" } ?? "left alone"
    }
  }
}
