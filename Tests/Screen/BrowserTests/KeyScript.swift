import Terminal

/// A row of keys as one writes it: `jjl<Enter><C-f>`.
struct KeyScript: ExpressibleByStringLiteral {
  let keys: [Key]

  private static let names: [String: Key] = [
    "Enter": .enter, "Esc": .escape, "Up": .up, "Down": .down, "Left": .left, "Right": .right,
    "Home": .home, "End": .end, "PgUp": .pageUp, "PgDn": .pageDown, "Del": .delete,
  ]

  init(stringLiteral text: String) {
    var keys: [Key] = []
    var rest = text[...]
    while let first = rest.popFirst() {
      guard first == "<", let end = rest.firstIndex(of: ">") else {
        keys.append(.character(first))
        continue
      }
      let name = String(rest[..<end])
      rest = rest[rest.index(after: end)...]
      if name.hasPrefix("C-"), let letter = name.last { keys.append(.control(letter)) }
      if let key = Self.names[name] { keys.append(key) }
    }
    self.keys = keys
  }
}
