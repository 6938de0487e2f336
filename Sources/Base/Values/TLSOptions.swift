internal import Glibc

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
  /// libcurl's own file or folder; the other keeps libcurl's default. Without them, where the file
  /// of Debian's libcurl is missing, that of another distribution is taken.
  package init(
    environment: (String) -> String?,
    isReadable: (String) -> Bool = { unsafe access($0, R_OK) == 0 }
  ) {
    func value(_ name: String) -> String? { environment(name).flatMap { $0.isEmpty ? nil : $0 } }
    let bundle = value("CURL_CA_BUNDLE")
    folder = bundle == nil ? value("SSL_CERT_DIR") : nil
    if let named = bundle ?? value("SSL_CERT_FILE") {
      file = named
    } else {
      let system = folder == nil ? Self.systemFiles.first(where: isReadable) : nil
      file = system == Self.systemFiles[0] ? nil : system
    }
  }

  /// Of Debian, Ubuntu, Arch and NixOS; Fedora, old and new; openSUSE; Alpine.
  private static let systemFiles = [
    "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt",
    "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem", "/etc/ssl/ca-bundle.pem",
    "/etc/ssl/cert.pem",
  ]
}
