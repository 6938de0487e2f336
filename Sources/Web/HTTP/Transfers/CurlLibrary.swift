internal import CCurl

/// libcurl, which is loaded when it is first needed.
enum CurlLibrary {
  /// Loads it for the life of the process; blocks for some milliseconds the first time.
  /// - Throws: `NetworkError.libraryMissing` or `.libraryTooOld`.
  static func load() throws(NetworkError) {
    guard !ccurl_load() else { return }
    throw ccurl_is_too_old() ? .libraryTooOld : .libraryMissing
  }
}
