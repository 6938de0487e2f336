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

  /// The names as they are written, by the names with a small extension.
  private var sidecars: [ByteString: ByteString] = [:]
  /// The sidecars of raw files, by the stems of these.
  private var rawSidecars: [ByteString: ByteString] = [:]
  /// How many photos there are of each stem that has a sidecar or a raw file.
  private var photoCounts: [ByteString: Int] = [:]
  /// The raw files by their stems.
  private var raws: [ByteString: [ByteString]] = [:]

  /// Takes the names of a folder, in any order.
  package init(_ names: some Sequence<ByteString>) {
    for name in names {
      if name.isSidecar {
        let usual = ByteString(name.bytes.dropLast(4) + ".xmp".utf8)
        // The usual one goes first, whatever else there is.
        if name == usual || sidecars[usual] == nil { sidecars[usual] = name }
        if name.stem.isRaw { rawSidecars[name.stem.stem] = name }
      } else if name.isRaw || name.isPicture {
        photoCounts[name.stem, default: 0] += 1
        if name.isRaw { raws[name.stem, default: []].append(name) }
      }
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

  /// The name of the sidecar that a photo has: `a.jpg.xmp`, or else `a.xmp`, with an extension in either case.
  /// - Parameters:
  ///   - photo: The name of its file.
  ///   - joinsPairs: Whether a picture without one has that of its raw file.
  /// - Returns: Nil where there is none.
  package func sidecar(of photo: ByteString, joinsPairs: Bool = false) -> ByteString? {
    sidecars[Self.whole(photo)] ?? sidecars[Self.short(photo)]
      ?? (joinsPairs && photo.isPairedWithRaw ? rawSidecars[photo.stem] : nil)
  }

  /// The raw files that a camera has made a picture of; none for what is no such picture.
  func raws(of picture: ByteString) -> [ByteString] {
    picture.isPairedWithRaw ? raws[picture.stem] ?? [] : []
  }

  /// The sidecar that is written to.
  /// - Parameter photo: The name of its file.
  /// - Returns: The one that there is, and else `a.xmp` for a raw file without another photo of that stem, or
  ///   `a.jpg.xmp`.
  package func choice(for photo: ByteString) -> Choice {
    let isAlone = photoCounts[photo.stem, default: 0] <= 1
    if let whole = sidecars[Self.whole(photo)] {
      return Choice(name: whole, isThere: true, isShared: false)
    }
    if let short = sidecars[Self.short(photo)] {
      return Choice(name: short, isThere: true, isShared: !isAlone)
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
