/// What a message between the interface and a decoder is, as the last byte of its beginning.
enum MessageKind: UInt8 {
  case ready = 1
  case request
  case answer
  case end
  case size

  /// The first bytes of every message: two letters, the version of all messages, and the kind.
  ///
  /// Both sides are built from the same sources, so another version is refused, never translated.
  var beginning: [UInt8] { Array("pc".utf8) + [Self.version, rawValue] }

  private static let version: UInt8 = 3
}
