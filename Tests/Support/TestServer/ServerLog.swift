import Synchronization

final class ServerLog: Sendable {
  struct State {
    var asked: [AskedRequest] = []
    var connections: [ObjectIdentifier: ServedConnection] = [:]
    var greatestConnectionCount = 0
    var isClosed = false
    var watchers: [(condition: Condition, continuation: CheckedContinuation<Void, Never>)] = []
  }

  typealias Condition = @Sendable (borrowing State) -> Bool

  private let state = Mutex(State())

  var asked: [AskedRequest] { state.withLock(\.asked) }
  var greatestConnectionCount: Int { state.withLock(\.greatestConnectionCount) }
  var connectionCount: Int { state.withLock { $0.connections.count } }

  func note(_ request: AskedRequest) {
    change { $0.asked.append(request) }
  }

  /// Records a connection; false if the server is closed.
  func open(_ connection: ServedConnection) -> Bool {
    change { state in
      guard !state.isClosed else { return false }
      state.connections[ObjectIdentifier(connection)] = connection
      state.greatestConnectionCount = max(state.greatestConnectionCount, state.connections.count)
      return true
    }
  }

  func close(_ connection: ServedConnection) {
    change { $0.connections[ObjectIdentifier(connection)] = nil }
  }

  /// Closes all connections and refuses new ones.
  func closeAll() {
    let connections = change { state in
      state.isClosed = true
      return Array(state.connections.values)
    }
    for connection in connections { connection.interrupt() }
  }

  func wait(until condition: @escaping Condition) async {
    await withCheckedContinuation { continuation in
      let isMet = state.withLock { state in
        let isMet = condition(state)
        if !isMet { state.watchers.append((condition, continuation)) }
        return isMet
      }
      if isMet { continuation.resume() }
    }
  }

  @discardableResult
  private func change<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
    let (result, met) = state.withLock { state in
      let result = body(&state)
      let watchers = state.watchers
      state.watchers = watchers.filter { !$0.condition(state) }
      return (result, watchers.filter { $0.condition(state) }.map(\.continuation))
    }
    for continuation in met { continuation.resume() }
    return result
  }
}
