import Catalog
import DecoderMessages
import Decoding
import Feeds
import Imaging
import Thumbnails

/// What loads of bitmaps are joined by, and what bitmaps are held under.
///
/// Requests of one photo share a bitmap where their sizes fall into one class of thumbnails: the same
/// decoding serves the cell, its neighbours in size and the thumbnail on disk.
package struct PictureKey: Hashable, Sendable {
  /// Whose bitmap it is.
  let photo: Photo
  /// The class of its size; nil above the largest, where a bitmap is as large as was asked.
  let size: ThumbnailSize?

  /// The keys that a photo's bitmaps may be held under, the smallest size first.
  static func all(of photo: Photo) -> [PictureKey] {
    (ThumbnailSize.allCases + [nil]).map { PictureKey(photo: photo, size: $0) }
  }
}

extension ImageRequest {
  /// The key of the bitmap that its tile is made of.
  var pictureKey: PictureKey { PictureKey(photo: photo, size: ThumbnailSize(filling: pixels)) }

  /// What is asked of a decoder for its tile.
  ///
  /// An embedded thumbnail fills the smallest class, so that nobody has to come back for more; it must
  /// be no larger than wanted otherwise, or the photo would be decoded whole without need. Of
  /// renditions on the web the smallest that suffices is wanted always.
  var decoding: DecodingRequest {
    let size = pictureKey.size
    let isFilled = size == .normal && photo.onWeb == nil
    return DecodingRequest(
      box: isFilled ? size?.box ?? pixels : pixels, wholeBox: size?.box ?? pixels)
  }

  /// What is asked of a decoder for a first look.
  var firstLook: DecodingRequest { DecodingRequest(box: pixels, thumbnail: .only) }
}

/// A bitmap that tiles are made of, and how it came to be here.
package struct HeldPicture: Sendable {
  /// The bitmap, and what is known of its picture.
  let picture: LoadedPicture
  /// What was asked for: a tile of a smaller box needs no more than this.
  let box: PixelSize
  /// When its loading began, in seconds since 1970 in UTC: what has changed since then shows otherwise.
  let begunAt: Int
  /// How long it took to come; nil where it was in memory.
  private(set) var loadTime: Duration?

  /// What it takes in memory, in bytes.
  var byteCount: Int { picture.bitmap.bytes.count }

  /// The same bitmap, come from memory.
  var fromMemory: HeldPicture {
    var copy = self
    copy.loadTime = nil
    return copy
  }

  init(_ picture: LoadedPicture, box: PixelSize, begunAt: Int, loadTime: Duration) {
    self.picture = picture
    self.box = box
    self.begunAt = begunAt
    self.loadTime = loadTime
  }

  /// Whether loading the picture anew would give a request no better tile.
  func serves(_ request: ImageRequest) -> Bool {
    box.covers(request.pixels) || fills(request.pixels)
      || picture.bitmap.size == picture.info.size && hasSource(of: request)
  }

  /// A tile made of it, which took a time to make.
  func loaded(_ tile: Tile, in renderTime: Duration) -> LoadedTile {
    LoadedTile(
      tile: tile, info: picture.info,
      provenance: Provenance(
        origin: loadTime == nil ? .memory : picture.origin, isStale: picture.isStale,
        loadTime: (loadTime ?? .zero) + renderTime, begunAt: begunAt))
  }

  /// Whether it has as many pixels as a picture of its proportions has in a box, up to rounding.
  private func fills(_ box: PixelSize) -> Bool {
    let (bitmap, shown) = (picture.bitmap.size, picture.info.size ?? picture.bitmap.size)
    let scale = min(
      Double(box.width) / Double(max(1, shown.width)),
      Double(box.height) / Double(max(1, shown.height)))
    return Double(bitmap.width + 1) > Double(shown.width) * scale
      && Double(bitmap.height + 1) > Double(shown.height) * scale
  }

  /// Whether a request would be loaded from the same encoded picture: on the web there may be a larger.
  private func hasSource(of request: ImageRequest) -> Bool {
    guard let entry = request.photo.onWeb?.entry else { return true }
    let wanted = request.pixels
    return entry.rendition(sufficingForWidth: wanted.width, height: wanted.height)
      == entry.rendition(sufficingForWidth: box.width, height: box.height)
  }
}

extension PixelSize {
  fileprivate func covers(_ other: PixelSize) -> Bool {
    width >= other.width && height >= other.height
  }
}
