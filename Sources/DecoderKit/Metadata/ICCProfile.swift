internal import Imaging

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
