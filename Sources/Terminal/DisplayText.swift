/// Text that is safe to display: sanitized, with known width.
///
/// A canvas accepts no other text, so nothing reaches a terminal unsanitized.
package struct DisplayText: Hashable, Sendable, CustomStringConvertible {
  private(set) var clusters: [Cluster]

  struct Cluster: Hashable, Sendable {
    var scalar: Unicode.Scalar
    var marks: SIMD4<UInt32> = .zero
    /// One or two character cells.
    var width: Int
  }

  init(clusters: [Cluster]) {
    self.clusters = clusters
  }

  package init(sanitising bytes: [UInt8]) {
    clusters = sanitise(bytes)
  }

  /// Also for our own text, as parts of it may be external.
  package init(_ text: String) {
    clusters = sanitise(Array(text.utf8))
  }

  package var width: Int { clusters.reduce(0) { $0 + $1.width } }

  /// Truncates to a width in character cells, with an ellipsis.
  ///
  /// The middle is removed, since the end of a file name distinguishes photos of a series.
  package func truncated(to columns: Int) -> DisplayText {
    guard width > columns else { return self }
    guard columns > 1 else { return DisplayText(columns < 1 ? "" : "…") }
    let tail = Self.fitting(clusters.reversed(), into: (columns - 1) / 2).reversed()
    let tailWidth = tail.reduce(0) { $0 + $1.width }
    let head = Self.fitting(clusters, into: columns - 1 - tailWidth)
    return DisplayText(clusters: head + [Cluster(scalar: "…", width: 1)] + tail)
  }

  package func cutAtEnd(to columns: Int) -> DisplayText {
    guard width > columns, columns > 0 else { return truncated(to: columns) }
    let head = Self.fitting(clusters, into: columns - 1)
    return DisplayText(clusters: head + [Cluster(scalar: "…", width: 1)])
  }

  /// Wraps to lines of `columns` character cells, at blanks if possible.
  package func wrapped(to columns: Int) -> [DisplayText] {
    guard columns > 0 else { return [] }
    var lines: [[Cluster]] = [[]]
    for word in clusters.split(separator: Cluster(scalar: " ", width: 1)) {
      let used = lines[lines.count - 1].reduce(0) { $0 + $1.width }
      let needed = word.reduce(0) { $0 + $1.width }
      if used == 0 {
        lines[lines.count - 1] = Array(word)
      } else if used + 1 + needed <= columns {
        lines[lines.count - 1] += [Cluster(scalar: " ", width: 1)] + word
      } else {
        lines.append(Array(word))
      }
    }
    return lines.map { DisplayText(clusters: $0).truncated(to: columns) }
  }

  private static func fitting(_ clusters: some Sequence<Cluster>, into columns: Int) -> [Cluster] {
    var left = columns
    return Array(
      clusters.prefix { cluster in
        left -= cluster.width
        return left >= 0
      })
  }

  package var description: String {
    var scalars = String.UnicodeScalarView()
    for cluster in clusters {
      scalars.append(cluster.scalar)
      for index in 0..<4 where cluster.marks[index] != 0 {
        if let mark = Unicode.Scalar(cluster.marks[index]) { scalars.append(mark) }
      }
    }
    return String(scalars)
  }
}
