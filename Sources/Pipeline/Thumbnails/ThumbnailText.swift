/// The texts of a thumbnail that are read or written, by their keys in the PNG.
enum ThumbnailText: String, CaseIterable {
  // Thumbnail Managing Standard, section 5.2.
  case uri = "Thumb::URI"
  case modified = "Thumb::MTime"
  case byteCount = "Thumb::Size"
  case mimeType = "Thumb::Mimetype"
  case pictureWidth = "Thumb::Image::Width"
  case pictureHeight = "Thumb::Image::Height"
  case software = "Software"
  // Keys of our own, as the standard has them. They close the gap of one second that the standard
  // leaves, in which a file may change twice.
  case exactlyModified = "X-Photocell::MTime"
  case exactlyChanged = "X-Photocell::CTime"
  case inode = "X-Photocell::Inode"
  case failure = "X-Photocell::Failure"

  /// The name under which photocell is the software.
  static let ownSoftware = Array("photocell".utf8)
}
