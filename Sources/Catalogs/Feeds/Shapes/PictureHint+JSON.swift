import Base
import Imaging

extension PictureHint {
  /// Mastodon, Pixelfed and Misskey have `blurhash`, Unsplash `blur_hash` and `color`, Pexels
  /// `avg_color`, Immich `thumbhash`.
  init?(in object: JSONValue) {
    guard case .object(let members) = object else { return nil }
    var best: (kind: PlainNames.Hint, hint: PictureHint)?
    for member in members {
      guard let text = member.value.text, Self.lengths.contains(text.utf8.count),
        let kind = PlainNames.hint(of: member.name), best.map({ kind > $0.kind }) ?? true,
        let hint = Self(kind, text.utf8)
      else { continue }
      best = (kind, hint)
    }
    guard let best else { return nil }
    self = best.hint
  }

  /// Valid lengths in bytes, from `#rgb` to the longest BlurHash.
  private static let lengths = 4...166

  private init?(_ kind: PlainNames.Hint, _ text: some Collection<UInt8>) {
    let hint: PictureHint? =
      switch kind {
      case .thumbHash: ThumbHash(base64: text).map(PictureHint.thumbHash)
      case .blurHash: BlurHash(text).map(PictureHint.blurHash)
      case .meanColor, .color: RGB(hexadecimal: text).map(PictureHint.color)
      }
    guard let hint else { return nil }
    self = hint
  }
}

extension RGB {
  /// Parses CSS `#rgb` or `#rrggbb` (Color Level 4, section 5.2).
  init?(hexadecimal text: some Collection<UInt8>) {
    let digits = text.dropFirst().prefix(7).map(\.hexValue)
    let values = digits.compactMap(\.self)
    guard text.first == "#", values.count == digits.count else { return nil }
    switch values.count {
    case 3: self.init(values[0] * 17, values[1] * 17, values[2] * 17)
    case 6:
      self.init(values[0] << 4 | values[1], values[2] << 4 | values[3], values[4] << 4 | values[5])
    default: return nil
    }
  }
}
