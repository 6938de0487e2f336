internal import Glibc
internal import System

/// How a thumbnail's file is opened, whatever may stand in its place.
enum ThumbnailFile {
  /// Never through a link, never waiting for a FIFO, never taking a terminal.
  static let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY

  /// Opens an entry of a folder by its path; blocks.
  static func open(_ name: String, in folder: [UInt8]) -> Descriptor? {
    Descriptor(
      opened: unsafe Glibc.open((folder + [UInt8(ascii: "/")] + Array(name.utf8)).cString, flags))
  }
}
