import Catalogs
import Imaging

/// Sizes of photos in pixels, as far as known.
///
/// For a photo on the web, the size of its largest rendition: from the feed, until that rendition
/// is loaded.
struct PhotoSizes {
  private struct Known {
    var size: PixelSize
    var isGuess: Bool
  }

  private static let limit = 4096

  private var known: [PhotoID: Known] = [:]

  subscript(id: PhotoID) -> PixelSize? { known[id]?.size }

  /// Records the size of a loaded image; returns whether the known size changed.
  mutating func note(
    _ size: PixelSize, of photo: Photo, _ id: PhotoID, _ hasLarger: Bool
  ) -> Bool {
    let before = known[id]
    if hasLarger, before?.isGuess == false { return false }
    let size = hasLarger ? photo.saidSize(above: size) : size
    if known.count >= Self.limit { known = [:] }
    known[id] = Known(size: size, isGuess: hasLarger)
    return before?.size != size
  }
}

extension Photo {
  /// The size in the feed, if that may be of a larger rendition of the same image; else `size`.
  fileprivate func saidSize(above size: PixelSize) -> PixelSize {
    guard let said = onWeb?.largestSize, said.area > size.area else { return size }
    let (one, two) = (said.width * size.height, size.width * said.height)
    // Feeds round sizes, so proportions may differ a little.
    return abs(one - two) <= max(one, two) / 20 ? said : size
  }
}
