import Concurrency
import Decoding
import Imaging
import SharedTier
import Synchronization
import System
import Thumbnails

/// One photo's thumbnail in the shared tier: asked for before the photo is loaded, awaited for a moment,
/// and then while it is loaded; what comes first is taken.
///
/// Whoever has asked must `end` it, whatever has become of the load: the lease of what is not shared is
/// given back by that.
struct SharedLoad: Sendable {
  private let tier: SharedTier
  private let identity: ContentIdentity
  private let key: TierKey
  private let lookup: TierLookup?
  private let course = Course()

  /// What has become of it.
  private final class Course: Sendable {
    let thumbnail = Mutex<SharedThumbnail?>(nil)
    let isShared = Atomic(false)
  }

  /// How the shared tier is asked.
  enum Manner: Sendable {
    /// Beside the load, which it never holds up.
    case beside
    /// Beside the load, which is left to another machine where that is known to be at it.
    case besideOrLeaving
    /// Before the load, and only whether there is a thumbnail: what another machine has made stays there.
    case finding
    /// The same, and the load is left to another machine where that is at it.
    case findingOrLeaving

    /// Whether it is enough that the thumbnail is there.
    var isFinding: Bool { self == .finding || self == .findingOrLeaving }
    /// Whether the load is left to another machine.
    var mayLeave: Bool { self == .findingOrLeaving || self == .besideOrLeaving }

    /// Whether an answer of a tier may be of use.
    fileprivate func isWorthAsking(_ tier: SharedTier) -> Bool {
      isFinding ? !tier.isResting : tier.mayAnswerInTime
    }
  }

  /// Asks for the thumbnail of a file; reads the ends of it, and blocks for that.
  ///
  /// Nil where there is nothing to ask, or no answer would come in time.
  /// - Parameters:
  ///   - tier: What is asked; nil where there is none.
  ///   - photo: The open file.
  ///   - size: The class of the thumbnail.
  ///   - manner: How it is asked.
  init?(_ tier: SharedTier?, _ photo: OpenPhoto, _ size: ThumbnailSize, _ manner: Manner) {
    guard let tier, manner.isWorthAsking(tier),
      let ends = photo.ends(of: ContentIdentity.endLength),
      let identity = ContentIdentity(byteCount: photo.version.byteCount, ends: ends)
    else { return nil }
    self.init(tier, identity, size, manner)
  }

  /// Asks for the thumbnail of what is known already; may load libraries, and blocks for that.
  ///
  /// Nil where there is nothing to ask, or no answer would come in time.
  init?(
    _ tier: SharedTier?, _ identity: ContentIdentity?, _ size: ThumbnailSize, _ manner: Manner
  ) {
    guard let tier, manner.isWorthAsking(tier), let identity,
      let key = tier.key(of: identity, side: size.side)
    else { return nil }
    self.tier = tier
    self.identity = identity
    self.key = key
    lookup = manner.isFinding ? tier.find(key) : tier.look(up: key)
  }

  /// What came of it within the time in which nothing else is done; blocks.
  func firstAnswer() -> TierLookup.Answer? {
    lookup?.firstAnswer()
  }

  /// Ends the work of a thread when the thumbnail has come, which `rescue` has then.
  func cancelWhenFound(_ work: CancellationSignal) {
    lookup?.whenFound { [course] thumbnail in
      course.thumbnail.withLock { $0 = thumbnail }
      work.raise()
    }
  }

  /// The thumbnail that has ended the work.
  var rescue: SharedThumbnail? { course.thumbnail.withLock { $0 } }

  /// Loads a photo, unless its thumbnail comes before.
  /// - Returns: The thumbnail, or what came of the load.
  func first<Picture: Sendable>(
    or load: @escaping @Sendable () async -> Picture
  ) async -> Outcome<Picture> {
    guard let lookup else { return .loaded(await load()) }
    let found = Promise<SharedThumbnail?>()
    return await withTaskGroup(of: Outcome<Picture>?.self) { group in
      group.addTask { .loaded(await load()) }
      group.addTask { await found.value().map { .found($0) } }
      lookup.whenFound { found.fulfil($0) }
      let first = await group.next() ?? nil
      // The one that waits ends with the load at the latest.
      found.fulfil(nil)
      group.cancelAll()
      return if let first { first } else { .loaded(await load()) }
    }
  }

  /// What came first.
  enum Outcome<Picture: Sendable>: Sendable {
    case found(SharedThumbnail)
    case loaded(Picture)
  }

  /// Gives the tier what was decoded, where it is worth keeping, and makes of it what smaller cells ask for,
  /// as those that are drawn by characters do.
  func put(_ content: PendingThumbnail.Content?) {
    guard case .thumbnail(let bitmap, let size, let info) = content, let picture = info.size,
      max(picture.width, picture.height) > ThumbnailSize.normal.side,
      size.side == key.side
    else { return }
    course.isShared.store(true, ordering: .relaxed)
    func thumbnail(_ bitmap: Bitmap) -> SharedThumbnail {
      SharedThumbnail(bitmap: bitmap, info: info)
    }
    tier.put(thumbnail(bitmap), as: key, after: lookup)
    var smaller = bitmap
    for size in ThumbnailSize.allCases.reversed() where size.side < key.side {
      guard let key = tier.key(of: identity, side: size.side) else { return }
      smaller = smaller.scaled(to: picture.fitted(into: size.box))
      tier.put(thumbnail(smaller), as: key)
    }
  }

  /// Gives the lease back where nothing has been put: another machine then need not wait for its end.
  func end() {
    guard !course.isShared.load(ordering: .relaxed) else { return }
    lookup?.giveBack()
  }
}

extension DecodingRequest {
  /// How the shared tier is asked for it.
  var manner: SharedLoad.Manner { mayPutOff ? .besideOrLeaving : .beside }
}

extension DecodedImage {
  /// Takes a thumbnail of the shared tier as if a file of that length had been decoded to it.
  init(_ thumbnail: SharedThumbnail, byteCount: Int) {
    var info = thumbnail.info
    info.byteCount = byteCount
    self.init(bitmap: thumbnail.bitmap, info: info)
  }
}
