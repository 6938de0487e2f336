/// A certificate and its key, in files that stay as long as this is held.
package struct Certificate: Sendable {
  /// What holds the files.
  package let folder: TemporaryFolder
  /// The path of the certificate.
  package let file: String
  /// The path of its key.
  package let key: String
}
