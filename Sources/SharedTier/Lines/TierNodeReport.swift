internal import Base
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
  package let figures: TierNodeFigures

  package var text: String {
    switch condition {
    case .unasked: "not queried yet"
    case .connected(let server): server.isEmpty ? "connected" : server
    case .disconnected(let error): error.map { "\($0)" } ?? "not connected"
    case .resting(let error): error.map { "\($0), paused" } ?? "paused"
    }
  }
}

package struct TierNodeFigures: Hashable, Sendable {
  package var hitCount = 0
  package var missCount = 0
  package var putCount = 0
  package var failureCount = 0

  mutating func add(_ reply: TierReply) {
    switch reply {
    case .value, .there: hitCount += 1
    case .nothing, .leased, .leasedByOther: missCount += 1
    case .kept: putCount += 1
    case .refused: failureCount += 1
    case .server, .givenBack, .elsewhere: break
    }
  }
}

extension NodeConnection {
  var report: TierNodeReport {
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
      return TierNodeReport(name: node.description, condition: condition, figures: state.figures)
    }
  }
}
