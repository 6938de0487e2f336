/// The subsystem of a log entry; the names are stable.
package enum LogArea: String, CaseIterable, Sendable {
  case program
  case load
  case decoder
  case sandbox
  case http
  /// Folders, lists and feeds, and their changes.
  case source
  case thumbnails
  case responses
  case index
  case terminal
  case configuration
  /// File operations on photos.
  case action
}
