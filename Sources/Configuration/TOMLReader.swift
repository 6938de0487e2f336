internal import CTOML

/// Untrusted TOML 1.0.0, by toml++. Rejects dates, times, and values nested more than 16 deep.
package enum TOMLReader {
  /// Takes UTF-8 with or without a byte order mark.
  package static func table(in bytes: [UInt8]) throws(TOMLError) -> TOMLTable {
    guard !isUTF16(bytes) else {
      throw TOMLError(TOMLPosition(line: 1, column: 1), "expected UTF-8, found UTF-16")
    }
    let document = unsafe bytes.withUnsafeBytes { bytes in
      unsafe ctoml_parse(bytes.bindMemory(to: CChar.self).baseAddress, bytes.count)
    }
    guard let document = unsafe document else {
      throw TOMLError(TOMLPosition(line: 1, column: 1), "not enough memory")
    }
    defer { unsafe ctoml_free(document) }
    guard unsafe ctoml_is_valid(document) else {
      var position = ctoml_position()
      let text = unsafe String(ctoml_error(document, &position))
      throw TOMLError(TOMLPosition(position), text)
    }
    var nodes = unsafe NodeIterator(next: ctoml_nodes(document))
    guard case .table(let table) = try nodes.node().value else { return TOMLTable() }
    return table
  }

  /// By the byte order mark of UTF-16 or UTF-32, or a zero byte among the first two.
  private static func isUTF16(_ document: [UInt8]) -> Bool {
    let start = Array(document.prefix(2))
    return start == [0xFF, 0xFE] || start == [0xFE, 0xFF] || start.count == 2 && start.contains(0)
  }
}

/// Converts the nodes of a document, which are stored in preorder.
@safe private struct NodeIterator {
  var next: UnsafePointer<ctoml_node>

  mutating func node() throws(TOMLError) -> TOMLNode {
    let node = unsafe next.pointee
    unsafe next += 1
    let position = unsafe TOMLPosition(node.position)
    let value: TOMLValue
    switch unsafe node.kind {
    case CTOML_STRING: value = unsafe .string(String(node.text))
    case CTOML_INTEGER: value = unsafe .integer(node.integer)
    case CTOML_FLOAT: value = unsafe .float(node.number)
    case CTOML_BOOLEAN: value = unsafe .boolean(node.integer != 0)
    case CTOML_ARRAY:
      var elements: [TOMLNode] = []
      for _ in unsafe 0..<node.count { elements.append(try self.node()) }
      value = .array(elements)
    case CTOML_TABLE:
      var entries: [TOMLTable.Entry] = []
      for _ in unsafe 0..<node.count {
        let key = unsafe String(next.pointee.key)
        let position = unsafe TOMLPosition(next.pointee.key_position)
        entries.append(TOMLTable.Entry(key: key, position: position, node: try self.node()))
      }
      value = .table(TOMLTable(entries))
    default: throw TOMLError(position, "expected a value that is no date or time")
    }
    return TOMLNode(value: value, position: position)
  }
}

extension String {
  fileprivate init(_ text: ctoml_text) {
    let bytes = unsafe UnsafeRawBufferPointer(start: text.bytes, count: text.count)
    self = unsafe String(decoding: bytes, as: UTF8.self)
  }
}

extension TOMLPosition {
  fileprivate init(_ position: ctoml_position) {
    self.init(line: Int(position.line), column: Int(position.column))
  }
}

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

  package var inWords: String {
    switch self {
    case .string(let text): "“\(text)”"
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

  package init(_ position: TOMLPosition, _ description: String) {
    (self.position, self.description) = (position, description)
  }
}
