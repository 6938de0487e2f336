import Catalog
import Imaging

/// The sizes of photos in their own pixels, as far as anything is known of them.
///
/// The size of a photo on the web is that of its largest rendition: what its feed says of that, as long as
/// only a smaller one has come, and then its own.
struct PhotoSizes {
  private struct Known {
    var size: PixelSize
    /// Whether the largest rendition has not come yet.
    var isGuess: Bool
  }

  /// More are not worth remembering.
  private static let limit = 4096

  private var known: [PhotoID: Known] = [:]

  /// The size of a photo; nil where nothing is known of it.
  subscript(id: PhotoID) -> PixelSize? { known[id]?.size }

  /// Takes note of a picture that has come.
  /// - Parameters:
  ///   - size: Its size.
  ///   - photo: Whose it is.
  ///   - id: The entry of the photo.
  ///   - hasLarger: Whether there is a larger rendition.
  /// - Returns: Whether another size is known now.
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
  /// The size that a feed says of its largest rendition, if that may be a larger one of a picture that has
  /// come; else the size of this.
  fileprivate func saidSize(above size: PixelSize) -> PixelSize {
    guard let said = onWeb?.largestSize, said.area > size.area else { return size }
    let (one, two) = (said.width * size.height, size.width * said.height)
    // As far as rounding goes, and a bit more: feeds round as well.
    return abs(one - two) <= max(one, two) / 20 ? said : size
  }
}
