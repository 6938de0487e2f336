import TestSupport

/// A certificate and its key, in files that stay as long as this is held.
struct Certificate: Sendable {
  /// What holds the files.
  let folder: TemporaryFolder
  /// The path of the certificate.
  let file: String
  /// The path of its key.
  let key: String
}
