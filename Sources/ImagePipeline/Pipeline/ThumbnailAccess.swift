import Base
import DecoderProtocol
package import Imaging
import Synchronization

/// The pipeline's access to the thumbnails on disk; writes them in the background.
///
/// Thumbnails are untrusted: their text was checked, invalid pixels are ignored.
package final class ThumbnailAccess: Sendable {
  package enum Entry: Sendable {
    case nothing
    /// To be decoded; with the facts that it contains.
    case thumbnail(ImageSource, of: PictureInfo, hasAllFacts: Bool)
    /// The image itself loads as quickly as a preview.
    case needsNoPreview
    case failure(String)
  }

  private let store: ThumbnailStore
  private let workingFolder: [UInt8]
  private let decoder: any ImageDecoding
  private let hashes: PerceptualHashStore?
  package let writes: ThumbnailWriteQueue
  private let queue = WorkQueue(label: "thumbnails")
  /// False after `forgetFailures`, since removing failures from disk takes a while.
  private let countsFailures = Atomic(true)

  /// `decoder` must not remember failed files; `hashes` receives new thumbnails.
  ///
  /// With `isLowPriority`, writing has the lowest priority, even below other programs.
  package init(
    store: ThumbnailStore, workingFolder: [UInt8], decoder: any ImageDecoding,
    hashes: PerceptualHashStore? = nil, isLowPriority: Bool = false
  ) {
    (self.store, self.hashes, self.workingFolder) = (store, hashes, workingFolder)
    self.decoder = decoder
    writes = ThumbnailWriteQueue(store: store, hashes: hashes, isLowPriority: isLowPriority)
  }

  func file(_ photo: OpenPhoto, at path: [UInt8]) -> PhotoFile? {
    PhotoFile(photo.version, at: path, workingFolder: workingFolder)
  }

  /// Blocks.
  package func entry(of photo: some ThumbnailSubject, for request: DecodingRequest) -> Entry {
    let filling = store.thumbnail(of: photo, filling: request.box)
    guard request.thumbnail != .only else {
      guard filling == nil else { return .needsNoPreview }
      guard let largest = store.largestThumbnail(of: photo) else { return .nothing }
      return .thumbnail(largest)
    }
    if let filling, !filling.hidesMotion { return .thumbnail(filling) }
    guard countsFailures.load(ordering: .relaxed), let reason = store.failure(of: photo) else {
      return .nothing
    }
    return .failure(reason)
  }

  /// Decodes to as many pixels as the file would be, so that the two are indistinguishable; blocks.
  ///
  /// Nil if the file must be decoded; throws if there will be no image.
  package func bitmap(
    in entry: Entry, for request: DecodingRequest, unless cancellation: CancellationSignal
  ) throws(ImageError.Cause) -> LoadedBitmap? {
    switch entry {
    case .nothing: return nil
    case .needsNoPreview: throw .decoding(.refused(.noThumbnail))
    case .failure(let reason): throw .remembered(reason)
    case .thumbnail(let source, let info, let hasAllFacts):
      let box = DecodingRequest(box: ThumbnailSize(filling: request.box)?.box ?? request.box)
      guard var bitmap = try? decoder.decode(source, for: box, unless: cancellation),
        bitmap.info.isComplete
      else { return nil }
      (bitmap.info, bitmap.hasAllFacts, bitmap.origin) = (info, hasAllFacts, .thumbnail)
      return bitmap
    }
  }

  /// Stores a bitmap of a complete and stable file, or a permanent failure. If the queue is full,
  /// blocks until the oldest entries are written; unless `isDeferred`, until this one is.
  func keep(
    _ result: Result<LoadedBitmap, DecodingError>, as size: ThumbnailSize,
    of photo: some ThumbnailSubject, isDeferred: Bool = true
  ) {
    guard let content = PendingThumbnail.Content(result, size) else { return }
    let thumbnail = PendingThumbnail(photo: photo, content: content)
    for due in isDeferred ? writes.add(thumbnail) : [thumbnail] { due.write(to: store, hashes) }
  }

  /// Stores a bitmap of the shared tier, unless an older program version made it.
  func keep(shared found: FoundBitmap, as size: ThumbnailSize, of photo: some ThumbnailSubject) {
    if case .bitmap(let bitmap) = found, bitmap.hasAllFacts {
      keep(.success(bitmap), as: size, of: photo)
    }
  }

  /// Ignores all failures at once, and removes them from disk in the background.
  package func forgetFailures() {
    countsFailures.store(false, ordering: .relaxed)
    writes.forgetFailures()
    queue.start { [store] in store.clearFailures() }
  }

  func setLoading(_ isLoading: Bool) {
    writes.setLoading(isLoading)
  }

  func finish() async {
    await writes.finish()
    await hashes?.keep()
  }
}

extension ThumbnailAccess.Entry {
  fileprivate static func thumbnail(_ stored: consuming StoredThumbnail) -> Self {
    let (info, hasAllFacts) = (stored.info, stored.hasAllFacts)
    guard let file = try? OpenPhoto(stored.takeFile()) else { return .nothing }
    return .thumbnail(.open(file), of: info, hasAllFacts: hasAllFacts)
  }
}

