package import Catalog
import Values

/// What stands in the place of a picture where there is none to load.
package struct PhotoCard: Hashable, Sendable {
  /// What the photo is called, as bytes of which nothing is known.
  package let title: [UInt8]
  /// Whether it is a video.
  package let isVideo: Bool

  /// The card of a photo; nil where there is a picture to load.
  package init?(of photo: Photo) {
    guard let found = photo.onWeb, found.isCard else { return nil }
    title = found.title ?? photo.name.bytes
    isVideo = found.isVideo
  }
}
