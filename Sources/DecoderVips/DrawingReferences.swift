/// Counts how often a drawing references parts of itself, without rendering it.
///
/// librsvg stops after half a million references, which on a slow machine takes longer than the
/// time limit of an image. References that are missed here are still counted by librsvg.
struct DrawingReferences {
  /// The limit of librsvg (`MAX_REFERENCED_ELEMENTS`).
  private static let most = 500_000
  private static let mostLevels = 256
  private static let hidden = ["defs", "symbol", "clipPath", "mask", "marker", "pattern"]
    .map { Array($0.utf8)[...] }
  private static let use = Array("use".utf8)[...]

  /// The content of an element that has an ID or is drawn only where referenced.
  private struct Part {
    var content: [Int] = []
    var references: [ArraySlice<UInt8>] = []
    var count: Int?
  }

  private var parts = [Part()]
  private var named: [ArraySlice<UInt8>: Int] = [:]

  init(_ drawing: [UInt8]) {
    var rest = drawing[...]
    var open = [0]
    while let tag = MarkupTag(takenFrom: &rest) {
      if tag.isEnd {
        if open.count > 1 { open.removeLast() }
      } else {
        let part = add(tag, to: open[open.count - 1])
        if !tag.isEmpty { open.append(part) }
      }
    }
  }

  mutating func areTooMany() -> Bool { count(0, level: 0) > Self.most }

  /// Returns the part that contains the element's content.
  private mutating func add(_ tag: MarkupTag, to part: Int) -> Int {
    var part = part
    let id = tag["id"]
    let isHidden = Self.hidden.contains(tag.name)
    if id != nil || isHidden {
      parts.append(Part())
      if !isHidden { parts[part].content.append(parts.count - 1) }
      part = parts.count - 1
      if let id { named[id] = named[id] ?? part }
    }
    if tag.name == Self.use, let reference = tag["href"], reference.first == UInt8(ascii: "#") {
      parts[part].references.append(reference.dropFirst())
    }
    return part
  }

  /// The number of references followed for a part; cycles count as zero.
  private mutating func count(_ part: Int, level: Int) -> Int {
    if let count = parts[part].count { return count }
    guard level < Self.mostLevels else { return 0 }
    parts[part].count = 0
    var sum = 0
    for inner in parts[part].content { sum += count(inner, level: level + 1) }
    for name in parts[part].references {
      sum += 1 + (named[name].map { count($0, level: level + 1) } ?? 0)
    }
    parts[part].count = min(sum, Self.most + 1)
    return parts[part].count ?? 0
  }
}
