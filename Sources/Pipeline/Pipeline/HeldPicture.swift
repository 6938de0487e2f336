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
  /// What it is a close-up of, and in how many pixels; nil for all of the picture.
  var closeUp: CloseUp?

  /// A region of a picture, in the picture's own pixels, and the box that it is to fill.
  struct CloseUp: Hashable, Sendable {
    let region: PixelRect
    let box: PixelSize
  }

  /// The keys that a photo's bitmaps may be held under, the smallest size first.
  static func all(of photo: Photo) -> [PictureKey] {
    (ThumbnailSize.allCases + [nil]).map { PictureKey(photo: photo, size: $0) }
  }
}

extension ImageRequest {
  /// The key of the bitmap that its tile is made of: of the whole picture also where a part is wanted of
  /// one that is small, and of all of the largest rendition where there are several.
  var pictureKey: PictureKey {
    guard let part else { return PictureKey(photo: photo, size: ThumbnailSize(filling: pixels)) }
    if hasRenditions {
      return PictureKey(
        photo: photo, size: nil,
        closeUp: PictureKey.CloseUp(
          region: PixelRect(part.picture), box: Self.renditionBox(for: part.picture)))
    }
    let whole = part.turn.shown(part.whole)
    let size = ThumbnailSize(filling: whole) ?? ThumbnailSize(filling: part.picture)
    return PictureKey(
      photo: photo, size: size,
      closeUp: size == nil ? PictureKey.CloseUp(region: part.region, box: pixels) : nil)
  }

  /// What is asked of a decoder for its tile.
  ///
  /// An embedded thumbnail fills the smallest class, so that nobody has to come back for more; it must
  /// be no larger than wanted otherwise, or the photo would be decoded whole without need. Of
  /// renditions on the web the smallest that suffices is wanted always.
  var decoding: DecodingRequest {
    let key = pictureKey
    if let closeUp = key.closeUp, let part {
      if hasRenditions {
        return DecodingRequest(
          box: closeUp.box, wholeBox: closeUp.box, region: closeUp.region, thumbnail: .never)
      }
      let canBeWhole = part.picture.area <= Self.wholeCloseUp
      return DecodingRequest(
        box: closeUp.box, wholeBox: canBeWhole ? part.picture.covering(closeUp.box) : closeUp.box,
        region: closeUp.region, thumbnail: .never)
    }
    let size = key.size
    // A part of a small picture is drawn of the whole.
    if part != nil { return DecodingRequest(box: size?.box ?? pixels) }
    let isFilled = size == .normal && photo.onWeb == nil
    return DecodingRequest(
      box: isFilled ? size?.box ?? pixels : pixels, wholeBox: size?.box ?? pixels,
      thumbnail: photo.onWeb == nil ? .never : .whereItSuffices)
  }

  /// A picture of no more pixels than these is held whole where it must be decoded whole for a
  /// close-up: 128 MB.
  private static let wholeCloseUp = 32 << 20

  /// What the largest rendition is decoded to, whatever size it turns out to have.
  /// - Parameter picture: What is known of its size, in pixels.
  /// - Returns: A box for 32 megapixels, or for that picture where it has no more of them.
  private static func renditionBox(for picture: PixelSize) -> PixelSize {
    let side = Int(Double(wholeCloseUp).squareRoot())
    let square = PixelSize(width: side, height: side)
    return picture.area <= wholeCloseUp ? square.covering(picture) : square
  }

  /// Whether there are several encoded pictures of the photo, of which a close-up is one of the largest.
  private var hasRenditions: Bool { (photo.onWeb?.entry.renditions.count ?? 0) > 1 }

  /// What is asked of a decoder for a first look.
  var firstLook: DecodingRequest {
    DecodingRequest(
      box: pixels, region: hasRenditions ? pictureKey.closeUp?.region : nil, thumbnail: .only)
  }
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
    if let part = request.part { return hasAll(of: request) || serves(part) }
    return picture.region == nil && servesWhole(request)
  }

  private func servesWhole(_ request: ImageRequest) -> Bool {
    box.covers(request.pixels) || fills(picture.isBeginning ? request.seenPixels : request.pixels)
      || picture.bitmap.size == picture.info.size && hasSource(of: request)
  }

  /// Whether it is all that a close-up of a whole picture is made of.
  private func hasAll(of request: ImageRequest) -> Bool {
    guard let closeUp = request.pictureKey.closeUp, let part = request.part else { return false }
    return picture.region == nil && !picture.hasLarger && closeUp.region == PixelRect(part.picture)
      && box.covers(closeUp.box)
  }

  /// Whether it has all of a part, and in it as many pixels as are shown, or as the picture has.
  private func serves(_ part: PicturePart) -> Bool {
    if picture.hasLarger { return isScaledDown(for: part) }
    // Another picture by now: what there is of it tells whoever asks.
    guard picture.info.size == part.picture else { return true }
    let whole = PixelRect(part.picture)
    let region = picture.region ?? whole
    guard region.columns.contains(part.region.columns), region.rows.contains(part.region.rows)
    else { return false }
    let needed = part.turn.shown(part.whole)
    let size = picture.bitmap.size
    func suffices(_ pixels: Int, _ stretch: Int, _ needed: Int, _ all: Int) -> Bool {
      (pixels + 1) * all >= min(needed, all) * stretch
    }
    return suffices(size.width, region.size.width, needed.width, whole.size.width)
      && suffices(size.height, region.size.height, needed.height, whole.size.height)
  }

  /// Whether a part shows less of the picture than its bitmap has, and than all of this rendition: a larger
  /// one would look the same.
  private func isScaledDown(for part: PicturePart) -> Bool {
    let (needed, all) = (part.turn.shown(part.whole), picture.info.size ?? picture.bitmap.size)
    return picture.bitmap.size.covers(needed) && needed.width < all.width
      && needed.height < all.height
  }

  /// A tile made of it, which took a time to make.
  func loaded(_ tile: Tile, in renderTime: Duration) -> LoadedTile {
    LoadedTile(
      tile: tile, info: picture.info,
      provenance: Provenance(
        origin: loadTime == nil ? .memory : picture.origin, isStale: picture.isStale,
        loadTime: (loadTime ?? .zero) + renderTime, begunAt: begunAt,
        hasLarger: picture.hasLarger))
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
  /// The least size that covers this one and another.
  fileprivate func covering(_ other: PixelSize) -> PixelSize {
    PixelSize(width: max(width, other.width), height: max(height, other.height))
  }
}
