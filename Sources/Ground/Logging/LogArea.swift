/// The subsystem of a log entry; the names are stable.
package enum LogArea: String, CaseIterable, Sendable {
  case program
  /// Loading of images.
  case load
  case decoder
  case sandbox
  case http
  /// Folders, lists and feeds, and their changes.
  case source
  case thumbnails
  case responses
  /// The metadata index.
  case index
  case terminal
  case configuration
  /// File operations on photos.
  case action
}
