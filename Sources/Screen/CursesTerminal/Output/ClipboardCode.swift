/// The escape code by which a terminal is asked to put text on the clipboard (OSC 52).
///
/// No terminal answers: many ask their user first, or do nothing.
nonisolated struct ClipboardCode {
  /// The most bytes of text that terminals take: with more, the code is longer than 100,000 bytes, which
  /// hterm's `osc52.sh` set as the limit.
  static let limit = 74_994

  /// The code.
  let bytes: [UInt8]

  /// Makes the code; nil for more text than terminals take.
  init?(_ text: [UInt8]) {
    guard text.count <= Self.limit else { return nil }
    bytes = Array("\u{1B}]52;c;".utf8) + Base64.encode(text[...]) + [0x07]
  }
}
