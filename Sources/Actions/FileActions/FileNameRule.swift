package import Values

/// How names are taken apart and made; names are bytes.
package enum FileNameRule {
  /// The longest name of Linux's file systems, in bytes (`NAME_MAX`).
  package static let longest = 255
  /// What is longer than this behind a full stop is no extension, but part of a sentence.
  private static let longestExtension = 32

  /// Where the extension begins, with its full stop: behind the end where there is none, as in `.profile`.
  static func extensionStart(of name: [UInt8]) -> Int {
    guard let stop = name.lastIndex(of: UInt8(ascii: ".")), stop > 0,
      name.count - stop <= longestExtension
    else { return name.count }
    return stop
  }

  /// A name that is like another one: `a_2.jpg` for `a.jpg`.
  /// - Parameters:
  ///   - name: The name, of any length.
  ///   - number: Stands behind it; nil for the name itself.
  ///   - limit: The most bytes of the answer, at least 64: what is too long loses the end of its stem.
  /// - Returns: The name.
  static func name(_ name: ByteString, number: Int?, atMost limit: Int = longest) -> ByteString {
    let tail = name.bytes[extensionStart(of: name.bytes)...]
    return ByteString(stem(name.stem, number: number, atMost: limit - tail.count) + tail)
  }

  /// The beginning of such a name.
  static func stem(_ stem: ByteString, number: Int?, atMost limit: Int) -> [UInt8] {
    let end = Array((number.map { "_\($0)" } ?? "").utf8)
    return wholeCharacters(stem.bytes[...], atMost: limit - end.count) + end
  }

  /// The beginning of a text, without a part of a character at its end.
  private static func wholeCharacters(_ bytes: ArraySlice<UInt8>, atMost limit: Int) -> ArraySlice<
    UInt8
  > {
    guard bytes.count > limit else { return bytes }
    var end = bytes.startIndex + limit
    // Continuation bytes of UTF-8, of which a character has three at most.
    for _ in 0..<3 where end > bytes.startIndex && bytes[end] & 0xC0 == 0x80 { end -= 1 }
    return bytes[..<end]
  }
}

extension ByteString {
  /// The name behind the last slash of a path.
  package var lastName: ByteString {
    ByteString(bytes[(lastSlash.map { $0 + 1 } ?? 0)...])
  }

  /// The path of the folder that a path leads into, without a slash at its end; `.` where it names none.
  package var folderPath: ByteString {
    guard let lastSlash else { return ByteString(".") }
    return ByteString(lastSlash == 0 ? bytes[...0] : bytes[..<lastSlash])
  }

  /// The path of an entry of the folder that this is the path of.
  package func appending(_ name: ByteString) -> ByteString {
    let slash = UInt8(ascii: "/")
    return ByteString(bytes + (bytes.last == slash ? [] : [slash]) + name.bytes)
  }

  /// The name without its extension.
  package var stem: ByteString { ByteString(bytes[..<FileNameRule.extensionStart(of: bytes)]) }

  /// What is behind the last full stop, with its letters in lower case; nil where there is nothing, or much.
  var shortExtension: ShortExtension? {
    ShortExtension(bytes[FileNameRule.extensionStart(of: bytes)...].dropFirst())
  }

  private var lastSlash: Int? { bytes.lastIndex(of: UInt8(ascii: "/")) }

  /// The bytes with a terminating zero, as system calls take them.
  var cString: [CChar] { bytes.map(CChar.init(bitPattern:)) + [0] }
}

/// An extension of up to eight bytes as one number, since a hundred thousand names are compared before anything is
/// shown.
struct ShortExtension: Hashable, ExpressibleByStringLiteral {
  private var packed: UInt64 = 0

  /// Takes the bytes behind a full stop; letters of ASCII count as small ones.
  init?(_ bytes: ArraySlice<UInt8>) {
    guard (1...8).contains(bytes.count) else { return nil }
    for byte in bytes {
      let isCapital = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
      packed = packed << 8 | UInt64(isCapital ? byte | 0x20 : byte)
    }
  }

  /// Takes a small extension.
  init(stringLiteral text: StaticString) {
    for byte in text.description.utf8 { packed = packed << 8 | UInt64(byte) }
  }
}
