/// How often a drawing refers to parts of itself: each `use` shows another part once more, with all
/// that this one refers to.
///
/// librsvg draws until it has counted half a million, which takes longer on a slow machine than a
/// picture may. Here they are counted without drawing anything. What is overlooked, as references that
/// entities hide, librsvg still counts.
struct DrawingReferences {
  /// As many as librsvg follows (`MAX_REFERENCED_ELEMENTS`).
  private static let most = 500_000
  /// How deep references are followed.
  private static let mostLevels = 256
  /// Elements whose content is drawn only where something refers to it.
  private static let hidden = ["defs", "symbol", "clipPath", "mask", "marker", "pattern"]
    .map { Array($0.utf8)[...] }
  private static let use = Array("use".utf8)[...]

  /// What is drawn together: the content of an element with a name.
  private struct Part {
    var content: [Int] = []
    var references: [ArraySlice<UInt8>] = []
    var count: Int?
  }

  private var parts = [Part()]
  private var named: [ArraySlice<UInt8>: Int] = [:]

  /// Finds the references in a drawing.
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

  /// Whether there are more references than are followed.
  mutating func areTooMany() -> Bool { count(0, level: 0) > Self.most }

  /// Adds an element to a part.
  /// - Returns: The part that its content belongs to.
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

  /// How many references are followed to draw a part; none where they lead back to it.
  private mutating func count(_ part: Int, level: Int) -> Int {
    if let count = parts[part].count { return count }
    guard level < Self.mostLevels else { return 0 }
    parts[part].count = 0
    var sum = 0
    for inner in parts[part].content { sum += count(inner, level: level + 1) }
    for name in parts[part].references {
      sum += 1 + (named[name].map { count($0, level: level + 1) } ?? 0)
    }
    // No more than can be added up.
    parts[part].count = min(sum, Self.most + 1)
    return parts[part].count ?? 0
  }
}
