import Catalogs
import DecoderProtocol
import Imaging

/// Key of bitmap loads and of the bitmap cache.
///
/// Requests whose sizes fall into one thumbnail class share a bitmap: one decoding serves the cell,
/// other cells of similar size, and the thumbnail on disk.
package struct PictureKey: Hashable, Sendable {
  let photo: Photo
  /// Nil above the largest class; the bitmap then has the requested size.
  let size: ThumbnailSize?
  var closeUp: CloseUp?

  /// `region` is in pixels of the image, `box` the pixels that it is scaled to fit.
  struct CloseUp: Hashable, Sendable {
    let region: PixelRect
    let box: PixelSize
  }

  static func all(of photo: Photo) -> [PictureKey] {
    (ThumbnailSize.allCases + [nil]).map { PictureKey(photo: photo, size: $0) }
  }
}

extension ImageRequest {
  /// The key of the bitmap that the tile is rendered from.
  ///
  /// Parts of small images use the bitmap of the whole; with renditions, all of the largest one.
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

  /// The decoding request for the tile.
  ///
  /// An embedded thumbnail must fill the smallest class, so that the next request needs no other
  /// bitmap; a larger box would decode photos whole needlessly. Of renditions the smallest is used.
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
    // A part of a small image is rendered from the whole.
    if part != nil { return DecodingRequest(box: size?.box ?? pixels) }
    let isFilled = size == .normal && photo.onWeb == nil
    return DecodingRequest(
      box: isFilled ? size?.box ?? pixels : pixels, wholeBox: size?.box ?? pixels,
      thumbnail: photo.onWeb == nil ? .never : .whereItSuffices)
  }

  /// Images up to this size are cached whole if a close-up needs them decoded whole: 128 MB.
  private static let wholeCloseUp = 32 << 20

  /// At least 32 megapixels, whatever the actual size of the largest rendition.
  private static func renditionBox(for picture: PixelSize) -> PixelSize {
    let side = Int(Double(wholeCloseUp).squareRoot())
    let square = PixelSize(width: side, height: side)
    return picture.area <= wholeCloseUp ? square.covering(picture) : square
  }

  /// Whether there are several encoded images; close-ups are of the largest.
  private var hasRenditions: Bool { (photo.onWeb?.entry.renditions.count ?? 0) > 1 }

  var firstLook: DecodingRequest {
    DecodingRequest(
      box: pixels, region: hasRenditions ? pictureKey.closeUp?.region : nil, thumbnail: .only)
  }
}

package struct HeldPicture: Sendable {
  let picture: LoadedPicture
  /// The requested size in pixels; smaller tiles need no other bitmap.
  let box: PixelSize
  /// Start of the load in seconds since 1970 UTC; later changes of the file are not included.
  let begunAt: Int
  /// Nil if it came from memory.
  private(set) var loadTime: Duration?

  var byteCount: Int { picture.bitmap.bytes.count }

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

  /// Whether loading the image again would not improve the tile of a request.
  func serves(_ request: ImageRequest) -> Bool {
    if let part = request.part { return hasAll(of: request) || serves(part) }
    return picture.region == nil && servesWhole(request)
  }

  private func servesWhole(_ request: ImageRequest) -> Bool {
    box.covers(request.pixels) || fills(picture.isBeginning ? request.seenPixels : request.pixels)
      || picture.bitmap.size == picture.info.size && hasSource(of: request)
  }

  /// Whether it is the whole bitmap that close-ups of a photo with renditions are rendered from.
  private func hasAll(of request: ImageRequest) -> Bool {
    guard let closeUp = request.pictureKey.closeUp, let part = request.part else { return false }
    return picture.region == nil && !picture.hasLarger && closeUp.region == PixelRect(part.picture)
      && box.covers(closeUp.box)
  }

  /// Whether it contains all of a part, with as many pixels as are shown or as the image has.
  private func serves(_ part: PicturePart) -> Bool {
    if picture.hasLarger { return isScaledDown(for: part) }
    // The image has changed; the request is for a part of the old one and cannot be improved.
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

  /// Whether the part is scaled down from less than all of it: a larger rendition would look the
  /// same.
  private func isScaledDown(for part: PicturePart) -> Bool {
    let (needed, all) = (part.turn.shown(part.whole), picture.info.size ?? picture.bitmap.size)
    return picture.bitmap.size.covers(needed) && needed.width < all.width
      && needed.height < all.height
  }

  func loaded(_ tile: Tile, in renderTime: Duration) -> LoadedTile {
    LoadedTile(
      tile: tile, info: picture.info,
      provenance: Provenance(
        origin: loadTime == nil ? .memory : picture.origin, isStale: picture.isStale,
        loadTime: (loadTime ?? .zero) + renderTime, begunAt: begunAt,
        hasLarger: picture.hasLarger))
  }

  /// Whether it fills the box for its proportions, up to rounding.
  private func fills(_ box: PixelSize) -> Bool {
    let (bitmap, shown) = (picture.bitmap.size, picture.info.size ?? picture.bitmap.size)
    let scale = min(
      Double(box.width) / Double(max(1, shown.width)),
      Double(box.height) / Double(max(1, shown.height)))
    return Double(bitmap.width + 1) > Double(shown.width) * scale
      && Double(bitmap.height + 1) > Double(shown.height) * scale
  }

  private func hasSource(of request: ImageRequest) -> Bool {
    guard let entry = request.photo.onWeb?.entry else { return true }
    let wanted = request.pixels
    return entry.rendition(sufficingForWidth: wanted.width, height: wanted.height)
      == entry.rendition(sufficingForWidth: box.width, height: box.height)
  }
}

extension PixelSize {
  fileprivate func covering(_ other: PixelSize) -> PixelSize {
    PixelSize(width: max(width, other.width), height: max(height, other.height))
  }
}
