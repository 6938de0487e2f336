internal import Glibc
internal import Synchronization

/// Thumbnails on disk, shared with the file managers: the Thumbnail Managing Standard, version 0.9.
///
/// Every call blocks, and is made on a thread that may; any number may be made at once, also by
/// other programs on the same folders. Where the folder cannot be written to, writing ends for good
/// and one notice is given; looking up goes on.
package final class ThumbnailStore: Sendable {
  let place: ThumbnailPlace
  let version: String
  let isPrivate: Bool
  private let onNotice: @Sendable (ThumbnailError) -> Void
  private let state = Mutex(State())

  private struct State {
    var isWriting = true
    /// The shelves from which unfinished files have been removed.
    var swept: Set<ThumbnailShelf> = []
  }

  /// Makes a store and touches nothing on disk.
  ///
  /// From then on the process ignores SIGXFSZ, which would end it where a limit on the size of
  /// files is reached.
  /// - Parameters:
  ///   - place: Where the thumbnails lie.
  ///   - version: The version of photocell; another one tries again what this one could not decode.
  ///   - isPrivate: Whether nothing is ever written or removed, as the user may wish.
  ///   - onNotice: Hears at most once why writing has ended, on the thread of the call.
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

  /// Whether thumbnails are written.
  package var isWriting: Bool { !isPrivate && state.withLock { $0.isWriting } }

  /// Writes a file into a shelf; tells whether it is there.
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
