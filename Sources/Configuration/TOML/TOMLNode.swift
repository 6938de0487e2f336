package struct TOMLNode: Hashable, Sendable {
  package let value: TOMLValue
  package let position: TOMLPosition
}

/// A TOML 1.0.0 value, except dates and times.
package enum TOMLValue: Hashable, Sendable {
  case string(String)
  case integer(Int64)
  case float(Double)
  case boolean(Bool)
  case array([TOMLNode])
  case table(TOMLTable)

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

package struct TOMLTable: Hashable, Sendable {
  package struct Entry: Hashable, Sendable {
    /// Without quotation marks.
    package let key: String
    package let position: TOMLPosition
    package let node: TOMLNode
  }

  /// Keys are unique.
  package let entries: [Entry]

  init(_ entries: [Entry] = []) {
    self.entries = entries.sorted { $0.position < $1.position }
  }

  package subscript(key: String) -> Entry? { entries.first { $0.key == key } }
}

package struct TOMLPosition: Hashable, Comparable, Sendable {
  /// Counted from 1.
  package let line: Int
  /// Counted from 1, in Unicode scalars; a tab is one.
  package let column: Int

  package init(line: Int, column: Int) {
    (self.line, self.column) = (line, column)
  }

  package static func < (left: TOMLPosition, right: TOMLPosition) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}

package struct TOMLError: Error, Hashable, CustomStringConvertible {
  package let position: TOMLPosition
  /// A sentence that may contain untrusted text.
  package let description: String

  init(_ position: TOMLPosition, _ description: String) {
    (self.position, self.description) = (position, description)
  }
}
