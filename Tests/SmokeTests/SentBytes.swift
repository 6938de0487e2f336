/// The output of a program to a terminal, parsed (ECMA-48, sections 5.4 and 5.6).
struct SentBytes {
  /// All that is neither a character nor a known sequence, in the order of output; strings are truncated.
  private(set) var strange: [String] = []
  /// The number of known sequences, by kind.
  private(set) var counts: [String: Int] = [:]

  private let bytes: [UInt8]
  private var place = 0

  /// The modes that the program or ncurses sets.
  private static let modes: Set = [
    "1", "7", "12", "25", "1000", "1002", "1004", "1006", "1049", "2004", "2026",
  ]
  /// The control sequences of ncurses and of the program, but for modes.
  private static let sequences: Set = [
    "m", "H", "J", "K", "X", "b", "d", "G", "A", "B", "C", "D", "r", "l", "h", "t", "c", "n", ">q",
    "?S",
  ]
  /// The short ones: the cursor is saved and restored, the keypad and the character set are chosen.
  private static let short: Set<UInt8> = Set("78=>M".utf8)

  /// Parses the bytes.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    while place < bytes.count {
      switch bytes[place] {
      case 0x1B: takeEscape()
      case 0x20...0x7E, 0x80..., 0x08, 0x0A, 0x0D, 0x0E, 0x0F: place += 1
      default: note("control", isKnown: false, from: place, to: place + 1)
      }
    }
  }

  private mutating func note(_ kind: String, isKnown: Bool, from start: Int, to end: Int) {
    place = end
    if isKnown {
      counts[kind, default: 0] += 1
    } else {
      let piece = bytes[start..<min(end, start + 80, bytes.count)]
      strange.append(String(decoding: piece, as: UTF8.self).debugDescription)
    }
  }

  private mutating func takeEscape() {
    let start = place
    let next = start + 1 < bytes.count ? bytes[start + 1] : 0
    switch next {
    case UInt8(ascii: "["): takeSequence(from: start)
    case UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "]"): takeString(next, from: start)
    case UInt8(ascii: "("): note("set", isKnown: true, from: start, to: start + 3)
    default: note("short", isKnown: Self.short.contains(next), from: start, to: start + 2)
    }
  }

  private mutating func takeSequence(from start: Int) {
    let rest = bytes[(start + 2)...]
    guard let end = rest.firstIndex(where: { !(0x20...0x3F).contains($0) }) else {
      return note("end", isKnown: false, from: start, to: bytes.count)
    }
    let text = String(decoding: rest[..<end], as: UTF8.self)
    let final = String(UnicodeScalar(bytes[end]))
    let isMode = text.hasPrefix("?") && (final == "h" || final == "l")
    let name = text.hasPrefix("?") || text.hasPrefix(">") ? "\(text.prefix(1))\(final)" : final
    let isKnown =
      isMode
      ? text.dropFirst().split(separator: ";").allSatisfy { Self.modes.contains(String($0)) }
      : Self.sequences.contains(name)
    note(name, isKnown: isKnown, from: start, to: end + 1)
  }

  private mutating func takeString(_ kind: UInt8, from start: Int) {
    var end = start + 2
    while end < bytes.count, bytes[end] != 0x1B, bytes[end] != 0x07 { end += 1 }
    let content = bytes[(start + 2)..<end]
    let isClosed =
      end < bytes.count && (bytes[end] == 0x07 || bytes[(end + 1)...].first == UInt8(ascii: "\\"))
    let name = Self.name(of: kind, content)
    let length = end < bytes.count && bytes[end] == 0x07 ? 1 : 2
    note(name ?? "string", isKnown: isClosed && name != nil, from: start, to: end + length)
  }

  /// The kind of a string, or nil if the program does not write it.
  private static func name(of kind: UInt8, _ content: ArraySlice<UInt8>) -> String? {
    switch kind {
    case UInt8(ascii: "_"): isKitty(content) ? "kitty" : nil
    case UInt8(ascii: "]"):
      content.elementsEqual("11;?".utf8)
        ? "background" : isFile(content) ? "iterm2" : isLink(content) ? "link" : nil
    default:
      content.elementsEqual("$qm".utf8) ? "rendition" : isSixel(content) ? "sixel" : nil
    }
  }

  /// `G`, keys of one letter with values, and Base64.
  private static func isKitty(_ content: ArraySlice<UInt8>) -> Bool {
    guard content.first == UInt8(ascii: "G") else { return false }
    let parts = content.dropFirst().split(
      separator: UInt8(ascii: ";"), maxSplits: 1, omittingEmptySubsequences: false)
    let keys = parts[0].split(separator: UInt8(ascii: ","))
    return keys.allSatisfy { $0.count > 2 && $0.dropFirst().first == UInt8(ascii: "=") }
      && parts.dropFirst().allSatisfy(isBase64)
  }

  private static func isFile(_ content: ArraySlice<UInt8>) -> Bool {
    guard content.starts(with: "1337;File=inline=1;".utf8),
      let colon = content.firstIndex(of: UInt8(ascii: ":"))
    else { return false }
    return isBase64(content[(colon + 1)...])
  }

  /// The end of a link, or the beginning of one to a geographic position.
  private static func isLink(_ content: ArraySlice<UInt8>) -> Bool {
    if content.elementsEqual("8;;".utf8) { return true }
    let start = "8;id=photocell;geo:".utf8
    return content.starts(with: start)
      && content.dropFirst(start.count).allSatisfy { "0123456789.,-".utf8.contains($0) }
  }

  private static func isSixel(_ content: ArraySlice<UInt8>) -> Bool {
    content.starts(with: "0;1;0q\"1;1;".utf8)
      && content.dropFirst(6).allSatisfy {
        (0x3F...0x7E).contains($0) || "0123456789;#!$-\"".utf8.contains($0)
      }
  }

  private static func isBase64(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.allSatisfy {
      switch $0 {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2B, 0x2F, 0x3D: true
      default: false
      }
    }
  }
}
