/// Trusted certificates; nil for libcurl's defaults.
package struct TLSOptions: Hashable, Sendable {
  package let file: String?
  /// The path of a folder of certificates named by hash.
  package let folder: String?

  package init(file: String? = nil, folder: String? = nil) {
    (self.file, self.folder) = (file, folder)
  }

  /// From the environment with curl's rules.
  ///
  /// `CURL_CA_BUNDLE` takes precedence over `SSL_CERT_FILE` and `SSL_CERT_DIR`. Each replaces
  /// libcurl's own file or folder; the other keeps libcurl's default.
  package init(environment: (String) -> String?) {
    func value(_ name: String) -> String? { environment(name).flatMap { $0.isEmpty ? nil : $0 } }
    let bundle = value("CURL_CA_BUNDLE")
    file = bundle ?? value("SSL_CERT_FILE")
    folder = bundle == nil ? value("SSL_CERT_DIR") : nil
  }
}
