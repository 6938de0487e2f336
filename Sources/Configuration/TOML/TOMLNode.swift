/// A value of a TOML document, and where it stands.
package struct TOMLNode: Hashable, Sendable {
  /// What the value is.
  package let value: TOMLValue
  /// Where it begins.
  package let position: TOMLPosition
}

/// What a TOML document can hold (TOML 1.0.0), but for dates and times.
package enum TOMLValue: Hashable, Sendable {
  case string(String)
  case integer(Int64)
  case float(Double)
  case boolean(Bool)
  case array([TOMLNode])
  case table(TOMLTable)

  /// What kind of value that is, with its article.
  package var kind: String {
    switch self {
    case .string: "a string"
    case .integer: "an integer"
    case .float: "a float"
    case .boolean: "a Boolean"
    case .array: "an array"
    case .table: "a table"
    }
  }
}

/// A table of a TOML document: what was written in it, in that order.
package struct TOMLTable: Hashable, Sendable {
  /// One key with its value.
  package struct Entry: Hashable, Sendable {
    /// The key without quotation marks.
    package let key: String
    /// Where the key stands.
    package let position: TOMLPosition
    /// The value.
    package internal(set) var node: TOMLNode
  }

  /// The entries; no key is there twice.
  package private(set) var entries: [Entry] = []
  private var indices: [String: Int] = [:]

  /// Has no entries.
  package init() {}

  /// The entry of a key; nil where there is none.
  package subscript(key: String) -> Entry? { indices[key].map { entries[$0] } }

  mutating func set(_ node: TOMLNode, for key: TOMLKey) {
    if let index = indices[key.name] {
      entries[index].node = node
    } else {
      indices[key.name] = entries.count
      entries.append(Entry(key: key.name, position: key.position, node: node))
    }
  }
}

/// One part of a key, and where it stands.
struct TOMLKey: Hashable, Sendable {
  let name: String
  let position: TOMLPosition
}

/// A place in a document.
package struct TOMLPosition: Hashable, Comparable, Sendable {
  /// The line, from 1.
  package let line: Int
  /// The character of the line, from 1: Unicode scalars, of which a tab is one.
  package let column: Int

  /// Makes a place.
  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// Tells which place comes first.
  package static func < (left: TOMLPosition, right: TOMLPosition) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}

/// Why a document cannot be read: what was expected at a place, and what stands there.
package struct TOMLError: Error, Hashable, CustomStringConvertible {
  /// Where that is.
  package let position: TOMLPosition
  /// What could have stood there, in a few words.
  package let expected: String
  /// What stands there, in a few words, with foreign text in it.
  package let found: String

  /// Both.
  package var description: String { "expected \(expected), found \(found)" }
}
