import Concurrency
import DecoderMessages
package import Decoding
import Imaging
import Synchronization
package import Thumbnails

/// The thumbnails on disk, as the pipeline uses them: looked up and decoded on the thread that loads the
/// photo, written when there is time.
///
/// A thumbnail may be a stranger's: what its texts say has been checked, its pixels may still be no
/// picture at all. Then it is passed over.
package final class ThumbnailAccess: Sendable {
  /// What the thumbnails on disk know of a photo's file.
  enum Entry: Sendable {
    case nothing
    /// A thumbnail, still to be decoded, and what it tells of the photo.
    case thumbnail(ImageSource, of: PictureInfo, hasAllFacts: Bool)
    /// Nothing for a first look, because the picture itself comes as quickly.
    case needsNoPreview
    /// The file cannot be decoded; carries why.
    case failure(String)
  }

  private let store: ThumbnailStore
  private let workingFolder: [UInt8]
  private let decoder: any ImageDecoding
  private let looks: PictureLooks?
  let writes: ThumbnailWriteQueue
  private let queue = WorkQueue(label: "thumbnails")
  /// Whether the failures on disk count: not after those were forgotten, which takes a while there.
  ///
  /// Those since then are remembered by the decoder.
  private let countsFailures = Atomic(true)

  /// Makes an access that has touched nothing yet.
  /// - Parameters:
  ///   - store: The thumbnails.
  ///   - workingFolder: The absolute path of the folder that relative paths begin in.
  ///   - decoder: What decodes thumbnails: one that remembers no files.
  ///   - looks: Hears what the photos look like of which thumbnails are made; nil where nobody wants to know.
  ///   - givesWay: Whether they are written only while no processor is wanted for anything else, of other
  ///     programs too: for who does not wait for that.
  package init(
    store: ThumbnailStore, workingFolder: [UInt8], decoder: any ImageDecoding,
    looks: PictureLooks? = nil, givesWay: Bool = false
  ) {
    self.store = store
    self.looks = looks
    self.workingFolder = workingFolder
    self.decoder = decoder
    writes = ThumbnailWriteQueue(store: store, looks: looks, givesWay: givesWay)
  }

  /// An open file as the thumbnails know it; nil where it can have none.
  func file(_ photo: OpenPhoto, at path: [UInt8]) -> PhotoFile? {
    PhotoFile(photo.version, at: path, workingFolder: workingFolder)
  }

  /// Whether thumbnails are written, as far as is known.
  var isKeeping: Bool { store.isWriting }

  /// Looks a file up; blocks.
  func entry(of photo: some ThumbnailSubject, for request: DecodingRequest) -> Entry {
    let filling = store.thumbnail(of: photo, filling: request.box)
    guard request.thumbnail != .only else { return preview(of: photo, besides: filling) }
    if let filling, !filling.hidesMotion { return .thumbnail(filling) }
    guard countsFailures.load(ordering: .relaxed), let reason = store.failure(of: photo) else {
      return .nothing
    }
    return .failure(reason)
  }

  /// The picture of a file that was looked up, decoded to as many pixels as the file itself would
  /// be, so that nobody sees which of them it was; blocks.
  ///
  /// Nil where the file must be decoded.
  /// - Throws: Why there will be none.
  func picture(
    in entry: Entry, for request: DecodingRequest, unless cancellation: CancellationSignal
  ) throws(ImageError.Cause) -> LoadedPicture? {
    switch entry {
    case .nothing: return nil
    case .needsNoPreview: throw .decoding(.refused(.noThumbnail))
    case .failure(let reason): throw .remembered(reason)
    case .thumbnail(let source, let info, let hasAllFacts):
      let box = DecodingRequest(box: ThumbnailSize(filling: request.box)?.box ?? request.box)
      guard let image = try? decoder.decode(source, for: box, unless: cancellation),
        image.info.isComplete
      else { return nil }
      return LoadedPicture(image, info: info, hasAllFacts: hasAllFacts, origin: .thumbnail)
    }
  }

  /// Has kept what came of decoding a file: a bitmap that was made from the whole of a file that rests,
  /// and why there is none where that stays so.
  ///
  /// Where more waits to be written than may, this blocks until the oldest of it is on disk.
  func keep(
    _ result: Result<DecodedImage, DecodingError>, as size: ThumbnailSize,
    of photo: some ThumbnailSubject
  ) {
    guard let content = PendingThumbnail.Content(result, size) else { return }
    for excess in writes.add(PendingThumbnail(photo: photo, content: content)) {
      excess.write(to: store, looks)
    }
  }

  /// Forgets all failures, here at once and on disk as soon as can be.
  func forgetFailures() {
    countsFailures.store(false, ordering: .relaxed)
    writes.forgetFailures()
    queue.start { [store] in store.clearFailures() }
  }

  /// Hears whether anything is loaded.
  func setLoading(_ isLoading: Bool) {
    writes.setLoading(isLoading)
  }

  /// Returns when everything is on disk that was to be kept.
  func finish() async {
    await writes.finish()
    await looks?.keep()
  }

  private func preview(
    of photo: some ThumbnailSubject, besides filling: consuming StoredThumbnail?
  ) -> Entry {
    guard filling == nil else { return .needsNoPreview }
    guard let largest = store.largestThumbnail(of: photo) else { return .nothing }
    return .thumbnail(largest)
  }
}

extension ThumbnailAccess.Entry {
  fileprivate static func thumbnail(_ stored: consuming StoredThumbnail) -> Self {
    let (info, hasAllFacts) = (stored.info, stored.hasAllFacts)
    guard let file = try? OpenPhoto(stored.takeFile()) else { return .nothing }
    return .thumbnail(.open(file), of: info, hasAllFacts: hasAllFacts)
  }
}

/// What came of decoding a file, to be kept on disk.
struct PendingThumbnail: Sendable {
  /// What is kept.
  enum Content: Sendable {
    case thumbnail(Bitmap, ThumbnailSize, of: PictureInfo)
    /// Why the file cannot be decoded.
    case failure(String)

    /// Nil where nothing is worth keeping.
    init?(_ result: Result<DecodedImage, DecodingError>, _ size: ThumbnailSize) {
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
  let photo: any ThumbnailSubject
  let content: Content

  /// What it takes while it waits, in bytes, about.
  var byteCount: Int {
    switch content {
    case .thumbnail(let bitmap, _, _): bitmap.bytes.count
    case .failure: 256
    }
  }

  var isFailure: Bool {
    if case .failure = content { true } else { false }
  }

  /// Writes it, unless the file has changed by now; blocks.
  func write(to store: ThumbnailStore, _ looks: PictureLooks?) {
    guard photo.isUnchanged else { return }
    switch content {
    case .thumbnail(let bitmap, let size, let info):
      if let file = photo as? PhotoFile { looks?.note(bitmap, as: size, of: file) }
      store.keep(bitmap, as: size, of: photo, info: info)
    case .failure(let reason):
      store.keepFailure(of: photo, reason: reason)
    }
  }
}
