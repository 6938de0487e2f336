import Imaging

/// A parsed escape code of kitty's graphics protocol.
struct KittyMessage {
  private let keys: [UInt8: ArraySlice<UInt8>]
  /// Base64.
  let payload: ArraySlice<UInt8>

  /// Parses the content between introducer and terminator; nil if it is not a graphics code.
  init?(_ content: [UInt8]) {
    guard content.first == UInt8(ascii: "G") else { return nil }
    let end = content.firstIndex(of: UInt8(ascii: ";")) ?? content.endIndex
    payload = content[end...].dropFirst()
    var keys: [UInt8: ArraySlice<UInt8>] = [:]
    for pair in content[1..<end].split(separator: UInt8(ascii: ",")) where pair.count > 2 {
      keys[pair[pair.startIndex]] = pair.dropFirst(2)
    }
    self.keys = keys
  }

  func letter(_ key: Unicode.Scalar) -> Character? {
    keys[UInt8(ascii: key)]?.first.map { Character(Unicode.Scalar($0)) }
  }

  /// A key's number; zero if it is missing.
  func number(_ key: Unicode.Scalar) -> Int {
    keys[UInt8(ascii: key)].flatMap { Int(String(decoding: $0, as: UTF8.self)) } ?? 0
  }

  func decoded(upTo count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    var bits: UInt32 = 0
    for (index, letter) in payload.prefix((count + 2) / 3 * 4).enumerated() {
      guard let value = Self.value(of: letter) else { break }
      bits = bits << 6 | value
      if index % 4 > 0 { bytes.append(UInt8(truncatingIfNeeded: bits >> (6 - index % 4 * 2))) }
    }
    return Array(bytes.prefix(count))
  }

  /// RFC 4648, section 4; nil for padding.
  private static func value(of letter: UInt8) -> UInt32? {
    switch letter {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(letter) - 65
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(letter) - 71
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(letter) + 4
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }

  /// The image size in pixels, from the keys or a PNG header (PNG specification, 11.2.2).
  var size: PixelSize {
    guard number("f") == 100 else { return PixelSize(width: number("s"), height: number("v")) }
    let header = decoded(upTo: 24).map(Int.init)
    guard header.count == 24 else { return PixelSize(width: 0, height: 0) }
    let big = { (start: Int) in header[start..<start + 4].reduce(0) { $0 << 8 | $1 } }
    return PixelSize(width: big(16), height: big(20))
  }
}
