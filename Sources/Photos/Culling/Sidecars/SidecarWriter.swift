package import Base
package import FileActions
package import Storage

/// Blocks. Folders are listed once, so use one instance per action.
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
    try change(of: photo, isCompanion: isCompanion) { document throws(SidecarError) in
      let noted = document.value(of: .rating).flatMap { Double($0) }.flatMap { Int(exactly: $0) }
      // A rejection by another program's flag is no rating.
      let isFlag = document.foreignFlag == .rejected && rating == -1
      return try document.changed(
        note.changes(
          rating: noted ?? (isFlag ? nil : rating), label: document.value(of: .label) ?? label,
          hasForeignFlag: document.foreignFlag != nil))
    }
  }

  /// Like `write` of a rating; `known` are the photo's texts if the sidecar has none.
  package mutating func write(
    _ change: TextChange, of photo: ByteString, known: PhotoDescription, isCompanion: Bool = false
  ) throws(FileActionError) -> ActionStep.Change? {
    try self.change(of: photo, isCompanion: isCompanion) { document throws(SidecarError) in
      try document.changed(change, known: known)
    }
  }

  /// Changes or creates a sidecar; nil if there is no change; on errors the sidecar is unchanged.
  mutating func change(
    of photo: ByteString, isCompanion: Bool,
    _ body: (SidecarDocument) throws(SidecarError) -> [UInt8]
  ) throws(FileActionError) -> ActionStep.Change? {
    let (folder, name) = (photo.folderPath, photo.lastName)
    let sidecar = names(of: folder).choice(for: name)
    return try actions.writeMetadata(
      to: folder.appending(sidecar), of: photo, isCompanion: isCompanion
    ) {
      before throws(FileActionError) in
      do throws(SidecarError) {
        let document = try SidecarDocument(before ?? SidecarDocument.blank)
        let changed = try body(document)
        // Do not create a sidecar without content.
        return before == nil && changed == document.bytes ? nil : changed
      } catch {
        throw .refused(FileName(sidecar), error.description)
      }
    }
  }
}

/// The sidecars of a folder: which one a photo has, or gets.
///
/// Lightroom, Bridge, Capture One and Photo Mechanic use only `a.xmp`, and only for raw files;
/// darktable and Immich write and prefer `a.cr2.xmp`; digiKam uses whichever exists.
package struct SidecarFolder: Sendable {
  private let sidecars: SidecarNames
  private var photos: [ByteString: [ByteString]] = [:]

  package init(_ names: [ByteString]) {
    sidecars = SidecarNames(names)
    for name in names where !name.isSidecar && (name.isRaw || name.isPicture) {
      photos[name.stem, default: []].append(name)
    }
  }

  package var isEmpty: Bool { sidecars.isEmpty }

  /// `a.jpg.xmp`, else `a.xmp`; each in the photo's case, else one that no other photo claims.
  ///
  /// With `joinsPairs`, a JPEG without sidecar uses that of its raw file.
  package func sidecar(of photo: ByteString, joinsPairs: Bool = false) -> ByteString? {
    own(of: photo) ?? (joinsPairs ? sidecars.rawCandidates(for: photo).first : nil)
  }

  /// Whether the sidecar's name differs in case, so that all names of the folder are needed.
  func isInOtherCase(of photo: ByteString) -> Bool {
    sidecars.candidates(for: photo).contains { $0.stem != photo && $0.stem != photo.stem }
  }

  private func own(of photo: ByteString) -> ByteString? {
    let stem = photo.stem
    return sidecars.candidates(for: photo).first { name in
      let called = name.stem
      if called == photo || called == stem { return true }
      return called.lowercasedASCII == photo.lowercasedASCII
        ? photos[called.stem]?.contains(called) != true : photos[called] == nil
    }
  }

  func raws(of picture: ByteString) -> [ByteString] {
    picture.isPairedWithRaw ? photos[picture.stem, default: []].filter(\.isRaw) : []
  }

  /// The existing sidecar, else `a.xmp` for a raw file with a unique stem, or `a.jpg.xmp`.
  package func choice(for photo: ByteString) -> ByteString {
    if let name = own(of: photo) { return name }
    let isAlone = photos[photo.stem, default: []].count <= 1
    let name = photo.isRaw && isAlone ? photo.stem : photo
    return ByteString(name.bytes + ".xmp".utf8)
  }
}
