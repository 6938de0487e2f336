internal import Values

/// Where a node of a Redis Cluster says that a key lies.
///
///     MOVED 3999 127.0.0.1:6381
///     ASK 3999 shelf2:6381
struct TierRedirection: Hashable, Sendable {
  /// The slot of the key.
  let slot: Int
  /// Whether it counts for this question alone: the slot is on its way (`ASK`).
  let isForOnce: Bool
  /// Host and port; the host is empty where the node that says so is at the same one.
  private let place: String

  /// Reads what a node refuses a command with; nil where that is something else.
  init?(_ words: String) {
    let words = words.split(separator: " ")
    guard words.count == 3, words[0] == "MOVED" || words[0] == "ASK",
      words[1].utf8.allSatisfy(\.isDigit), let slot = Int(words[1]), slot < ClusterSlot.count
    else { return nil }
    self.slot = slot
    isForOnce = words[0] == "ASK"
    place = String(words[2])
  }

  /// The node where it lies.
  /// - Parameter teller: The node that says so.
  /// - Returns: Nil where that is none.
  func node(toldBy teller: TierNode) -> TierNode? {
    guard let colon = place.lastIndex(of: ":") else { return nil }
    var host = String(place[..<colon])
    if host.isEmpty { host = teller.host }
    // Redis writes addresses of version 6 without brackets.
    if host.contains(where: { $0 == ":" }), !host.hasPrefix("[") { host = "[\(host)]" }
    return try? TierNode("\(host)\(place[colon...])", usualPort: teller.port)
  }
}
