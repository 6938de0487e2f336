package import Base
package import Imaging

/// What the index keeps of one file: which version of it was read, and what that says of its photo.
package struct PhotoRecord: Hashable, Sendable {
  /// The version of the file that was read.
  package let version: IndexedVersion
  /// When the photo was taken, by the clock of its camera; nil where the file does not say.
  package var captureDate: CaptureDate?
  /// The size of the picture as it is shown, in pixels.
  package var size: PixelSize?
  /// The sensitivity as ISO 12232 counts it.
  package var iso: UInt32?
  /// The f-number.
  package var aperture: Float?
  /// The focal length in millimetres.
  package var focalLength: Float?
  /// From one to five; zero for none, and minus one for a rejected photo.
  package var rating: Int8?
  /// Camera, lens and label; nil where none of them is known.
  package var words: PhotoWords?

  /// Whether it was picked, which only sidecars say.
  package var isPicked = false
  /// How a picture is turned that does not say it itself; only sidecars say that, nil where they do not.
  package var turn: Orientation?

  /// Makes a record of a file that says nothing.
  package init(version: IndexedVersion) {
    self.version = version
  }

  /// Takes what a file says.
  /// - Parameters:
  ///   - metadata: What was read; a stranger's word.
  ///   - version: The version of the file, from before it was read.
  package init(_ metadata: PhotoMetadata, version: IndexedVersion) {
    self.version = version
    captureDate = metadata.captureDate
    size = metadata.size
    iso = metadata.iso.flatMap { UInt32(exactly: $0) }
    aperture = metadata.aperture.flatMap(Self.kept)
    focalLength = metadata.focalLength.flatMap(Self.kept)
    rating = metadata.rating.flatMap { Int8(exactly: $0) }
    words = PhotoWords(camera: metadata.camera, lens: metadata.lens, label: metadata.label)
  }

  /// How many parts of a whole are kept of apertures and focal lengths.
  static let parts: Float = 1000

  /// A number as the index keeps it, in thousandths; nil for what no lens has.
  private static func kept(_ number: Double) -> Float? {
    guard number > 0, number <= 1e6 else { return nil }
    return (Float(number) * parts).rounded() / parts
  }
}

/// The words that many photos have in common: one object for all that have the same.
package final class PhotoWords: Hashable, Sendable {
  /// The camera as people call it.
  package let camera: String?
  /// The lens.
  package let lens: String?
  /// The colour label, by its name.
  package let label: String?

  /// Takes words; nil where there are none.
  package init?(camera: String?, lens: String?, label: String?) {
    guard camera != nil || lens != nil || label != nil else { return nil }
    (self.camera, self.lens, self.label) = (camera, lens, label)
  }

  /// Whether all words are equal.
  package static func == (first: PhotoWords, second: PhotoWords) -> Bool {
    first === second
      || (first.camera, first.lens, first.label) == (second.camera, second.lens, second.label)
  }

  /// Feeds all words.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(camera)
    hasher.combine(lens)
    hasher.combine(label)
  }
}

/// A version of a file as the index knows it again: the same size, times and number of the file.
///
/// The file system is not part of it, since its number may change with each mount.
package struct IndexedVersion: Hashable, Sendable {
  /// The size in bytes.
  package let byteCount: Int64
  /// When the content last changed, in nanoseconds since 1970 in UTC.
  package let modified: Int64
  /// When anything of the file last changed, in the same.
  package let changed: Int64
  /// The number of the file in its file system.
  package let inode: UInt64

  /// Takes the parts.
  package init(byteCount: Int64, modified: Int64, changed: Int64, inode: UInt64) {
    self.byteCount = byteCount
    self.modified = modified
    self.changed = changed
    self.inode = inode
  }

  /// Takes what the kernel says of a file.
  package init(_ version: FileVersion) {
    self.init(
      byteCount: Int64(version.byteCount), modified: Self.nanoseconds(version.modified),
      changed: Self.nanoseconds(version.changed), inode: version.inode)
  }

  /// A time in nanoseconds since 1970; the far past and future, which 64 bits cannot hold, are one each.
  package static func nanoseconds(_ time: FileTime) -> Int64 {
    let (whole, isTooFar) = Int64(time.seconds).multipliedReportingOverflow(by: 1_000_000_000)
    return isTooFar ? (time.seconds < 0 ? .min : .max) : whole &+ Int64(time.nanoseconds)
  }

  /// When the content last changed.
  package var modifiedTime: FileTime {
    let (seconds, rest) = modified.quotientAndRemainder(dividingBy: 1_000_000_000)
    return rest < 0
      ? FileTime(seconds: Int(seconds) - 1, nanoseconds: Int(rest) + 1_000_000_000)
      : FileTime(seconds: Int(seconds), nanoseconds: Int(rest))
  }
}
