package import Base

package enum FileNameRule {
  /// `NAME_MAX` of Linux, in bytes.
  package static let longest = 255
  /// A longer part after the last dot is not an extension, but part of a sentence.
  private static let longestExtension = 32

  /// The index of the extension's dot; the length if there is no extension, as in `.profile`.
  static func extensionStart(of name: [UInt8]) -> Int {
    guard let stop = name.lastIndex(of: UInt8(ascii: ".")), stop > 0,
      name.count - stop <= longestExtension
    else { return name.count }
    return stop
  }

  /// `a_2.jpg` for `a.jpg`; the stem is cut to fit the limit, in bytes, at least 64.
  package static func name(_ name: ByteString, number: Int?, atMost limit: Int = longest)
    -> ByteString
  {
    let tail = name.bytes[extensionStart(of: name.bytes)...]
    return ByteString(stem(name.stem, number: number, atMost: limit - tail.count) + tail)
  }

  static func stem(_ stem: ByteString, number: Int?, atMost limit: Int) -> [UInt8] {
    let end = Array((number.map { "_\($0)" } ?? "").utf8)
    return wholeCharacters(stem.bytes[...], atMost: limit - end.count) + end
  }

  /// A prefix that does not end within a UTF-8 character.
  private static func wholeCharacters(
    _ bytes: ArraySlice<UInt8>, atMost limit: Int
  ) -> ArraySlice<UInt8> {
    guard bytes.count > limit else { return bytes }
    var end = bytes.startIndex + limit
    // Skips UTF-8 continuation bytes, at most three per character.
    for _ in 0..<3 where end > bytes.startIndex && bytes[end] & 0xC0 == 0x80 { end -= 1 }
    return bytes[..<end]
  }
}

extension ByteString {
  package var lastName: ByteString { ByteString(bytes[(lastSlash.map { $0 + 1 } ?? 0)...]) }

  /// The path without its last component and slash; `.` if there is none.
  package var folderPath: ByteString {
    guard let lastSlash else { return ByteString(".") }
    return ByteString(lastSlash == 0 ? bytes[...0] : bytes[..<lastSlash])
  }

  /// The path up to its last slash; empty if there is none.
  package var folderPrefix: ByteString { ByteString(bytes.dropLast(lastName.bytes.count)) }

  package func appending(_ name: ByteString) -> ByteString {
    let slash = UInt8(ascii: "/")
    return ByteString(bytes + (bytes.last == slash ? [] : [slash]) + name.bytes)
  }

  /// With the extension of another name if this one has none: up to eight letters and digits, as a
  /// date or an abbreviation is none.
  package func keepingExtension(of name: ByteString) -> ByteString {
    let own = bytes[FileNameRule.extensionStart(of: bytes)...].dropFirst()
    let isExtension =
      own.count <= 8 && own.contains { $0.isLetter } && own.allSatisfy { $0.isLetter || $0.isDigit }
    guard NameProblem(of: self) == nil, !isExtension else { return self }
    return ByteString(bytes + name.bytes[FileNameRule.extensionStart(of: name.bytes)...])
  }

  package var stem: ByteString { ByteString(bytes[..<FileNameRule.extensionStart(of: bytes)]) }

  /// The extension in lower case; nil if it is empty or longer than eight bytes.
  var shortExtension: ShortExtension? {
    ShortExtension(bytes[FileNameRule.extensionStart(of: bytes)...].dropFirst())
  }

  private var lastSlash: Int? { bytes.lastIndex(of: UInt8(ascii: "/")) }
}

/// An extension as an integer, as a hundred thousand are compared before the first frame.
struct ShortExtension: Hashable, ExpressibleByStringLiteral {
  private var packed: UInt64 = 0

  /// Nil unless there are one to eight bytes; ASCII letters are lower-cased.
  init?(_ bytes: ArraySlice<UInt8>) {
    guard (1...8).contains(bytes.count) else { return nil }
    for byte in bytes { packed = packed << 8 | UInt64(byte.lowercased) }
  }

  init(stringLiteral text: StaticString) {
    for byte in text.description.utf8 { packed = packed << 8 | UInt64(byte) }
  }
}

package enum NameProblem: String, Sendable, CustomStringConvertible {
  case isEmpty = "empty"
  case isFolder = "reserved for folders"
  case hasSlash = "contains a slash"
  case hasZero = "contains a zero byte"
  case isTooLong = "longer than 255 bytes"
  /// Only of a new name.
  case isHidden = "hidden, as it begins with a dot"

  package init?(of name: ByteString) {
    let bytes = name.bytes
    if bytes.isEmpty {
      self = .isEmpty
    } else if bytes.count <= 2, bytes.allSatisfy({ $0 == UInt8(ascii: ".") }) {
      self = .isFolder
    } else if bytes.contains(UInt8(ascii: "/")) {
      self = .hasSlash
    } else if bytes.contains(0) {
      self = .hasZero
    } else if bytes.count > FileNameRule.longest {
      self = .isTooLong
    } else {
      return nil
    }
  }

  package var description: String { rawValue }
}
