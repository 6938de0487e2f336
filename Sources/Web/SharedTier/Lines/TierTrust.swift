/// The certificates of authorities that count for a tier over TLS, as the rest of the web has them.
package struct TierTrust: Hashable, Sendable {
  let file: String?
  let folder: String?

  /// Takes paths.
  /// - Parameters:
  ///   - file: A file with certificates; nil for libcurl's own.
  ///   - folder: A folder with certificates under their hashes; nil for libcurl's own.
  package init(file: String? = nil, folder: String? = nil) {
    self.file = file
    self.folder = folder
  }
}
