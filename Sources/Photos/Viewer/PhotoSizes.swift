import Catalogs
import Imaging

/// Sizes of photos in pixels; of a photo on the web, that of its largest rendition: from the feed,
/// until that rendition is loaded.
struct PhotoSizes {
  private static let limit = 4096

  private var known: [PhotoID: (size: PixelSize, isGuess: Bool)] = [:]

  subscript(id: PhotoID) -> PixelSize? { known[id]?.size }

  mutating func record(
    _ size: PixelSize, of photo: Photo, _ id: PhotoID, _ hasLarger: Bool
  ) -> Bool {
    let before = known[id]
    if hasLarger, before?.isGuess == false { return false }
    let size = hasLarger ? photo.saidSize(above: size) : size
    if known.count >= Self.limit { known = [:] }
    known[id] = (size, hasLarger)
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
