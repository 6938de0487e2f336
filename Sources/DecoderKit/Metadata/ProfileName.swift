internal import Imaging

/// The name of a color profile (ISO 15076-1, section 9.2.41, profileDescriptionTag).
enum ProfileName {
  private static let nameLimit = 1024

  static func name(in profile: ArraySlice<UInt8>) -> String? {
    ICCProfile.tag("desc", in: ByteView(profile)).flatMap(text)
  }

  private static func text(_ tag: ByteView) -> String? {
    if tag.has("desc") {
      // Version 2: a length and ASCII.
      guard let length = tag.number(at: 8, 4), let bytes = tag.bytes(at: 12, min(length, nameLimit))
      else { return nil }
      return PhotoMetadata.text(ForeignBytes.text(bytes.prefix { $0 != 0 }))
    }
    // Version 4: UTF-16 in several languages; the first is used.
    guard tag.has("mluc"), let length = tag.number(at: 20, 4), let start = tag.number(at: 24, 4),
      let bytes = tag.bytes(at: start, min(length, nameLimit))
    else { return nil }
    let units = stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2).map {
      UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
    }
    return PhotoMetadata.text(String(decoding: units.prefix { $0 != 0 }, as: UTF16.self))
  }

  /// The name of color codes (ITU-T H.273) used in images; nil for others.
  static func name(of codes: CICP) -> String? {
    switch (codes.primaries, codes.transfer) {
    case (1, 13): "sRGB"
    case (1, 1), (1, 6): "BT.709"
    case (12, 13): "Display P3"
    case (9, 16), (12, 16): "PQ"
    case (9, 18), (12, 18): "HLG"
    default: nil
    }
  }
}

/// The tag table of a color profile (ICC.1:2022, 7.3).
enum ICCProfile {
  private static let headerLength = 128
  private static let mostTags = 200

  static func tag(_ name: StaticString, in profile: ByteView) -> ByteView? {
    guard let count = profile.number(at: headerLength, 4) else { return nil }
    for index in 0..<min(count, mostTags) {
      let entry = headerLength + 4 + 12 * index
      guard profile.has(name, at: entry), let start = profile.number(at: entry + 4, 4),
        let length = profile.number(at: entry + 8, 4)
      else { continue }
      return profile.part(from: start, count: length)
    }
    return nil
  }
}
