internal import Base
import Imaging

enum TerminalAnswer: Hashable {
  case background(RGB)
  case version(String)
  case rendition(isExact: Bool)
  /// Whether an image was accepted (kitty, Graphics Protocol).
  case picture(id: Int, isTaken: Bool)
  case cell(PixelSize)
  case textArea(PixelSize)
  /// A sixel size in pixels (XTSMGRAPHICS); nil if unknown to the terminal.
  case sixelArea(PixelSize?)
  case drag(DragReport)
  /// Ready (DSR 5, ECMA-48, 8.3.35).
  case ready
  /// Device attributes (DA1, ECMA-48, 8.3.24), always the last reply.
  case attributes([Int])

  init?(_ string: ControlString) {
    let answer: TerminalAnswer? =
      switch string.kind {
      case .osc: Self.background(string.content) ?? DragReport(string.content).map { .drag($0) }
      case .dcs: Self.version(string.content) ?? Self.rendition(string.content)
      case .apc: Self.picture(string.content)
      case .sosOrPM: nil
      }
    guard let answer else { return nil }
    self = answer
  }

  /// xterm, OSC 11; XParseColor: `11;rgb:RRRR/GGGG/BBBB`.
  private static func background(_ content: [UInt8]) -> TerminalAnswer? {
    guard let start = ["11;rgb:", "11;rgba:"].first(where: { content.starts(with: $0.utf8) })
    else { return nil }
    let channels = content.dropFirst(start.utf8.count)
      .split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map(channel)
    guard channels.count == (start == "11;rgb:" ? 3 : 4), let red = channels[0],
      let green = channels[1], let blue = channels[2]
    else { return nil }
    return .background(RGB(red, green, blue))
  }

  private static func channel(_ digits: ArraySlice<UInt8>) -> UInt8? {
    guard (1...4).contains(digits.count), digits.allSatisfy({ $0 != UInt8(ascii: "+") }),
      let value = Int(String(decoding: digits, as: UTF8.self), radix: 16), value >= 0
    else { return nil }
    let largest = 1 << (4 * digits.count) - 1
    return UInt8((value * 255 + largest / 2) / largest)
  }

  /// XTVERSION: `>|` and a text (xterm, Control Sequences).
  private static func version(_ content: [UInt8]) -> TerminalAnswer? {
    guard content.starts(with: ">|".utf8), content.count > 2 else { return nil }
    return .version(String(decoding: content.dropFirst(2), as: UTF8.self))
  }

  /// `1$r`, the SGR parameters, and `m`; `0$r` means that the query is unknown.
  ///
  /// Before red, some terminals have an empty field, some a color space, and some no field.
  private static func rendition(_ content: [UInt8]) -> TerminalAnswer? {
    guard content.starts(with: "1$r".utf8), content.last == UInt8(ascii: "m") else { return nil }
    let fields = content.dropFirst(3).dropLast()
      .split { $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: ":") }
      .map { String(decoding: $0, as: UTF8.self) }
    let color = TerminalModes.testColor
    let channels = [color.red, color.green, color.blue].map { "\($0)" }
    let forms = [["48", "2"], ["48", "2", "0"], ["48", "2", "1"]].map { $0 + channels }
    let isExact = fields.indices.contains { index in
      forms.contains { fields[index...].starts(with: $0) }
    }
    return .rendition(isExact: isExact)
  }

  /// `G`, keys with the image number in `i`, and `OK` or an error (kitty, Graphics Protocol,
  /// Display images on screen).
  private static func picture(_ content: [UInt8]) -> TerminalAnswer? {
    guard content.first == UInt8(ascii: "G"), let end = content.firstIndex(of: UInt8(ascii: ";"))
    else { return nil }
    let keys = content[1..<end].split(separator: UInt8(ascii: ","))
    guard let number = keys.first(where: { $0.starts(with: "i=".utf8) })?.dropFirst(2),
      let id = Int(String(decoding: number, as: UTF8.self))
    else { return nil }
    return .picture(id: id, isTaken: content[(end + 1)...].elementsEqual("OK".utf8))
  }
}

extension TerminalAnswer {
  init?(parameters: [UInt8], final: UInt8) {
    let isPrivate = parameters.first == UInt8(ascii: "?")
    let numbers = parameters.dropFirst(isPrivate ? 1 : 0)
      .split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
      .map { Int(parameter: $0) }
    let answer: TerminalAnswer? =
      switch (isPrivate, final) {
      case (true, UInt8(ascii: "c")): .attributes(numbers.compactMap(\.self))
      case (true, UInt8(ascii: "S")): Self.sixelArea(numbers)
      case (false, UInt8(ascii: "n")) where numbers == [0]: .ready
      case (false, UInt8(ascii: "t")): Self.size(numbers)
      default: nil
      }
    guard let answer else { return nil }
    self = answer
  }

  /// `6;height;width` is the cell size, `4;height;width` the text area.
  private static func size(_ numbers: [Int?]) -> TerminalAnswer? {
    guard numbers.count == 3, let height = numbers[1], let width = numbers[2], height > 0, width > 0
    else { return nil }
    let size = PixelSize(width: width, height: height)
    return switch numbers[0] {
    case 6: .cell(size)
    case 4: .textArea(size)
    default: nil
    }
  }

  /// `?2;0;width;height`: 2 for the geometry of sixels, 0 for success.
  private static func sixelArea(_ numbers: [Int?]) -> TerminalAnswer? {
    guard numbers.count >= 2, numbers[0] == 2, let status = numbers[1] else { return nil }
    guard status == 0, numbers.count == 4, let width = numbers[2], let height = numbers[3],
      width > 0, height > 0
    else { return .sixelArea(nil) }
    return .sixelArea(PixelSize(width: width, height: height))
  }
}

extension Int {
  /// Parses a parameter of a control sequence; nil if it has more than five digits.
  init?(parameter digits: ArraySlice<UInt8>) {
    guard digits.count <= 5 else { return nil }
    self.init(digits: digits)
  }
}

/// A control string, from its introducer to ST (ECMA-48, section 5.6).
struct ControlString: Hashable {
  enum Kind: Hashable {
    case dcs, osc, apc, sosOrPM
  }

  let kind: Kind
  /// Truncated to `limit`; non-ASCII characters are replaced by `?`.
  private(set) var content: [UInt8] = []

  /// Longer than any string of interest, in bytes.
  private static let limit = 64

  init?(introducer: UInt32) {
    switch introducer {
    case 0x50: kind = .dcs  // P
    case 0x5D: kind = .osc  // ]
    case 0x5F: kind = .apc  // _
    case 0x58, 0x5E: kind = .sosOrPM  // X ^
    default: return nil
    }
  }

  init(_ kind: Kind, _ content: [UInt8] = []) {
    self.kind = kind
    self.content = content
  }

  mutating func append(_ value: UInt32) {
    guard content.count < Self.limit else { return }
    content.append(value < 0x80 ? UInt8(value) : UInt8(ascii: "?"))
  }
}
