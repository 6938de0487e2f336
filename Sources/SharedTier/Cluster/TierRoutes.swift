internal import Synchronization

/// Chooses the node for a key.
///
/// By rendezvous hashing among the given nodes, until a node turns out to be in a Redis Cluster:
/// then by the cluster's slots, which are learned from redirections; nodes that were not given are
/// connected to when first named. The slots of a failed node are forgotten, so that the others name
/// its replacement; as long as they name the failed node itself, its keys are unavailable.
final class TierRoutes: Sendable {
  private static let lineLimit = 64

  private struct State {
    var lines: [TierLine] = []
    /// For each slot the index of its line plus 1, or 0; empty without a cluster.
    var slots: [UInt8] = []

    /// The index of a node's line, made if needed; nil if there are too many.
    mutating func index(of node: TierNode, given: Int, make: () -> TierLine) -> Int? {
      if let index = lines.firstIndex(where: { $0.node == node }) { return index }
      guard lines.count >= TierRoutes.lineLimit else {
        lines.append(make())
        return lines.count - 1
      }
      // Replaces a node without slots.
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

  /// Lines of all nodes, the given ones first.
  var lines: [TierLine] { state.withLock { $0.lines } }
  var given: ArraySlice<TierLine> { lines.prefix(address.nodes.count) }

  /// The line for a key, as far as the slots are known.
  func line(for key: TierKey) -> TierLine {
    let (lines, place) = state.withLock { state in
      (state.lines, state.slots.isEmpty ? nil : state.slots[ClusterSlot.number(of: key.name)])
    }
    let chosen = lines[choice.index(of: key)]
    guard let place else { return chosen }
    guard place == 0 else { return lines[Int(place) - 1] }
    // Any node of a cluster redirects correctly.
    return chosen.isResting ? lines.first { !$0.isResting } ?? chosen : chosen
  }

  private func line(to node: TierNode) -> TierLine {
    TierLine(node, of: address, trust: trust, timing: timing, clock: clock, routes: self)
  }

  /// Sends a request to the node named by a cluster; does not block.
  ///
  /// `teller` is the node that redirected.
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

  /// The line of a node, which gets the slot unless the redirection is `ASK`; nil if there are too
  /// many.
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
