/// Where a user's thumbnails lie (Thumbnail Managing Standard, section 4; XDG Base Directory
/// Specification).
package struct ThumbnailPlace: Hashable, Sendable {
  /// The absolute path of the user's cache folder; nil where the environment names none.
  let cacheFolder: [UInt8]?

  /// Takes `$XDG_CACHE_HOME`, or `.cache` in `$HOME`; a relative path is ignored, as XDG demands.
  package init(environment: (String) -> String?) {
    func absolute(_ name: String) -> String? {
      environment(name).flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    let folder = absolute("XDG_CACHE_HOME") ?? absolute("HOME").map { "\($0)/.cache" }
    cacheFolder = folder.map { Array($0.utf8) }
  }

  /// The path of the folder that holds all thumbnails.
  package var root: [UInt8]? { cacheFolder.map { $0 + Array("/thumbnails".utf8) } }

  /// Tells whether a photo is itself a thumbnail, for which there are none (standard, section 4.1).
  func contains(_ photo: PhotoFile) -> Bool {
    let folder = photo.parts.folder
    if folder.split(separator: UInt8(ascii: "/")).contains(where: {
      $0.elementsEqual(SharedRepository.folderName.utf8)
    }) {
      return true
    }
    guard let root, let clean = AbsolutePath.normalized(root, in: []) else { return false }
    return folder.starts(with: clean + [UInt8(ascii: "/")])
  }
}
