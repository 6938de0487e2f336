internal import FileActions
internal import System
package import Values

/// The sidecars of a folder by their names: which one a photo has, and which one is made where it has none.
///
/// Lightroom, Bridge, Capture One and Photo Mechanic know `a.xmp` alone, and that only beside raw files; darktable
/// and Immich write and prefer `a.cr2.xmp`, and digiKam takes the one that there is.
package struct SidecarFolder: Sendable {
  /// A sidecar that is written to.
  package struct Choice: Hashable, Sendable {
    /// Its name.
    package let name: ByteString
    /// Whether there is such a file.
    package let isThere: Bool
    /// Whether other photos have the same one, so that what is said of one is said of all.
    package let isShared: Bool
  }

  private let sidecars: SidecarNames
  /// The photos by their stems.
  private var photos: [ByteString: [ByteString]] = [:]

  /// Takes the names of a folder, in any order.
  package init(_ names: [ByteString]) {
    sidecars = SidecarNames(names)
    for name in names where !name.isSidecar && (name.isRaw || name.isPicture) {
      photos[name.stem, default: []].append(name)
    }
  }

  /// Lists a folder; blocks.
  /// - Parameters:
  ///   - folder: Its path.
  ///   - isWanted: Whether a name is wanted; of all others nothing is kept.
  /// - Returns: The names of what is in it, none where it cannot be read.
  package static func names(
    in folder: ByteString, where isWanted: (Span<UInt8>) -> Bool = { _ in true }
  ) -> [ByteString] {
    guard let opened = DeepPath.openFolder(folder.bytes),
      var stream = try? DirectoryStream(reading: opened)
    else { return [] }
    var names: [ByteString] = []
    while let entry = try? stream.next(where: isWanted) { names.append(entry.name) }
    return names
  }

  /// Whether no photo has a sidecar.
  package var isEmpty: Bool { sidecars.isEmpty }

  /// The name of the sidecar that a photo has: `a.jpg.xmp`, or else `a.xmp`, of each the name in the photo's own case
  /// first, and otherwise in any that is not another photo's own.
  /// - Parameters:
  ///   - photo: The name of its file.
  ///   - joinsPairs: Whether a picture without one has that of its raw file.
  /// - Returns: Nil where there is none.
  package func sidecar(of photo: ByteString, joinsPairs: Bool = false) -> ByteString? {
    own(of: photo) ?? (joinsPairs ? sidecars.rawCandidates(for: photo).first : nil)
  }

  /// Whether the sidecar of a photo is called otherwise than the photo, so that all names of the folder have to be known.
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

  /// The raw files that a camera has made a picture of; none for what is no such picture.
  func raws(of picture: ByteString) -> [ByteString] {
    picture.isPairedWithRaw ? photos[picture.stem, default: []].filter(\.isRaw) : []
  }

  /// The sidecar that is written to.
  /// - Parameter photo: The name of its file.
  /// - Returns: The one that there is, and else `a.xmp` for a raw file without another photo of that stem, or
  ///   `a.jpg.xmp`.
  package func choice(for photo: ByteString) -> Choice {
    let isAlone = photos[photo.stem, default: []].count <= 1
    if let name = own(of: photo) {
      let isWhole = name.stem.lowercasedASCII == photo.lowercasedASCII
      return Choice(name: name, isThere: true, isShared: !isWhole && !isAlone)
    }
    let name = photo.isRaw && isAlone ? Self.short(photo) : Self.whole(photo)
    return Choice(name: name, isThere: false, isShared: false)
  }

  private static func whole(_ photo: ByteString) -> ByteString {
    ByteString(photo.bytes + ".xmp".utf8)
  }

  private static func short(_ photo: ByteString) -> ByteString {
    ByteString(photo.stem.bytes + ".xmp".utf8)
  }
}
