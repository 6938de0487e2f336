import Imaging

/// One answer of a terminal to what it was asked.
nonisolated enum TerminalAnswer: Hashable {
  /// Its background colour (OSC 11).
  case background(RGB)
  /// Its name and version (XTVERSION); foreign text.
  case version(String)
  /// Whether the exact colour that was set is in force (DECRQSS).
  case rendition(isExact: Bool)
  /// Whether it has taken the picture of a number (kitty, Graphics Protocol).
  case picture(id: Int, isTaken: Bool)
  /// The size of a character cell in pixels (XTWINOPS 16).
  case cell(PixelSize)
  /// The size in pixels of the area for text (XTWINOPS 14).
  case textArea(PixelSize)
  /// A size in pixels of sixel graphics (XTSMGRAPHICS); nil where it does not know it.
  case sixelArea(PixelSize?)
  /// Its device attributes (DA1, ECMA-48, 8.3.24), which every terminal reports: the last answer.
  case attributes([Int])

  /// Reads a string; nil where it is no answer to a question that was asked.
  init?(_ string: ControlString) {
    switch string.kind {
    case .command:
      guard let report = ColorReport(string.content) else { return nil }
      self = .background(report.color)
    case .device:
      guard let answer = Self.version(string.content) ?? Self.rendition(string.content) else {
        return nil
      }
      self = answer
    case .application:
      guard let answer = Self.picture(string.content) else { return nil }
      self = answer
    case .other: return nil
    }
  }

  /// xterm, Control Sequences, XTVERSION: `>|` and a text.
  private static func version(_ content: [UInt8]) -> TerminalAnswer? {
    guard content.starts(with: ">|".utf8), content.count > 2 else { return nil }
    return .version(String(decoding: content.dropFirst(2), as: UTF8.self))
  }

  /// DECRQSS of SGR: `1$r`, the parameters in force, and `m`; a terminal that does not know the
  /// question answers `0$r`, which is no answer.
  ///
  /// Between the colour space and red some have nothing, some a colour space, and some no field at
  /// all.
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

  /// kitty, Graphics Protocol, Display images on screen: `G`, keys of which `i` is the picture's number,
  /// and `OK` or what was wrong.
  private static func picture(_ content: [UInt8]) -> TerminalAnswer? {
    guard content.first == UInt8(ascii: "G"),
      let end = content.firstIndex(of: UInt8(ascii: ";"))
    else { return nil }
    let keys = content[1..<end].split(separator: UInt8(ascii: ","))
    guard let number = keys.first(where: { $0.starts(with: "i=".utf8) })?.dropFirst(2),
      let id = Int(String(decoding: number, as: UTF8.self))
    else { return nil }
    return .picture(id: id, isTaken: content[(end + 1)...].elementsEqual("OK".utf8))
  }
}
