internal import Base

/// A redirection by a node of a Redis Cluster.
///
///     MOVED 3999 127.0.0.1:6381
///     ASK 3999 shelf2:6381
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

  func node(toldBy teller: TierNode) -> TierNode? {
    guard let colon = place.lastIndex(of: ":") else { return nil }
    var host = String(place[..<colon])
    if host.isEmpty { host = teller.host }
    // Redis writes IPv6 addresses without brackets.
    if host.contains(where: { $0 == ":" }), !host.hasPrefix("[") { host = "[\(host)]" }
    return try? TierNode("\(host)\(place[colon...])", usualPort: teller.port)
  }
}
