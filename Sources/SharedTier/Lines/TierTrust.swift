/// Trusted certificates for a tier with TLS; nil uses libcurl's defaults.
///
/// `folder` contains certificates named by hash.
package struct TierTrust: Hashable, Sendable {
  let file: String?
  let folder: String?

  package init(file: String? = nil, folder: String? = nil) {
    self.file = file
    self.folder = folder
  }
}
