/// The version of an Immich server, as `server/version` says it.
struct ImmichVersion: Hashable, Comparable, Sendable {
  let major: Int
  let minor: Int

  /// The first version that sends the photos of a month in columns, with the offsets of their zones.
  static let oldest = ImmichVersion(major: 1, minor: 137)
  /// The first version that takes structured filters and cursors.
  static let structured = ImmichVersion(major: 3, minor: 2)

  static func < (left: ImmichVersion, right: ImmichVersion) -> Bool {
    (left.major, left.minor) < (right.major, right.minor)
  }
}
