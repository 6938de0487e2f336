internal import Glibc
internal import System

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
