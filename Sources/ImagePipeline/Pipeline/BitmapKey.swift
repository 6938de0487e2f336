import Catalogs
import DecoderProtocol
import Imaging

/// Key of bitmap loads and of the bitmap cache.
///
/// Requests whose sizes fall into one thumbnail class share a bitmap: one decoding serves the cell,
/// other cells of similar size, and the thumbnail on disk.
package struct BitmapKey: Hashable, Sendable {
  let photo: Photo
  /// Nil above the largest class; the bitmap then has the requested size.
  let size: ThumbnailSize?
  var closeUp: CloseUp?

  /// `region` is in pixels of the image, `box` the pixels that it is scaled to fit.
  struct CloseUp: Hashable, Sendable {
    let region: PixelRect
    let box: PixelSize
  }

  static func all(of photo: Photo) -> [BitmapKey] {
    (ThumbnailSize.allCases + [nil]).map { BitmapKey(photo: photo, size: $0) }
  }
}

extension ImageRequest {
  /// The key of the bitmap that the tile is rendered from.
  ///
  /// Parts of small images use the bitmap of the whole; with renditions, all of the largest one.
  var bitmapKey: BitmapKey {
    guard let part else { return BitmapKey(photo: photo, size: ThumbnailSize(filling: pixels)) }
    if hasRenditions {
      return BitmapKey(
        photo: photo, size: nil,
        closeUp: BitmapKey.CloseUp(
          region: PixelRect(part.picture), box: Self.renditionBox(for: part.picture)))
    }
    let whole = part.turn.shown(part.whole)
    let size = ThumbnailSize(filling: whole) ?? ThumbnailSize(filling: part.picture)
    return BitmapKey(
      photo: photo, size: size,
      closeUp: size == nil ? BitmapKey.CloseUp(region: part.region, box: pixels) : nil)
  }

  /// The decoding request for the tile.
  ///
  /// An embedded thumbnail must fill the smallest class, so that the next request needs no other
  /// bitmap; a larger box would decode photos whole needlessly. Of renditions the smallest is used.
  var decoding: DecodingRequest {
    let key = bitmapKey
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
  private var hasRenditions: Bool { (photo.onWeb?.renditions.count ?? 0) > 1 }

  var firstLook: DecodingRequest {
    DecodingRequest(
      box: pixels, region: hasRenditions ? bitmapKey.closeUp?.region : nil, thumbnail: .only)
  }
}

extension PixelSize {
  fileprivate func covering(_ other: PixelSize) -> PixelSize {
    PixelSize(width: max(width, other.width), height: max(height, other.height))
  }
}
