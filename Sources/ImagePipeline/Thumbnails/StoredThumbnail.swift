package import Base
package import Imaging

/// A valid thumbnail, open for decoding.
///
/// Structure, checksums and texts were checked; the pixels are untrusted, and must be decoded in
/// another process.
package struct StoredThumbnail: ~Copyable, Sendable {
  package let size: ThumbnailSize
  package let pixels: PixelSize
  package let info: PictureInfo
  /// Whether it has all facts that a decoder would report.
  package let hasAllFacts: Bool
  /// Whether the photo may be animated without the thumbnail saying so.
  package let hidesMotion: Bool
  package let isOwn: Bool
  /// Whether it is from a repository beside the photo.
  package let isShared: Bool
  /// The PNG, at position 0.
  package let file: Descriptor

  package consuming func takeFile() -> Descriptor { file }

  /// Larger files are no thumbnails.
  package static let byteLimit = 1 << 24
}
