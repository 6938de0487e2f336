package import Values

/// What came of erasing files for good.
package struct ErasedFiles: Hashable, Sendable {
  /// The paths of the photos that are gone; what went along is none.
  package var photos: [ByteString] = []
  /// Why the others are still there, in their order.
  package var failures: [FileActionError] = []
}

extension FileActions {
  /// Erases photos for good, and their sidecars with them; nothing of it can be undone.
  /// - Parameters:
  ///   - paths: Their paths; of a link the link goes, and not what it leads to.
  ///   - control: Is told how far that is, and may stop it.
  /// - Returns: Which of them are gone, and why others are not.
  package func erase(
    _ paths: [ByteString], control: ActionControl = ActionControl()
  ) -> ErasedFiles {
    var erased = ErasedFiles()
    erased.failures = each(of: Companions.groups(of: paths, leaving), control) { group, _ in
      var (staying, failures): ([ByteString], [FileActionError]) = ([], [])
      for name in group.names where !group.keeps(name, besides: staying) {
        do throws(FileActionError) {
          try erase(group.folder.appending(name))
          if group.photos.contains(name) { erased.photos.append(group.folder.appending(name)) }
        } catch {
          failures.append(error)
          staying.append(name)
        }
      }
      return failures
    }
    return erased
  }

  private func erase(_ path: ByteString) throws(FileActionError) {
    let place = try FilePlace(path)
    _ = try place.identity()
    try place.check(path, listed)
    do throws(SystemError) {
      try place.remove()
    } catch {
      throw .failed(.erase, FileName(lastOf: path), error)
    }
  }
}
