internal import Glibc
internal import Synchronization

/// Thumbnails on disk, shared with file managers: the Thumbnail Managing Standard, version 0.9.
///
/// Every call blocks; calls may be concurrent, also with other programs. If the directory cannot be
/// written to, writing is disabled and one notice is given; reading continues.
package final class ThumbnailStore: Sendable {
  let place: ThumbnailPlace
  let version: String
  let isPrivate: Bool
  private let onNotice: @Sendable (ThumbnailError) -> Void
  private let state = Mutex(State())

  private struct State {
    var isWriting = true
    /// The subdirectories whose unfinished files were removed.
    var swept: Set<ThumbnailShelf> = []
  }

  /// Ignores SIGXFSZ in this process, which would kill it at a limit on file sizes.
  ///
  /// Nothing on disk is touched. Another `version` retries failures. A private store never writes
  /// or removes. `onNotice` is called at most once, on the calling thread.
  package init(
    place: ThumbnailPlace, version: String, isPrivate: Bool = false,
    onNotice: @escaping @Sendable (ThumbnailError) -> Void
  ) {
    self.place = place
    self.version = version
    self.isPrivate = isPrivate
    self.onNotice = onNotice
    signal(SIGXFSZ, SIG_IGN)
  }

  package var isWriting: Bool { !isPrivate && state.withLock { $0.isWriting } }

  func write(
    _ subject: some ThumbnailSubject, to shelf: ThumbnailShelf, _ encode: () -> [UInt8]?
  ) -> Bool {
    guard isWriting, !subject.isThumbnail(in: place) else { return false }
    do throws(ThumbnailError) {
      let writing = ThumbnailWriting(in: try ShelfOpening.open(shelf, in: place))
      guard let bytes = encode() else { return false }
      let time = try writing.write(bytes, as: subject.uri.thumbnailName)
      if state.withLock({ $0.swept.insert(shelf).inserted }) { writing.sweep(at: time) }
      return true
    } catch {
      if error.isLasting { endWriting(error) }
      return false
    }
  }

  private func endWriting(_ error: ThumbnailError) {
    let wasWriting = state.withLock { state in
      defer { state.isWriting = false }
      return state.isWriting
    }
    if wasWriting { onNotice(error) }
  }
}
