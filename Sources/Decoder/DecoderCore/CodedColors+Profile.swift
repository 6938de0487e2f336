extension CodedColors {
  /// The length of a profile's header, and of an entry in the table behind it (ICC.1:2022, 7.2, 7.3).
  private static let headerLength = 128
  private static let entryLength = 12
  /// The length of the tag, of which the codes are the ninth and the tenth byte (ICC.1:2022, 10.3).
  private static let tagLength = 12
  /// More tags than any profile has.
  private static let mostTags = 200

  /// Reads the codes that a profile may hold besides what it says itself (ICC.1:2022, 9.2.17).
  /// - Returns: Nil where there are none, or the profile is broken.
  init?(inProfile profile: [UInt8]) {
    let table = Self.headerLength + 4
    guard profile.count >= table else { return nil }
    let count = min(profile.bigEndian(at: Self.headerLength), Self.mostTags)
    let name = Array("cicp".utf8)
    let entry = (0..<count).map { table + $0 * Self.entryLength }
      .first { profile.dropFirst($0).starts(with: name) }
    guard let entry, entry + Self.entryLength <= profile.count else { return nil }
    let tag = profile.dropFirst(profile.bigEndian(at: entry + 4)).prefix(Self.tagLength)
    guard tag.count == Self.tagLength, tag.starts(with: name) else { return nil }
    self.init(primaries: Int(tag[tag.startIndex + 8]), transfer: Int(tag[tag.startIndex + 9]))
  }
}
