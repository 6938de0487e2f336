import Base

/// A path to values of a JSON document: names separated by dots, `a/b` for the first member that
/// exists, `*` for all elements or members.
struct ShapePath: Sendable {
  private enum Step: Sendable {
    case member([String])
    case each
  }

  private let steps: [Step]

  /// An empty path is the value itself.
  init(_ text: String) {
    steps = text.split(separator: ".").map { step in
      step == "*" ? .each : .member(step.split(separator: "/").map(String.init))
    }
  }

  /// The values in order, without `null` unless `keepingNull`.
  func values(from item: JSONItem, limit: Int = .max, keepingNull: Bool = false) -> [JSONItem] {
    var found: [JSONItem] = []
    _ = walk(from: item, steps[...]) { value in
      if keepingNull || value.value != .null { found.append(value) }
      return found.count < limit
    }
    return found
  }

  func first(from item: JSONItem) -> JSONItem? { values(from: item, limit: 1).first }

  func firstValue(in value: JSONValue) -> JSONValue? { Self.walk(value, steps[...]) }

  private static func walk(_ value: JSONValue, _ steps: ArraySlice<Step>) -> JSONValue? {
    let rest = steps.dropFirst()
    switch steps.first {
    case nil: return value == .null ? nil : value
    case .member(let names):
      for name in names {
        if let next = value[name], next != .null { return walk(next, rest) }
      }
      return nil
    case .each:
      switch value {
      case .array(let elements): return elements.lazy.compactMap { walk($0, rest) }.first
      case .object(let members): return members.lazy.compactMap { walk($0.value, rest) }.first
      default: return nil
      }
    }
  }

  /// Stops when `body` returns false, and returns false then.
  private func walk(
    from item: JSONItem, _ steps: ArraySlice<Step>, _ body: (JSONItem) -> Bool
  ) -> Bool {
    switch steps.first {
    case nil: return body(item)
    case .member(let names):
      guard let next = names.lazy.compactMap({ item.member($0) }).first else { return true }
      return walk(from: next, steps.dropFirst(), body)
    case .each:
      var goesOn = true
      item.eachValue { next in
        goesOn = walk(from: next, steps.dropFirst(), body)
        return goesOn
      }
      return goesOn
    }
  }
}

extension JSONItem {
  func member(_ name: String) -> JSONItem? {
    value[name].flatMap { $0 == .null ? nil : $0 }.map {
      JSONItem(value: $0, path: path.appending(.member(name)))
    }
  }

  /// Iterates over elements or members until `body` returns false.
  func eachValue(_ body: (JSONItem) -> Bool) {
    switch value {
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        guard body(JSONItem(value: element, path: path.appending(.element(index)))) else { return }
      }
    case .object(let members):
      for member in members {
        let item = JSONItem(value: member.value, path: path.appending(.member(member.name)))
        guard body(item) else { return }
      }
    default: return
    }
  }
}
