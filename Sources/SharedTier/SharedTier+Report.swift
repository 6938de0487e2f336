internal import Synchronization

/// Status and statistics of a node.
package struct TierNodeReport: Hashable, Sendable {
  package enum Condition: Hashable, Sendable {
    case unasked
    /// With the server's name and version; untrusted text.
    case connected(String)
    case disconnected(TierError?)
    /// The circuit breaker is open.
    case resting(TierError?)
  }

  package let name: String
  package let condition: Condition
  package let hitCount: Int
  package let missCount: Int
  package let putCount: Int
  package let failureCount: Int
  /// Bytes of thumbnails received.
  package let receivedBytes: Int
}

extension SharedTier {
  /// In the order of the address, then other nodes of the cluster; does not block.
  package var reports: [TierNodeReport] { routes.lines.map(\.report) }

  /// Connects to every node; blocks for at most the timeouts to connect and respond.
  package func greet() {
    let requests = routes.given.map { $0.start() }
    for request in requests { _ = request?.outcome(within: timing.connecting + timing.silence) }
  }
}

extension TierLine {
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
  package var text: String {
    switch condition {
    case .unasked: "not queried yet"
    case .connected(let server): server.isEmpty ? "connected" : server
    case .disconnected(let error): error.map { "\($0)" } ?? "not connected"
    case .resting(let error): error.map { "\($0), paused" } ?? "paused"
    }
  }
}
