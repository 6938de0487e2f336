/// The API version of an Immich server, from `server/version`.
struct ImmichVersion: Hashable, Comparable, Sendable {
  let major: Int
  let minor: Int

  /// The first version that sends a month's photos in columns with time zone offsets.
  static let oldest = ImmichVersion(major: 1, minor: 137)
  /// The first version with structured filters and cursors.
  static let structured = ImmichVersion(major: 3, minor: 2)

  static func < (left: ImmichVersion, right: ImmichVersion) -> Bool {
    (left.major, left.minor) < (right.major, right.minor)
  }
}
