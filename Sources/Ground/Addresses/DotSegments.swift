import Values

/// The segments `.` and `..` of a path.
enum DotSegments {
  /// The path that is meant, beginning with a slash: RFC 3986 section 5.2.4, with a stack of segments
  /// in place of its buffers, so that the time grows with the length alone.
  static func removed(from path: [UInt8]) -> [UInt8] {
    let rooted = path.first == "/" ? path[1...] : path[...]
    var kept: [ArraySlice<UInt8>] = []
    let segments = rooted.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    for (index, segment) in segments.enumerated() {
      let isDot = segment.elementsEqual(".".utf8)
      let isDoubleDot = segment.elementsEqual("..".utf8)
      if isDoubleDot { _ = kept.popLast() }
      if !isDot && !isDoubleDot {
        kept.append(segment)
      } else if index == segments.count - 1 {
        kept.append([])
      }
    }
    return [UInt8(ascii: "/")] + kept.joined(separator: "/".utf8)
  }
}
