import Decoding
import Imaging
import SharedTier
import Synchronization
import System
import Thumbnails

/// One photo's thumbnail in the shared tier: asked for before the photo is decoded, awaited for a moment,
/// and then while it is decoded; what comes first is taken.
struct SharedLoad: Sendable {
  private let tier: SharedTier
  private let key: TierKey
  private let lookup: TierLookup?
  private let found = Found()

  private final class Found: Sendable {
    let thumbnail = Mutex<SharedThumbnail?>(nil)
  }

  /// Asks for a thumbnail; reads the ends of the file, and blocks for that.
  ///
  /// Nil where there is nothing to ask, or it has been given up for now.
  /// - Parameters:
  ///   - tier: What is asked; nil where there is none.
  ///   - photo: The open file.
  ///   - size: The class of the thumbnail.
  ///   - isPatient: Whether nothing is held up by the answer.
  init?(_ tier: SharedTier?, _ photo: OpenPhoto, _ size: ThumbnailSize, isPatient: Bool = false) {
    guard let tier, !tier.isResting, let ends = photo.ends(of: ContentIdentity.endLength),
      let identity = ContentIdentity(byteCount: photo.version.byteCount, ends: ends),
      let key = tier.key(of: identity, side: size.side)
    else { return nil }
    self.tier = tier
    self.key = key
    lookup = tier.look(up: key, isPatient: isPatient)
  }

  /// What came of it within the time in which nothing else is done; blocks.
  func firstAnswer() -> TierLookup.Answer? {
    lookup?.firstAnswer()
  }

  /// Ends the work of a thread when the thumbnail has come, which `rescue` has then.
  func end(_ work: CancellationSignal) {
    lookup?.whenFound { [found] thumbnail in
      found.thumbnail.withLock { $0 = thumbnail }
      work.raise()
    }
  }

  /// The thumbnail that has ended the work.
  var rescue: SharedThumbnail? { found.thumbnail.withLock { $0 } }

  /// Gives the tier what was decoded, where it is worth keeping.
  func put(_ content: PendingThumbnail.Content?) {
    guard case .thumbnail(let bitmap, let size, let info) = content, let picture = info.size,
      max(picture.width, picture.height) > ThumbnailSize.normal.side,
      size.side == key.side
    else { return }
    tier.put(
      SharedThumbnail(
        bitmap: bitmap, pictureSize: picture, format: info.format, isMoving: info.isMoving),
      as: key)
  }
}

extension DecodedImage {
  /// Takes a thumbnail of the shared tier as if a file of that length had been decoded to it.
  init(_ thumbnail: SharedThumbnail, byteCount: Int) {
    var info = PictureInfo(
      size: thumbnail.pictureSize, format: thumbnail.format, byteCount: byteCount)
    info.isMoving = thumbnail.isMoving
    self.init(bitmap: thumbnail.bitmap, info: info)
  }
}
