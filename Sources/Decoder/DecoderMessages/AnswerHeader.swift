import Imaging

/// The fixed beginning of a decoder's answer; after that of a picture come its pixels, and nothing.
package enum AnswerHeader: Hashable, Sendable {
  /// A picture follows.
  case picture(PictureFacts)
  /// Nothing follows.
  case refusal(PictureError)

  /// The length in bytes.
  package static let byteCount = 58
  private static let textByteCount = 32

  /// The answer as it is sent.
  package var bytes: [UInt8] {
    var fields = AnswerFields()
    switch self {
    case .picture(let facts): fields.set(facts)
    case .refusal(let reason): fields.set(reason)
    }
    var writer = MessageWriter(.answer)
    writer.put(fields.code)
    writer.put(fields.flags)
    for side in [
      fields.first.width, fields.first.height, fields.second.width, fields.second.height,
    ] {
      writer.put(UInt32(clamping: side))
    }
    writer.put(UInt32(bitPattern: fields.errno))
    writer.put(fields.text, byteCount: Self.textByteCount)
    return writer.bytes
  }

  /// Reads an answer, which may come from a decoder that somebody else has taken over.
  ///
  /// Nil where any number of it cannot be an answer to the request.
  package init?(parsing bytes: [UInt8], to request: RequestMessage) {
    guard var reader = MessageReader(bytes, .answer, byteCount: Self.byteCount),
      let code = reader.take(UInt8.self), let flags = reader.take(UInt8.self),
      let first = reader.takeSize(), let second = reader.takeSize(),
      let errno = reader.take(UInt32.self),
      let text = reader.takeText(byteCount: Self.textByteCount)
    else { return nil }
    let fields = AnswerFields(
      code: code, flags: flags, first: first, second: second, errno: Int32(bitPattern: errno),
      text: text)
    if code == AnswerFields.pictureCode {
      guard let facts = fields.facts(for: request) else { return nil }
      self = .picture(facts)
    } else {
      guard let reason = fields.reason else { return nil }
      self = .refusal(reason)
    }
  }
}
