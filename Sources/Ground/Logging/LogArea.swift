/// What part of the program an entry of the log is about; the names stay.
package enum LogArea: String, CaseIterable, Sendable {
  /// Its start and its end.
  case program
  /// The pictures of photos.
  case load
  /// The processes that decode.
  case decoder
  /// What decoders may do.
  case sandbox
  /// Requests to servers.
  case http
  /// Folders, lists and feeds, and what happens to them.
  case source
  /// Thumbnails on disk.
  case thumbnails
  /// Responses on disk.
  case responses
  /// The index of what photos say of themselves.
  case index
  /// The terminal and the link to it.
  case terminal
  /// The file of the user's settings.
  case configuration
  /// What is done to the files of photos.
  case action
}
