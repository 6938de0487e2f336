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
    package let node: TOMLNode
  }

  /// The entries; no key is there twice.
  package let entries: [Entry]

  /// Sorts entries by their positions.
  init(_ entries: [Entry] = []) {
    self.entries = entries.sorted { $0.position < $1.position }
  }

  /// The entry of a key; nil where there is none.
  package subscript(key: String) -> Entry? { entries.first { $0.key == key } }
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

/// Why a document cannot be read.
package struct TOMLError: Error, Hashable, CustomStringConvertible {
  /// Where the error is.
  package let position: TOMLPosition
  /// What is wrong, in a sentence with foreign text in it.
  package let description: String

  init(_ position: TOMLPosition, _ description: String) {
    self.position = position
    self.description = description
  }
}
