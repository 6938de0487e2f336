package import Base

/// A strict JSON parser (RFC 8259) for untrusted bytes. The depth is limited to bound the stack,
/// and the number of values to bound memory. A byte order mark is skipped, as section 8.1 allows.
package struct JSONParser {
  private var scanner: ByteScanner
  private let limits: DocumentLimits
  private var path = JSONPath.root
  private var valueCount = 0

  /// Takes linear time; throws `FeedError.largeDocument` or `.json`.
  package static func parse(
    _ bytes: [UInt8], limits: DocumentLimits = .standard
  ) throws(FeedError) -> JSONValue {
    guard bytes.count <= limits.bytes else { throw .largeDocument(limit: limits.bytes) }
    if let offset = UTF8Validation.firstFault(in: bytes) {
      throw .json(.notUTF8, TextPosition(of: offset, in: bytes), path: .root)
    }
    var parser = JSONParser(scanner: ByteScanner(bytes), limits: limits)
    _ = parser.scanner.take(all: "\u{FEFF}")
    let value = try parser.value()
    parser.skipSpace()
    guard parser.scanner.isAtEnd else { throw parser.fault(.trailingBytes) }
    return value
  }

  private mutating func value() throws(FeedError) -> JSONValue {
    skipSpace()
    valueCount += 1
    guard valueCount <= limits.parts else { throw fault(.tooMany) }
    switch scanner.peek ?? 0 {
    case "{": return .object(try members())
    case "[": return .array(try elements())
    case "\"": return .string(try text())
    case "-", "0", "1", "2", "3", "4", "5", "6", "7", "8", "9": return .number(try number())
    case "t" where scanner.take(all: "true"): return .bool(true)
    case "f" where scanner.take(all: "false"): return .bool(false)
    case "n" where scanner.take(all: "null"): return .null
    default: throw fault(.noValue)
    }
  }

  private mutating func elements() throws(FeedError) -> [JSONValue] {
    var elements: [JSONValue] = []
    try open()
    guard !scanner.take("]") else { return elements }
    repeat {
      path.steps.append(.element(elements.count))
      elements.append(try value())
      path.steps.removeLast()
    } while try takeComma(orEnd: "]")
    return elements
  }

  private mutating func members() throws(FeedError) -> [JSONMember] {
    var members: [JSONMember] = []
    try open()
    guard !scanner.take("}") else { return members }
    repeat {
      let name = try memberName()
      path.steps.append(.member(name))
      members.append(JSONMember(name: name, value: try value()))
      path.steps.removeLast()
    } while try takeComma(orEnd: "}")
    return members
  }

  private mutating func memberName() throws(FeedError) -> String {
    skipSpace()
    guard scanner.peek == "\"" else { throw fault(.noName) }
    let name = try text()
    skipSpace()
    guard scanner.take(":") else { throw fault(.noColon) }
    return name
  }

  private mutating func open() throws(FeedError) {
    guard path.steps.count < limits.depth else { throw fault(.tooDeep) }
    _ = scanner.next()
    skipSpace()
  }

  private mutating func takeComma(orEnd end: Unicode.Scalar) throws(FeedError) -> Bool {
    skipSpace()
    if scanner.take(",") { return true }
    guard scanner.take(end) else { throw fault(.noComma) }
    return false
  }

  private mutating func skipSpace() {
    scanner.skip(while: \.isSpace)
  }

  private func fault(_ fault: JSONFault) -> FeedError {
    let position = TextPosition(of: scanner.offset, in: scanner.bytes)
    return .json(scanner.isAtEnd ? .earlyEnd : fault, position, path: path)
  }
}

package enum JSONFault: String, Error, Hashable, Sendable, CustomStringConvertible {
  case earlyEnd = "the document ends too early"
  case trailingBytes = "something follows the end"
  case noValue = "a value is expected here"
  case noName = "a name in quotes is expected here"
  case noColon = "a colon is expected here"
  case noComma = "a comma or the end of the list is expected here"
  case badNumber = "not a number as JSON writes it"
  case badEscape = "not an escape that JSON has"
  case control = "a control character in a text"
  case notUTF8 = "not UTF-8"
  case tooDeep = "lists lie too deep in one another"
  case tooMany = "too many values"

  package var description: String { rawValue }
}

