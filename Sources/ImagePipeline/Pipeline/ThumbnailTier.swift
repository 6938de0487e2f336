import Base
import Catalogs
import Imaging
package import SharedTier
import Synchronization

/// The thumbnails shared with other machines: all that the pipeline knows of the shared tier.
package struct ThumbnailTier: Sendable {
  /// By default the lookup is concurrent with the load, which it never delays.
  struct LookupMode: Hashable, Sendable {
    /// Only checks for a thumbnail before the load, without downloading it.
    var isFinding = false
    /// Whether the photo may be left to another machine known to work on it.
    var mayDefer = false
  }

  private let tier: SharedTier

  package init(_ tier: SharedTier) {
    self.tier = tier
  }

  /// Reads both ends of the file, and blocks; nil if the tier would not answer in time.
  func lookUp(_ photo: OpenPhoto, _ size: ThumbnailSize, _ mode: LookupMode) -> Lookup? {
    guard mayAnswer(mode), let ends = photo.ends(of: ContentIdentity.endLength),
      let identity = ContentIdentity(byteCount: photo.version.byteCount, ends: ends)
    else { return nil }
    return Lookup(tier, identity, byteCount: photo.version.byteCount, size, mode)
  }

  /// May load libraries, and blocks; nil if the tier would not answer in time, or size or strong
  /// entity tag are missing.
  func lookUp(
    _ file: ServedFile, at address: WebURL, _ size: ThumbnailSize, _ mode: LookupMode
  ) -> Lookup? {
    // Strong validator (RFC 9110, section 8.8.1), size, and address without credentials.
    guard mayAnswer(mode), let byteCount = file.byteCount, let tag = file.entityTag, !file.isTagWeak
    else { return nil }
    let identity = ContentIdentity.served(
      place: Array(address.publicText.utf8), byteCount: byteCount, tag: Array(tag.utf8))
    return Lookup(tier, identity, byteCount: byteCount, size, mode)
  }

  private func mayAnswer(_ mode: LookupMode) -> Bool {
    mode.isFinding ? !tier.isResting : tier.mayAnswerInTime
  }

  /// The lookup of one thumbnail: first alone for a moment, then concurrently with the load.
  ///
  /// `end` must always be called, so that other machines need not wait for one that is not made.
  struct Lookup: Sendable {
    private final class State: Sendable {
      let bitmap = Mutex<LoadedBitmap?>(nil)
      let isShared = Atomic(false)
    }

    private let tier: SharedTier
    private let identity: ContentIdentity
    private let byteCount: Int
    private let key: TierKey
    private let lookup: TierLookup?
    private let mayDefer: Bool
    private let state = State()

    fileprivate init?(
      _ tier: SharedTier, _ identity: ContentIdentity, byteCount: Int, _ size: ThumbnailSize,
      _ mode: LookupMode
    ) {
      guard let key = tier.key(of: identity, side: size.side) else { return nil }
      (self.tier, self.identity, self.byteCount, self.key) = (tier, identity, byteCount, key)
      mayDefer = mode.mayDefer
      lookup = mode.isFinding ? tier.find(key) : tier.look(up: key)
    }

    /// The answer within the initial wait, unless the bitmap must be made here; blocks.
    func firstAnswer() -> FoundBitmap? {
      switch lookup?.firstAnswer() {
      case .thumbnail(let thumbnail): .bitmap(bitmap(thumbnail))
      case .there: .isShared
      case .madeElsewhere where mayDefer: .madeElsewhere
      default: nil
      }
    }

    /// Cancels the work when the thumbnail arrives, which is then in `rescue`.
    func cancelWhenFound(_ work: CancellationSignal) {
      lookup?.whenFound { thumbnail in
        state.bitmap.withLock { $0 = bitmap(thumbnail) }
        work.raise()
      }
    }

    var rescue: LoadedBitmap? { state.bitmap.withLock { $0 } }

    /// The result of a load, or the thumbnail if it arrives before; distinguished by its origin.
    func first(
      or load: @escaping @Sendable () async -> Result<FoundBitmap, ImageError.Cause>
    ) async -> Result<FoundBitmap, ImageError.Cause> {
      guard let lookup else { return await load() }
      let found = Promise<LoadedBitmap?>()
      return await withTaskGroup(of: Result<FoundBitmap, ImageError.Cause>?.self) { group in
        group.addTask { await load() }
        group.addTask { await found.value().map { .success(.bitmap($0)) } }
        lookup.whenFound { found.fulfil(bitmap($0)) }
        let first = await group.next() ?? nil
        // Releases the task that waits for the thumbnail.
        found.fulfil(nil)
        group.cancelAll()
        return if let first { first } else { await load() }
      }
    }

    /// Shares a bitmap, and smaller ones for clients with smaller cells, such as symbols.
    func put(_ content: PendingThumbnail.Content?) {
      guard case .thumbnail(let bitmap, let size, let info) = content, let picture = info.size,
        max(picture.width, picture.height) > ThumbnailSize.normal.side, size.side == key.side
      else { return }
      state.isShared.store(true, ordering: .relaxed)
      tier.put(SharedThumbnail(bitmap: bitmap, info: info), as: key, after: lookup)
      var smaller = bitmap
      for size in ThumbnailSize.allCases.reversed() where size.side < key.side {
        guard let key = tier.key(of: identity, side: size.side) else { return }
        smaller = smaller.scaled(to: picture.fitted(into: size.box))
        tier.put(SharedThumbnail(bitmap: smaller, info: info), as: key)
      }
    }

    func end() {
      guard !state.isShared.load(ordering: .relaxed) else { return }
      lookup?.giveBack()
    }

    private func bitmap(_ thumbnail: SharedThumbnail) -> LoadedBitmap {
      var bitmap = LoadedBitmap(bitmap: thumbnail.bitmap, info: thumbnail.info, origin: .shared)
      bitmap.info.byteCount = byteCount
      bitmap.hasAllFacts = thumbnail.hasAllFacts
      return bitmap
    }
  }
}