package struct PendingThumbnail: Sendable {
  package enum Content: Sendable {
    case thumbnail(Bitmap, ThumbnailSize, of: PictureInfo)
    case failure(String)

    package init?(_ result: Result<LoadedBitmap, DecodingError>, _ size: ThumbnailSize) {
      switch result {
      case .success(let image):
        guard !image.isFromThumbnail, image.info.isComplete, image.isStable else { return nil }
        self = .thumbnail(image.bitmap, size, of: image.info)
      case .failure(let error):
        guard error.isLasting else { return nil }
        self = .failure("\(error)")
      }
    }
  }

  /// The file as it was before it was read.
  package let photo: any ThumbnailSubject
  let content: Content

  package init(photo: any ThumbnailSubject, content: Content) {
    (self.photo, self.content) = (photo, content)
  }

  var byteCount: Int {
    switch content {
    case .thumbnail(let bitmap, _, _): bitmap.bytes.count
    case .failure: 256
    }
  }

  var isFailure: Bool { if case .failure = content { true } else { false } }

  /// Does nothing if the file has changed; blocks.
  func write(to store: ThumbnailStore, _ hashes: PerceptualHashStore?) {
    guard photo.isUnchanged else { return }
    switch content {
    case .thumbnail(let bitmap, let size, let info):
      if let file = photo as? PhotoFile { hashes?.note(bitmap, as: size, of: file) }
      store.keep(bitmap, as: size, of: photo, info: info)
    case .failure(let reason): store.keepFailure(of: photo, reason: reason)
    }
  }
}

/// Writes thumbnails and failures one by one while nothing is loaded; sleeps without work.
package final class ThumbnailWriteQueue: Sendable {
  private static let usualLimit = 32 << 20

  private struct State {
    var waiting: [PendingThumbnail] = []
    var byteCount = 0
    var isLoading = false
    var isWriting = false
    var finishers: [CheckedContinuation<Void, Never>] = []

    var isDue: Bool { !waiting.isEmpty && (!isLoading || !finishers.isEmpty) }

    mutating func takeFirst() -> PendingThumbnail {
      let first = waiting.removeFirst()
      byteCount -= first.byteCount
      return first
    }

    mutating func takeFinishers() -> [CheckedContinuation<Void, Never>] {
      guard waiting.isEmpty, !isWriting else { return [] }
      defer { finishers = [] }
      return finishers
    }
  }

  private let store: ThumbnailStore
  private let hashes: PerceptualHashStore?
  private let limit: Int
  private let queue: WorkQueue
  private let state = Mutex(State())

  /// With `isLowPriority`, writes only while processors are idle.
  package init(
    store: ThumbnailStore, hashes: PerceptualHashStore? = nil, limit: Int = usualLimit,
    isLowPriority: Bool
  ) {
    (self.store, self.hashes, self.limit) = (store, hashes, limit)
    queue = WorkQueue(label: "thumbnail writes", isLowPriority: isLowPriority)
  }

  package var waitingCount: Int { state.withLock { $0.waiting.count } }

  /// Adds an entry; callable from any thread; the caller must write the returned excess.
  package func add(_ thumbnail: PendingThumbnail) -> [PendingThumbnail] {
    guard store.isWriting else { return [] }
    let excess = change { state in
      state.waiting.append(thumbnail)
      state.byteCount += thumbnail.byteCount
      var excess: [PendingThumbnail] = []
      while state.byteCount > limit { excess.append(state.takeFirst()) }
      return excess
    }
    writeIfDue()
    return excess
  }

  package func setLoading(_ isLoading: Bool) {
    change { $0.isLoading = isLoading }
    writeIfDue()
  }

  package func forgetFailures() {
    change { state in
      state.waiting.removeAll(where: \.isFailure)
      state.byteCount = state.waiting.reduce(0) { $0 + $1.byteCount }
    }
  }

  /// Writes everything, even during loads, and returns when it is on disk.
  package func finish() async {
    await withCheckedContinuation { continuation in
      change { $0.finishers.append(continuation) }
      writeIfDue()
    }
  }

  private func writeIfDue() {
    let isDue = change { state in
      guard state.isDue, !state.isWriting else { return false }
      state.isWriting = true
      return true
    }
    guard isDue, !queue.start({ [self] in writeAll() }) else { return }
    // Lost thumbnails are made again from the photos.
    change { ($0.waiting, $0.byteCount, $0.isWriting) = ([], 0, false) }
  }

  private func writeAll() {
    while let thumbnail = next() { thumbnail.write(to: store, hashes) }
  }

  /// Nil, and the end of writing, if nothing is due.
  private func next() -> PendingThumbnail? {
    change { state in
      if state.isDue { return state.takeFirst() }
      state.isWriting = false
      return nil
    }
  }

  private func change<Success>(_ body: (inout State) -> Success) -> Success {
    let (success, finishers) = state.withLock { state in (body(&state), state.takeFinishers()) }
    for finisher in finishers { finisher.resume() }
    return success
  }
}
