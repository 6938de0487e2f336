package import Base

package struct ErasedFiles: Hashable, Sendable {
  package var photos: [ByteString] = []
  package var failures: [FileActionError] = []
}

extension FileActions {
  /// Erases photos and their sidecars permanently; links are removed, not their targets.
  package func erase(
    _ paths: [ByteString], control: ActionControl = ActionControl()
  ) -> ErasedFiles {
    var erased = ErasedFiles()
    erased.failures = each(of: Companions.groups(of: paths, leaving), control) { group, _ in
      group.forEachFile { path, isCompanion throws(FileActionError) in
        try erase(path)
        if !isCompanion { erased.photos.append(path) }
      }
    }
    return erased
  }

  package func erase(
    trashed entries: [TrashEntry], control: ActionControl = ActionControl()
  ) -> ErasedFiles {
    var (erased, found) = (ErasedFiles(), TrashedGroups(self, isErasing: true))
    let groups = found.groups(of: entries, failures: &erased.failures)
    let failures = each(of: groups, control) { group, _ in
      failure { () throws(FileActionError) in
        for (index, path) in group.paths.enumerated() {
          try erase(path)
          trash.forget([path])
          if index < group.photos.count { erased.photos.append(path) }
        }
      }
    }
    erased.failures += failures
    return erased
  }

  private func erase(_ path: ByteString) throws(FileActionError) {
    let place = try FilePlace(path)
    _ = try place.identity()
    try place.check(path, listed)
    try FileMove.remove(place, as: .erase)
  }
}
