package import Base
import FileActions

/// The sidecars of a folder: which one a photo has, or gets.
///
/// Lightroom, Bridge, Capture One and Photo Mechanic use only `a.xmp`, and only for raw files;
/// darktable and Immich write and prefer `a.cr2.xmp`; digiKam uses whichever exists.
package struct SidecarFolder: Sendable {
  package struct Choice: Hashable, Sendable {
    package let name: ByteString
    package let isThere: Bool
    /// Whether other photos use it as well, so that a change applies to all of them.
    package let isShared: Bool
  }

  private let sidecars: SidecarNames
  private var photos: [ByteString: [ByteString]] = [:]

  package init(_ names: [ByteString]) {
    sidecars = SidecarNames(names)
    for name in names where !name.isSidecar && (name.isRaw || name.isPicture) {
      photos[name.stem, default: []].append(name)
    }
  }

  package var isEmpty: Bool { sidecars.isEmpty }

  /// `a.jpg.xmp`, else `a.xmp`; each in the photo's own case first, then in any case that no other
  /// photo claims.
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
  package func choice(for photo: ByteString) -> Choice {
    let isAlone = photos[photo.stem, default: []].count <= 1
    if let name = own(of: photo) {
      let isWhole = name.stem.lowercasedASCII == photo.lowercasedASCII
      return Choice(name: name, isThere: true, isShared: !isWhole && !isAlone)
    }
    let name = photo.isRaw && isAlone ? photo.stem : photo
    return Choice(name: ByteString(name.bytes + ".xmp".utf8), isThere: false, isShared: false)
  }
}
