import Base
import Imaging
import SharedTier
import Synchronization

/// The lookup of a photo's thumbnail in the shared tier: first alone for a moment, then
/// concurrently with the load; the first result is used.
///
/// `end` must always be called: it releases the lease if nothing was shared.
struct SharedLoad: Sendable {
  private let tier: SharedTier
  private let identity: ContentIdentity
  private let key: TierKey
  private let lookup: TierLookup?
  private let course = Course()

  private final class Course: Sendable {
    let thumbnail = Mutex<SharedThumbnail?>(nil)
    let isShared = Atomic(false)
  }

  enum Manner: Sendable {
    /// Concurrent with the load, which it never delays.
    case beside
    /// Concurrent; the load is left to another machine known to work on the photo.
    case besideOrLeaving
    /// Before the load; only checks for a thumbnail, without downloading it.
    case finding
    /// The same, but the load is left to another machine working on the photo.
    case findingOrLeaving

    var isFinding: Bool { self == .finding || self == .findingOrLeaving }
    var mayLeave: Bool { self == .findingOrLeaving || self == .besideOrLeaving }

    fileprivate func isWorthAsking(_ tier: SharedTier) -> Bool {
      isFinding ? !tier.isResting : tier.mayAnswerInTime
    }
  }

  /// Starts the lookup for a file; reads both ends of the file, and blocks.
  ///
  /// Nil if there is no tier, or it would not answer in time.
  init?(_ tier: SharedTier?, _ photo: OpenPhoto, _ size: ThumbnailSize, _ manner: Manner) {
    guard let tier, manner.isWorthAsking(tier),
      let ends = photo.ends(of: ContentIdentity.endLength),
      let identity = ContentIdentity(byteCount: photo.version.byteCount, ends: ends)
    else { return nil }
    self.init(tier, identity, size, manner)
  }

  /// Starts the lookup for a known identity; may load libraries, and blocks.
  ///
  /// Nil if there is no tier, or it would not answer in time.
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

  /// The response within the initial wait; blocks.
  func firstAnswer() -> TierLookup.Answer? {
    lookup?.firstAnswer()
  }

  /// Cancels the work when the thumbnail arrives, which is then in `rescue`.
  func cancelWhenFound(_ work: CancellationSignal) {
    lookup?.whenFound { [course] thumbnail in
      course.thumbnail.withLock { $0 = thumbnail }
      work.raise()
    }
  }

  var rescue: SharedThumbnail? { course.thumbnail.withLock { $0 } }

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
      // Releases the task that waits for the thumbnail.
      found.fulfil(nil)
      group.cancelAll()
      return if let first { first } else { .loaded(await load()) }
    }
  }

  enum Outcome<Picture: Sendable>: Sendable {
    case found(SharedThumbnail)
    case loaded(Picture)
  }

  /// Shares a bitmap, and smaller ones for clients with smaller cells, such as symbols.
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

  /// Releases the lease, so that other machines need not wait until it expires.
  func end() {
    guard !course.isShared.load(ordering: .relaxed) else { return }
    lookup?.giveBack()
  }
}

extension DecodingRequest {
  var manner: SharedLoad.Manner { mayPutOff ? .besideOrLeaving : .beside }
}

extension DecodedImage {
  /// As if decoded from a file of `byteCount` bytes.
  init(_ thumbnail: SharedThumbnail, byteCount: Int) {
    var info = thumbnail.info
    info.byteCount = byteCount
    self.init(bitmap: thumbnail.bitmap, info: info)
  }
}
