package import Imaging

/// A thumbnail with the metadata of its photo, for sharing between machines.
package struct SharedThumbnail: Hashable, Sendable {
  package let bitmap: Bitmap
  package let info: PictureInfo
  /// Whether `info` is complete; older versions have shared less.
  package let hasAllFacts: Bool

  package init(bitmap: Bitmap, info: PictureInfo, hasAllFacts: Bool = true) {
    self.bitmap = bitmap
    var info = info
    info.byteCount = 0
    self.info = info
    self.hasAllFacts = hasAllFacts
  }
}