extension JSONParser {
  private mutating func number() throws(FeedError) -> Double {
    let start = scanner.offset
    _ = scanner.take("-")
    let isZero = scanner.take("0")
    let digits = scanner.skip(while: \.isDigit)
    guard isZero ? digits == 0 : digits > 0, takeFraction(), takeExponent(),
      let number = Double(String(decoding: scanner.slice(from: start), as: UTF8.self))
    else { throw fault(.badNumber) }
    return number
  }

  private mutating func takeFraction() -> Bool {
    guard scanner.take(".") else { return true }
    return scanner.skip(while: \.isDigit) > 0
  }

  private mutating func takeExponent() -> Bool {
    guard scanner.take("e") || scanner.take("E") else { return true }
    _ = scanner.take("+") || scanner.take("-")
    return scanner.skip(while: \.isDigit) > 0
  }
}

extension JSONParser {
  private mutating func text() throws(FeedError) -> String {
    _ = scanner.next()
    let plain = takePlain()
    guard !scanner.take("\"") else { return String(decoding: plain, as: UTF8.self) }
    var text = Array(plain)
    while !scanner.take("\"") {
      guard scanner.take("\\") else { throw fault(.control) }
      text += try escape()
      text += takePlain()
    }
    return String(decoding: text, as: UTF8.self)
  }

  private mutating func takePlain() -> ArraySlice<UInt8> {
    let start = scanner.offset
    scanner.skip { $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C }
    return scanner.slice(from: start)
  }

  private mutating func escape() throws(FeedError) -> [UInt8] {
    let byte: UInt8
    switch scanner.peek ?? 0 {
    case "\"", "\\", "/": byte = scanner.peek ?? 0
    case "b": byte = 0x08
    case "f": byte = 0x0C
    case "n": byte = 0x0A
    case "r": byte = 0x0D
    case "t": byte = 0x09
    case "u":
      _ = scanner.next()
      return Array(String(try character()).utf8)
    default: throw fault(.badEscape)
    }
    _ = scanner.next()
    return [byte]
  }

  /// Takes four hex digits, and after a high surrogate the low one; U+FFFD without.
  private mutating func character() throws(FeedError) -> Unicode.Scalar {
    let unit = try codeUnit()
    let beforeSecond = scanner
    if 0xD800..<0xDC00 ~= unit, scanner.take(all: "\\u") {
      let second = try codeUnit()
      if 0xDC00..<0xE000 ~= second {
        return Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (second - 0xDC00)) ?? "\u{FFFD}"
      }
      scanner = beforeSecond
    }
    return Unicode.Scalar(unit) ?? "\u{FFFD}"
  }

  private mutating func codeUnit() throws(FeedError) -> UInt32 {
    var unit: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = scanner.peek?.hexValue else { throw fault(.badEscape) }
      unit = unit << 4 | UInt32(digit)
      _ = scanner.next()
    }
    return unit
  }
}

/// The path of a value in a JSON document, such as `photos[3].urls.regular`.
package struct JSONPath: Hashable, Sendable, CustomStringConvertible {
  enum Step: Hashable, Sendable {
    case member(String)
    case element(Int)
  }

  var steps: [Step]

  static let root = JSONPath(steps: [])

  var isEmpty: Bool { steps.isEmpty }

  func appending(_ step: Step) -> JSONPath { JSONPath(steps: steps + [step]) }

  func appending(_ path: JSONPath) -> JSONPath { JSONPath(steps: steps + path.steps) }

  /// Printable ASCII, only the last of many steps, long names shortened.
  package var description: String {
    steps.suffix(12).reduce(into: steps.count > 12 ? "..." : "") { text, step in
      switch step {
      case .member(let name): text += (text.isEmpty ? "" : ".") + "\(ForeignName(name.utf8))"
      case .element(let index): text += "[\(index)]"
      }
    }
  }

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

extension JSONValue {
  package subscript(path: JSONPath) -> JSONValue? {
    path.steps.reduce(self as JSONValue?) { value, step in
      switch step {
      case .member(let name): value?[name]
      case .element(let index): value?[index]
      }
    }
  }
}
