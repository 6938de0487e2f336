package import Imaging

/// What decoding one picture ends with.
package enum PictureAnswer: Sendable {
  /// A picture; the size in its facts is that of the bitmap.
  case picture(Bitmap, PictureFacts)
  /// None, for a reason.
  case refusal(PictureError)

  /// What goes before the pixels.
  package var header: AnswerHeader {
    switch self {
    case .picture(_, let facts): .picture(facts)
    case .refusal(let reason): .refusal(reason)
    }
  }
}
