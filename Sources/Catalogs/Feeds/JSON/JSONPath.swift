import Values

/// The way to a value in a JSON document, such as `photos[3].urls.regular`.
package struct JSONPath: Hashable, Sendable {
  /// One step down.
  enum Step: Hashable, Sendable {
    case member(String)
    case element(Int)
  }

  /// The steps from the outermost value.
  var steps: [Step]

  /// The outermost value itself.
  static let root = JSONPath(steps: [])

  /// Whether it is the outermost value.
  var isEmpty: Bool { steps.isEmpty }

  init(steps: [Step]) {
    self.steps = steps
  }

  /// Reads a path as it is typed: names with dots between them, and numbers in brackets.
  ///
  /// What is no number in brackets is part of a name; an empty text, or a dot, is the outermost
  /// value.
  package init(_ text: String) {
    steps = text.split(separator: ".").flatMap(Self.steps)
  }

  /// The path one step further.
  func appending(_ step: Step) -> JSONPath {
    JSONPath(steps: steps + [step])
  }

  /// The path with another one behind it.
  func appending(_ path: JSONPath) -> JSONPath {
    JSONPath(steps: steps + path.steps)
  }

  /// A name with numbers in brackets behind it.
  private static func steps(of part: Substring) -> [Step] {
    var name = part
    var elements: [Step] = []
    while name.last == "]", let bracket = name.lastIndex(of: "["),
      let index = Int(name[name.index(after: bracket)...].dropLast()), index >= 0
    {
      elements.insert(.element(index), at: 0)
      name = name[..<bracket]
    }
    return (name.isEmpty ? [] : [.member(String(name))]) + elements
  }
}

extension JSONPath: CustomStringConvertible {
  /// The path as it is typed, for error messages: in printable ASCII, without the first of very many
  /// steps, and with long names cut short.
  package var description: String {
    steps.suffix(12).reduce(into: steps.count > 12 ? "..." : "") { text, step in
      switch step {
      case .member(let name): text += (text.isEmpty ? "" : ".") + "\(ForeignName(name.utf8))"
      case .element(let index): text += "[\(index)]"
      }
    }
  }
}

extension JSONValue {
  /// The value at the end of a path; nil where the way breaks off.
  subscript(path: JSONPath) -> JSONValue? {
    path.steps.reduce(self as JSONValue?) { value, step in
      switch step {
      case .member(let name): value?[name]
      case .element(let index): value?[index]
      }
    }
  }
}
