/// Turns foreign bytes into characters that a terminal displays and does not obey.
///
/// Bytes that are not UTF-8, control characters (C0, DEL, C1), line and paragraph separators,
/// bidirectional controls, invisible characters, tags and characters without a width become U+FFFD.
/// At most four combining marks stay on a character. Joiners and variation selectors are left out:
/// terminals do not agree on the width of what they make. Callable from any thread.
func sanitise(_ bytes: [UInt8]) -> [DisplayText.Cluster] {
  var clusters: [DisplayText.Cluster] = []
  clusters.reserveCapacity(bytes.count)
  for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
    switch CharacterClass(scalar) {
    case .shown(let width):
      clusters.append(DisplayText.Cluster(scalar: scalar, width: width))
    case .mark:
      guard let last = clusters.indices.last else { fallthrough }
      clusters[last].add(mark: scalar)
    case .harmful:
      clusters.append(DisplayText.Cluster(scalar: "\u{FFFD}", width: 1))
    case .leftOut:
      break
    }
  }
  return clusters
}

extension DisplayText.Cluster {
  /// Puts a combining mark on the character if it has room for one more.
  fileprivate mutating func add(mark: Unicode.Scalar) {
    for index in 0..<4 where marks[index] == 0 {
      marks[index] = mark.value
      return
    }
  }
}
