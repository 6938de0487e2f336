internal import Glibc
package import Imaging
internal import System

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

  /// Whether a photo is itself a thumbnail, for which there are none (standard, section 4.1).
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

/// The thumbnails that travel with a folder of photos, on a disc for one (standard, section 10);
/// they are only read.
struct SharedRepository: ~Copyable {
  static let folderName = ".sh_thumbnails"

  private let folder: Descriptor
  /// The addresses that the photo may have there.
  let addresses: [PhotoURI]

  /// Nil where the photo's folder has no repository.
  init?(beside photo: PhotoFile) {
    let (folder, name) = photo.parts
    let path = (folder + Array(Self.folderName.utf8)).cString
    guard
      let opened = Descriptor(opened: unsafe Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
    else {
      return nil
    }
    self.folder = opened
    addresses = PhotoURI.relative(name: name)
  }

  /// Opens the file that may be the thumbnail of an address.
  borrowing func open(_ address: PhotoURI, _ size: ThumbnailSize) -> Descriptor? {
    let path = "\(size.folderName)/\(address.thumbnailName)"
    return Descriptor(opened: unsafe openat(folder.number, path, ThumbnailFile.flags))
  }
}

/// A size class of the Thumbnail Managing Standard (section 4.1, version 0.9).
package enum ThumbnailSize: CaseIterable, Comparable, Hashable, Sendable {
  /// Fits into 128 by 128 pixels.
  case normal
  /// Fits into 256 by 256 pixels.
  case large
  /// Fits into 512 by 512 pixels.
  case extraLarge
  /// Fits into 1024 by 1024 pixels.
  case doubleExtraLarge

  /// The side of the square that its thumbnails fit into, in pixels.
  package var side: Int {
    switch self {
    case .normal: 128
    case .large: 256
    case .extraLarge: 512
    case .doubleExtraLarge: 1024
    }
  }

  /// The square that its thumbnails fit into, in pixels.
  package var box: PixelSize { PixelSize(width: side, height: side) }

  /// The name of its folder.
  package var folderName: String {
    switch self {
    case .normal: "normal"
    case .large: "large"
    case .extraLarge: "x-large"
    case .doubleExtraLarge: "xx-large"
    }
  }

  /// The smallest class whose thumbnails fill a box whatever the picture's proportions are; nil
  /// where not even the largest does.
  /// - Parameter box: The box in pixels.
  package init?(filling box: PixelSize) {
    self.init { $0.side >= max(box.width, box.height) }
  }

  /// The smallest class that may hold a thumbnail which fills a box.
  /// - Parameter box: The box in pixels.
  init?(possiblyFilling box: PixelSize) {
    self.init { $0.side >= min(box.width, box.height) }
  }

  private init?(where suffices: (Self) -> Bool) {
    guard let first = Self.allCases.first(where: suffices) else { return nil }
    self = first
  }
}
