internal import Synchronization

/// Which node a key is sent to.
///
/// That is one of the given ones by its weight for the key, until one of them says that it is a node of a Redis
/// Cluster: then its cluster decides. Its slots are learned one by one, of what nodes answer, and the nodes that
/// nobody has given are connected to when they are first named. What was learned of a node that has been given
/// up is forgotten, so that those which are left say who has come in its place; as long as they name it itself, its
/// keys are not there.
final class TierRoutes: Sendable {
  /// How many nodes there may be, the given ones among them.
  private static let lineLimit = 64

  private struct State {
    var lines: [TierLine] = []
    /// Of each slot one more than the index of its line, or 0; empty until anybody speaks of a cluster.
    var slots: [UInt8] = []

    /// The index of the line to a node, which is made where there is none; nil where there are too many.
    mutating func index(of node: TierNode, given: Int, make: () -> TierLine) -> Int? {
      if let index = lines.firstIndex(where: { $0.node == node }) { return index }
      guard lines.count >= TierRoutes.lineLimit else {
        lines.append(make())
        return lines.count - 1
      }
      // The place of one that has no slots any more.
      let used = Set(slots)
      guard let index = (given..<lines.count).first(where: { !used.contains(UInt8($0 + 1)) }) else {
        return nil
      }
      lines[index].close()
      lines[index] = make()
      return index
    }
  }

  let timing: TierTiming
  private let address: TierAddress
  private let trust: TierTrust
  private let clock: any Clock<Duration>
  private let choice: NodeChoice
  private let state = Mutex(State())

  init(_ address: TierAddress, trust: TierTrust, timing: TierTiming, clock: any Clock<Duration>) {
    (self.address, self.trust, self.timing, self.clock) = (address, trust, timing, clock)
    choice = NodeChoice(address.nodes)
    let lines = address.nodes.map { line(to: $0) }
    state.withLock { $0.lines = lines }
  }

  deinit {
    for line in lines { line.close() }
  }

  /// The lines to all nodes, the given ones first.
  var lines: [TierLine] { state.withLock { $0.lines } }
  /// The lines to the nodes that were given.
  var given: ArraySlice<TierLine> { lines.prefix(address.nodes.count) }

  /// The line to the node that has a key, as far as is known.
  func line(for key: TierKey) -> TierLine {
    let (lines, place) = state.withLock { state in
      (state.lines, state.slots.isEmpty ? nil : state.slots[ClusterSlot.number(of: key.name)])
    }
    let chosen = lines[choice.index(of: key)]
    guard let place else { return chosen }
    guard place == 0 else { return lines[Int(place) - 1] }
    // Each node of a cluster knows whose a key is.
    return chosen.isResting ? lines.first { !$0.isResting } ?? chosen : chosen
  }

  private func line(to node: TierNode) -> TierLine {
    TierLine(node, of: address, trust: trust, timing: timing, clock: clock, routes: self)
  }

  /// Sends a request on to the node that a cluster names for its key; never waits.
  /// - Parameters:
  ///   - request: What was asked.
  ///   - redirection: Where its key lies.
  ///   - teller: The node that says so.
  func forward(
    _ request: TierRequest, to redirection: TierRedirection, toldBy teller: TierNode
  ) {
    guard let node = redirection.node(toldBy: teller), let line = learn(redirection, node),
      request.noteRedirection(redirection), line.send(request)
    else {
      request.end(.failure(.lost))
      return
    }
  }

  /// The line to a node, which has the slot from now on unless that is for once; nil where there are too many.
  private func learn(_ redirection: TierRedirection, _ node: TierNode) -> TierLine? {
    state.withLock { state in
      if state.slots.isEmpty { state.slots = Array(repeating: 0, count: ClusterSlot.count) }
      guard
        let index = state.index(of: node, given: address.nodes.count, make: { line(to: node) })
      else { return nil }
      if !redirection.isForOnce { state.slots[redirection.slot] = UInt8(index + 1) }
      return state.lines[index]
    }
  }

  /// A node has been given up for now: others say whose its slots are.
  func noteGivenUp(_ line: TierLine) {
    state.withLock { state in
      guard !state.slots.isEmpty, let index = state.lines.firstIndex(where: { $0 === line }) else {
        return
      }
      for slot in state.slots.indices where state.slots[slot] == UInt8(index + 1) {
        state.slots[slot] = 0
      }
    }
  }
}
