package import Imaging
package import System

/// A thumbnail that was found to be right, open for one who decodes it.
///
/// Its frame, its checksums and its texts have been checked; its pixels are for a decoder that may
/// be lied to, in a process of its own.
package struct StoredThumbnail: ~Copyable, Sendable {
  /// The size class that it was found in.
  package let size: ThumbnailSize
  /// Its size in pixels.
  package let pixels: PixelSize
  /// What the thumbnail tells of the photo: its bytes, and what else it says.
  package let info: PictureInfo
  /// Whether it says all that a decoder would.
  package let hasAllFacts: Bool
  /// Whether the photo may move though the thumbnail does not tell.
  package let hidesMotion: Bool
  /// Whether photocell wrote it.
  package let isOwn: Bool
  /// Whether it lies in a repository beside the photo.
  package let isShared: Bool
  /// The PNG, from which nothing has been read yet as far as its position tells.
  package let file: Descriptor

  /// Hands the open file over to one who keeps it.
  package consuming func takeFile() -> Descriptor { file }

  /// The most bytes that a thumbnail has, as far as it is looked at.
  package static let byteLimit = 1 << 24
}
