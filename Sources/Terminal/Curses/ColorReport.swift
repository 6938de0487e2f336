import Imaging

/// A background color reply (xterm, OSC 11; XParseColor): `11;rgb:RRRR/GGGG/BBBB`.
struct ColorReport: Hashable {
  let color: RGB

  init?(_ content: [UInt8]) {
    guard let place = ["11;rgb:", "11;rgba:"].first(where: { content.starts(with: $0.utf8) })
    else { return nil }
    let channels = content.dropFirst(place.utf8.count)
      .split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map(Self.channel)
    guard channels.count == (place == "11;rgb:" ? 3 : 4), let red = channels[0],
      let green = channels[1], let blue = channels[2]
    else { return nil }
    color = RGB(red, green, blue)
  }

  private static func channel(_ digits: ArraySlice<UInt8>) -> UInt8? {
    guard (1...4).contains(digits.count), digits.allSatisfy({ $0 != UInt8(ascii: "+") }),
      let value = Int(String(decoding: digits, as: UTF8.self), radix: 16), value >= 0
    else { return nil }
    let largest = 1 << (4 * digits.count) - 1
    return UInt8((value * 255 + largest / 2) / largest)
  }
}
