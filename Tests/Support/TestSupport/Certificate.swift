/// A certificate and its key, in files that exist as long as this value.
package struct Certificate: Sendable {
  package let folder: TemporaryFolder
  package let file: String
  package let key: String
}
