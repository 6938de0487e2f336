package import FileActions
package import Values

/// Writes what is said of photos into their sidecars; blocks wherever it is asked.
///
/// Folders are listed once, so it is for one action: a sidecar that comes later is not known.
package struct NoteWriter {
  private let actions: FileActions
  private var folders: [ByteString: SidecarFolder] = [:]

  /// Makes a writer that knows no folder yet.
  package init(by actions: FileActions) {
    self.actions = actions
  }

  /// The paths of the raw files that are one photo with a picture, where pairs are.
  package mutating func raws(of photo: ByteString) -> [ByteString] {
    guard actions.joinsPairs else { return [] }
    let folder = photo.folderPath
    return names(of: folder).raws(of: photo.lastName).map(folder.appending)
  }

  private mutating func names(of folder: ByteString) -> SidecarFolder {
    let known = folders[folder] ?? SidecarFolder(SidecarFolder.names(in: folder))
    folders[folder] = known
    return known
  }

  /// Notes something of a photo.
  /// - Parameters:
  ///   - note: What is said of it.
  ///   - photo: The path of its file.
  ///   - rating: What its own file says, where that is known, or nil.
  ///   - label: The same of its label.
  ///   - isCompanion: Whether the photo is the raw file of another one, of which the same is noted.
  /// - Returns: What was done; nil where the sidecar says that already.
  /// - Throws: Why the sidecar stays as it is.
  package mutating func write(
    _ note: CullingNote, of photo: ByteString, rating: Int?, label: String?,
    isCompanion: Bool = false
  ) throws(FileActionError) -> ActionStep.Change? {
    try change(of: photo, isCompanion: isCompanion) { document in
      let noted = document.value(of: .rating).flatMap { Double($0) }.flatMap { Int(exactly: $0) }
      // What is known as a rejection is that flag then, and no rating.
      let isFlag = document.foreignFlag == .rejected && rating == -1
      return note.changes(
        rating: noted ?? (isFlag ? nil : rating), label: document.value(of: .label) ?? label,
        hasForeignFlag: document.foreignFlag != nil)
    }
  }

  /// Changes the sidecar of a photo, or makes one.
  /// - Parameters:
  ///   - photo: The path of the photo's file.
  ///   - isCompanion: Whether the photo is the raw file of another one, of which the same is noted.
  ///   - changes: What becomes of the sidecar, by what it says.
  /// - Returns: What was done; nil where the sidecar says that already.
  /// - Throws: Why the sidecar stays as it is.
  mutating func change(
    of photo: ByteString, isCompanion: Bool, _ changes: (SidecarDocument) -> SidecarChanges
  ) throws(FileActionError) -> ActionStep.Change? {
    let (folder, name) = (photo.folderPath, photo.lastName)
    let sidecar = names(of: folder).choice(for: name).name
    return try actions.note(in: folder.appending(sidecar), of: photo, isCompanion: isCompanion) {
      before throws(FileActionError) in
      do throws(SidecarError) {
        let document = try SidecarDocument(before ?? SidecarDocument.blank)
        let changed = try document.changed(changes(document))
        // Nothing is noted of a photo of which there is nothing to say.
        return before == nil && changed == document.bytes ? nil : changed
      } catch {
        throw .refused(FileName(sidecar), error.description)
      }
    }
  }
}
