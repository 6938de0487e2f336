internal import Synchronization

/// Lets so many transfers through at once as hosts and this machine can bear; the others wait.
///
/// They wait here and not in libcurl, where waiting would count as being slow.
final class HostGate: Sendable {
  /// How many connections there are to one host.
  static let connectionsPerHost = 6
  /// How many connections there are in all.
  static let connections = 32

  private struct State {
    var queues = HostQueues(hostLimit: connectionsPerHost, limit: connections)
    var waiting: [Int: Promise<Bool>] = [:]
    var lastID = 0
  }

  private let state = Mutex(State())

  init() {}

  /// Does something with one of a host's places.
  /// - Throws: What it throws, or `NetworkError.cancelled`.
  func pass<Success>(
    to host: WebOrigin, _ body: () async throws(NetworkError) -> Success
  ) async throws(NetworkError) -> Success {
    try await enter(host)
    defer { leave(host) }
    return try await body()
  }

  /// Lets a host have all places, where one connection to it takes many transfers.
  func widen(_ host: WebOrigin) {
    change { $0.queues.widen(host) }
  }

  private func enter(_ host: WebOrigin) async throws(NetworkError) {
    let promise = Promise<Bool>()
    let id = state.withLock { state in
      state.lastID += 1
      state.waiting[state.lastID] = promise
      return state.lastID
    }
    change { $0.queues.append(id, for: host) }
    let mayPass = await withTaskCancellationHandler {
      await promise.value()
    } onCancel: {
      change { state in
        if state.queues.remove(id) { state.waiting.removeValue(forKey: id)?.fulfil(false) }
      }
    }
    guard mayPass else { throw .cancelled }
  }

  private func leave(_ host: WebOrigin) {
    change { $0.queues.leave(host) }
  }

  /// Changes the queues, and lets those through who may pass then.
  private func change(_ body: (inout State) -> Void) {
    let passing = state.withLock { state in
      body(&state)
      var passing: [Promise<Bool>] = []
      while let id = state.queues.next() {
        state.waiting.removeValue(forKey: id).map { passing.append($0) }
      }
      return passing
    }
    for promise in passing { promise.fulfil(true) }
  }
}
