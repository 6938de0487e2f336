import Base

/// The path of a value in a JSON document, such as `photos[3].urls.regular`.
package struct JSONPath: Hashable, Sendable {
  enum Step: Hashable, Sendable {
    case member(String)
    case element(Int)
  }

  var steps: [Step]

  static let root = JSONPath(steps: [])

  var isEmpty: Bool { steps.isEmpty }

  func appending(_ step: Step) -> JSONPath { JSONPath(steps: steps + [step]) }

  func appending(_ path: JSONPath) -> JSONPath { JSONPath(steps: steps + path.steps) }

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

extension JSONPath {
  /// Brackets without a number are part of a name; an empty text or a dot is the root.
  package init(_ text: String) {
    self.init(steps: text.split(separator: ".").flatMap(Self.steps))
  }
}

extension JSONPath: CustomStringConvertible {
  /// Printable ASCII, only the last of many steps, long names shortened.
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
  subscript(path: JSONPath) -> JSONValue? {
    path.steps.reduce(self as JSONValue?) { value, step in
      switch step {
      case .member(let name): value?[name]
      case .element(let index): value?[index]
      }
    }
  }
}
