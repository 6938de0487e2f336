internal import CLinux

/// What is to be known of the volume that a photo lies on.
enum Volume {
  /// Those that number their files anew whenever they are mounted: FAT, exFAT and FUSE (statfs(2)).
  private static let forgetful: Set<Int> = [0x4D44, 0x2011_BAB0, 0x6573_5546]

  /// Tells whether a file keeps its number for as long as it exists; blocks.
  static func hasLastingInodes(_ path: [UInt8]) -> Bool {
    var status = statfs()
    guard unsafe statfs(path.cString, &status) == 0 else { return false }
    return !forgetful.contains(Int(status.f_type))
  }
}
