/// The certificates of authorities that the environment says to trust, as curl reads them.
///
/// `CURL_CA_BUNDLE` goes before `SSL_CERT_FILE` and `SSL_CERT_DIR`. What one of them names takes the
/// place of libcurl's own file or folder; the other of those two stays as libcurl was built.
package struct TrustVariables: Sendable {
  /// The path of a file with certificates; nil for libcurl's own.
  let file: String?
  /// The path of a folder with certificates under their hashes; nil for libcurl's own.
  let folder: String?

  /// Reads the variables.
  package init(environment: (String) -> String?) {
    let bundle = Self.value("CURL_CA_BUNDLE", environment)
    file = bundle ?? Self.value("SSL_CERT_FILE", environment)
    folder = bundle == nil ? Self.value("SSL_CERT_DIR", environment) : nil
  }

  private static func value(_ name: String, _ environment: (String) -> String?) -> String? {
    environment(name).flatMap { $0.isEmpty ? nil : $0 }
  }
}
