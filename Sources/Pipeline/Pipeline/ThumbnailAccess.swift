import Concurrency
import DecoderMessages
package import Decoding
import Imaging
import Synchronization
package import Thumbnails

/// The thumbnails on disk, as the pipeline uses them: looked up on threads that may block, decoded in
/// the sandbox, written when there is time.
///
/// A thumbnail may be a stranger's: what its texts say has been checked, its pixels may still be no
/// picture at all. Then it is passed over.
package final class ThumbnailAccess: Sendable {
  private let store: ThumbnailStore
  private let workingFolder: [UInt8]
  private let decoder: any ImageDecoding
  let keeper: ThumbnailKeeper
  private let queue = WorkQueue(label: "thumbnails")
  /// Whether the failures on disk count: not after those were forgotten, which takes a while there.
  ///
  /// Those since then are remembered by who decodes.
  private let countsFailures = Atomic(true)

  /// Makes an access that has touched nothing yet.
  /// - Parameters:
  ///   - store: The thumbnails.
  ///   - workingFolder: The absolute path of the folder that relative paths begin in.
  ///   - decoder: What decodes thumbnails: one that remembers no files.
  package init(store: ThumbnailStore, workingFolder: [UInt8], decoder: any ImageDecoding) {
    self.store = store
    self.workingFolder = workingFolder
    self.decoder = decoder
    keeper = ThumbnailKeeper(store: store)
  }

  /// Looks a file up; nil where it is none that can have a thumbnail.
  func file(at path: [UInt8], for request: DecodingRequest) async -> LookedUpFile? {
    try? await queue.run(orThrow: DecodingError.noThread) { [self] in
      PhotoFile(path: path, workingFolder: workingFolder).map { photo in
        LookedUpFile(photo: photo, entry: entry(of: photo, for: request))
      }
    }
  }

  /// The picture of a file that was looked up, decoded to as many pixels as the file itself would
  /// be, so that nobody sees which of them it was; nil where the file must be decoded.
  /// - Throws: Why there will be none.
  func picture(
    of file: LookedUpFile, for request: DecodingRequest
  ) async throws(ImageError.Cause) -> LoadedPicture? {
    switch file.entry {
    case .nothing: return nil
    case .needsNoPreview: throw .decoding(.refused(.noThumbnail))
    case .failure(let reason): throw .remembered(reason)
    case .thumbnail(let source, let info):
      let box = ThumbnailSize(filling: request.box)?.box ?? request.box
      guard let image = try? await decoder.decode(source, for: DecodingRequest(box: box)),
        image.info.isComplete
      else { return nil }
      return LoadedPicture(image, info: info, origin: .thumbnail)
    }
  }

  /// Keeps a bitmap as a thumbnail where it was made from the whole of a file that rests.
  func keep(_ image: DecodedImage, as size: ThumbnailSize, of photo: PhotoFile) async {
    guard !image.isFromThumbnail, image.info.isComplete, image.isSettled else { return }
    await keep(Keepsake(photo: photo, content: .thumbnail(image.bitmap, size, of: image.info)))
  }

  /// Remembers why a file cannot be decoded, where that stays so.
  func keep(_ error: DecodingError, of photo: PhotoFile) async {
    guard error.isLasting else { return }
    await keep(Keepsake(photo: photo, content: .failure("\(error)")))
  }

  /// Forgets all failures, here at once and on disk as soon as can be.
  func forgetFailures() {
    countsFailures.store(false, ordering: .relaxed)
    keeper.forgetFailures()
    queue.start { [store] in store.clearFailures() }
  }

  /// Hears whether anything is loaded.
  func setLoading(_ isLoading: Bool) {
    keeper.setLoading(isLoading)
  }

  /// Returns when everything is on disk that was to be kept.
  func finish() async {
    await keeper.finish()
  }

  /// Where more waits to be written than may, the loads wait for the disk.
  private func keep(_ keepsake: Keepsake) async {
    let excess = keeper.add(keepsake)
    guard !excess.isEmpty else { return }
    try? await queue.run(orThrow: DecodingError.noThread) { [store] in
      for keepsake in excess { keepsake.write(to: store) }
    }
  }

  private func entry(of photo: PhotoFile, for request: DecodingRequest) -> LookedUpFile.Entry {
    let filling = store.thumbnail(of: photo, filling: request.box)
    guard request.thumbnail != .only else { return preview(of: photo, besides: filling) }
    if let filling { return .thumbnail(filling) }
    guard countsFailures.load(ordering: .relaxed), let reason = store.failure(of: photo) else {
      return .nothing
    }
    return .failure(reason)
  }

  private func preview(
    of photo: PhotoFile, besides filling: consuming StoredThumbnail?
  ) -> LookedUpFile.Entry {
    guard filling == nil else { return .needsNoPreview }
    guard let largest = store.largestThumbnail(of: photo) else { return .nothing }
    return .thumbnail(largest)
  }
}

extension LookedUpFile.Entry {
  fileprivate static func thumbnail(_ stored: consuming StoredThumbnail) -> Self {
    let info = stored.info
    return .thumbnail(.open(OpenPicture(stored.takeFile())), of: info)
  }
}
