import Imaging

/// A reply of the terminal to a query.
enum TerminalAnswer: Hashable {
  /// OSC 11.
  case background(RGB)
  /// Name and version (XTVERSION); unsanitized.
  case version(String)
  /// Whether the exact test color is set (DECRQSS).
  case rendition(isExact: Bool)
  /// Whether an image was accepted (kitty, Graphics Protocol).
  case picture(id: Int, isTaken: Bool)
  /// The cell size in pixels (XTWINOPS 16).
  case cell(PixelSize)
  /// The text area in pixels (XTWINOPS 14).
  case textArea(PixelSize)
  /// A sixel size in pixels (XTSMGRAPHICS); nil if unknown to the terminal.
  case sixelArea(PixelSize?)
  /// Ready (DSR 5, ECMA-48, 8.3.35).
  case ready
  /// Device attributes (DA1, ECMA-48, 8.3.24), always the last reply.
  case attributes([Int])

  /// Nil if it is not a reply to our queries.
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
