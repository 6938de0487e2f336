package import Base
package import FileActions

/// Writes ratings into sidecars; blocks. Folders are listed once, so use one instance per action.
package struct SidecarWriter {
  private let actions: FileActions
  private var folders: [ByteString: SidecarFolder] = [:]

  package init(by actions: FileActions) {
    self.actions = actions
  }

  package mutating func raws(of photo: ByteString) -> [ByteString] {
    guard actions.joinsPairs else { return [] }
    let folder = photo.folderPath
    return names(of: folder).raws(of: photo.lastName).map(folder.appending)
  }

  private mutating func names(of folder: ByteString) -> SidecarFolder {
    let known = folders[folder] ?? SidecarFolder(DirectoryStream.names(at: folder))
    folders[folder] = known
    return known
  }

  /// Nil if the sidecar already says so; on errors the sidecar is unchanged. `rating` and `label`
  /// are those in the photo's own file. `isCompanion` marks the raw file of a pair.
  package mutating func write(
    _ note: RatingChange, of photo: ByteString, rating: Int?, label: String?,
    isCompanion: Bool = false
  ) throws(FileActionError) -> ActionStep.Change? {
    try change(of: photo, isCompanion: isCompanion) { document in
      let noted = document.value(of: .rating).flatMap { Double($0) }.flatMap { Int(exactly: $0) }
      // A rejection by another program's flag is no rating.
      let isFlag = document.foreignFlag == .rejected && rating == -1
      return note.changes(
        rating: noted ?? (isFlag ? nil : rating), label: document.value(of: .label) ?? label,
        hasForeignFlag: document.foreignFlag != nil)
    }
  }

  /// Changes or creates a sidecar; nil if there is no change; on errors the sidecar is unchanged.
  mutating func change(
    of photo: ByteString, isCompanion: Bool, _ changes: (SidecarDocument) -> SidecarChanges
  ) throws(FileActionError) -> ActionStep.Change? {
    let (folder, name) = (photo.folderPath, photo.lastName)
    let sidecar = names(of: folder).choice(for: name).name
    return try actions.writeMetadata(
      to: folder.appending(sidecar), of: photo, isCompanion: isCompanion
    ) {
      before throws(FileActionError) in
      do throws(SidecarError) {
        let document = try SidecarDocument(before ?? SidecarDocument.blank)
        let changed = try document.changed(changes(document))
        // Do not create a sidecar without content.
        return before == nil && changed == document.bytes ? nil : changed
      } catch {
        throw .refused(FileName(sidecar), error.description)
      }
    }
  }
}
