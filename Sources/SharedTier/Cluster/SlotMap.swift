internal import Base
internal import Synchronization

/// Chooses the node for a key.
///
/// By rendezvous hashing among the given nodes, until a node turns out to be in a Redis Cluster:
/// then by the cluster's slots, which are learned from redirections. The slots of a failed node are
/// forgotten, so that the others name its replacement.
final class SlotMap: Sendable {
  private static let lineLimit = 64

  private struct State {
    var lines: [NodeConnection] = []
    /// For each slot the index of its line plus 1, or 0; empty without a cluster.
    var slots: [UInt8] = []

    mutating func index(of node: TierNode, given: Int, make: () -> NodeConnection) -> Int? {
      if let index = lines.firstIndex(where: { $0.node == node }) { return index }
      guard lines.count >= SlotMap.lineLimit else {
        lines.append(make())
        return lines.count - 1
      }
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
  private let trust: TLSOptions
  private let clock: any Clock<Duration>
  private let choice: NodeChoice
  private let state = Mutex(State())

  init(_ address: TierAddress, trust: TLSOptions, timing: TierTiming, clock: any Clock<Duration>) {
    (self.address, self.trust, self.timing, self.clock) = (address, trust, timing, clock)
    choice = NodeChoice(address.nodes)
    let lines = address.nodes.map { line(to: $0) }
    state.withLock { $0.lines = lines }
  }

  deinit {
    for line in lines { line.close() }
  }

  var lines: [NodeConnection] { state.withLock { $0.lines } }
  var given: ArraySlice<NodeConnection> { lines.prefix(address.nodes.count) }

  func line(for key: TierKey) -> NodeConnection {
    let (lines, place) = state.withLock { state in
      (state.lines, state.slots.isEmpty ? nil : state.slots[ClusterSlot.number(of: key.name)])
    }
    let chosen = lines[choice.index(of: key)]
    guard let place else { return chosen }
    guard place == 0 else { return lines[Int(place) - 1] }
    // Any node of a cluster redirects correctly.
    return chosen.isResting ? lines.first { !$0.isResting } ?? chosen : chosen
  }

  private func line(to node: TierNode) -> NodeConnection {
    NodeConnection(node, of: address, trust: trust, timing: timing, clock: clock, routes: self)
  }

  /// `sender` is the node that redirected. Does not block.
  func forward(_ request: TierRequest, to redirection: TierRedirection, from sender: TierNode) {
    guard let node = redirection.node(from: sender), let line = learn(redirection, node),
      request.recordRedirection(redirection), line.send(request)
    else {
      request.end(.failure(.lost))
      return
    }
  }

  private func learn(_ redirection: TierRedirection, _ node: TierNode) -> NodeConnection? {
    state.withLock { state in
      if state.slots.isEmpty { state.slots = Array(repeating: 0, count: ClusterSlot.count) }
      guard
        let index = state.index(of: node, given: address.nodes.count, make: { line(to: node) })
      else { return nil }
      if !redirection.isForOnce { state.slots[redirection.slot] = UInt8(index + 1) }
      return state.lines[index]
    }
  }

  func forgetSlots(_ line: NodeConnection) {
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

/// `MOVED 3999 127.0.0.1:6381` or `ASK 3999 shelf2:6381`.
struct TierRedirection: Hashable, Sendable {
  let slot: Int
  /// `ASK`: applies to this request only, while the slot is being migrated.
  let isForOnce: Bool
  /// Host and port; an empty host is that of the responding node.
  private let place: String

  init?(_ words: String) {
    let words = words.split(separator: " ")
    guard words.count == 3, words[0] == "MOVED" || words[0] == "ASK",
      words[1].utf8.allSatisfy(\.isDigit), let slot = Int(words[1]), slot < ClusterSlot.count
    else { return nil }
    self.slot = slot
    isForOnce = words[0] == "ASK"
    place = String(words[2])
  }

  func node(from sender: TierNode) -> TierNode? {
    guard let colon = place.lastIndex(of: ":") else { return nil }
    var host = String(place[..<colon])
    if host.isEmpty { host = sender.host }
    // Redis writes IPv6 addresses without brackets.
    if host.contains(where: { $0 == ":" }), !host.hasPrefix("[") { host = "[\(host)]" }
    return try? TierNode("\(host)\(place[colon...])", usualPort: sender.port)
  }
}

/// Redis Cluster hash slots: the lower 14 bits of CRC-16/XMODEM ("Key distribution model" of the
/// specification). Hash tags in braces are not supported; our keys have none.
enum ClusterSlot {
  static let count = 16_384

  static func number(of name: some Sequence<UInt8>) -> Int {
    var crc: UInt16 = 0
    for byte in name {
      crc ^= UInt16(byte) << 8
      for _ in 0..<8 { crc = crc & 0x8000 == 0 ? crc << 1 : crc << 1 ^ 0x1021 }
    }
    return Int(crc) % count
  }
}

/// Rendezvous hashing (Thaler and Ravishankar 1998): removing a node moves only its own keys.
struct NodeChoice {
  private let seeds: [UInt64]

  init(_ nodes: [TierNode]) {
    seeds = nodes.map { Array($0.description.utf8).stableHash }
  }

  func index(of key: TierKey) -> Int {
    let hash = key.digest.stableHash
    let weights = seeds.map { Self.mixed($0 ^ hash) }
    return weights.indices.max { weights[$0] < weights[$1] } ?? 0
  }

  /// The finalizer of MurmurHash3.
  private static func mixed(_ value: UInt64) -> UInt64 {
    var mixed = (value ^ value >> 33) &* 0xFF51_AFD7_ED55_8CCD
    mixed = (mixed ^ mixed >> 33) &* 0xC4CE_B9FE_1A85_EC53
    return mixed ^ mixed >> 33
  }
}
