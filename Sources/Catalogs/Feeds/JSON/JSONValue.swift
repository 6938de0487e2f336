/// What a JSON document can hold: RFC 8259 section 3.
enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  /// Infinite where it is greater than a `Double` can be.
  case number(Double)
  case string(String)
  case array([JSONValue])
  /// The members as they came; of two with one name the last counts.
  case object([JSONMember])
}

/// A name and a value of an object.
struct JSONMember: Hashable, Sendable {
  let name: String
  let value: JSONValue
}

extension JSONValue {
  /// The member of an object; nil where there is none, and for what is no object.
  subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.last { $0.name == name }?.value
  }

  /// The element of an array; nil where there is none, and for what is no array.
  subscript(index: Int) -> JSONValue? {
    guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
    return elements[index]
  }

  /// The value at the end of a path; nil where the way breaks off.
  subscript(path: JSONPath) -> JSONValue? {
    path.steps.reduce(self as JSONValue?) { value, step in
      switch step {
      case .member(let name): value?[name]
      case .element(let index): value?[index]
      }
    }
  }

  /// The text; nil for what is none.
  var text: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  /// Whether it is an object.
  var isObject: Bool {
    guard case .object = self else { return false }
    return true
  }
}
