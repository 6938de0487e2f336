import Decoding
import Imaging
import Thumbnails

/// A photo's file, and what the thumbnails on disk know of it.
struct LookedUpFile: Sendable {
  /// The file as it was before anything was read.
  let photo: PhotoFile
  /// What there is.
  let entry: Entry

  enum Entry: Sendable {
    case nothing
    /// A thumbnail, still to be decoded, and what it tells of the photo.
    case thumbnail(ImageSource, of: PictureInfo)
    /// Nothing for a first look, because the picture itself comes as quickly.
    case needsNoPreview
    /// The file cannot be decoded; carries why.
    case failure(String)
  }
}
