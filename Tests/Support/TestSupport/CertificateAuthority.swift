import Base
import Glibc

/// A certificate authority made with OpenSSL's commands, not trusted by default.
///
/// Each new certificate replaces the previous one.
package struct CertificateAuthority: Sendable {
  private static let newKey = "-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes"

  private let folder = TemporaryFolder()

  package var file: String { folder.name("authority.pem") }

  /// The path of a folder indexed by certificate hash.
  package var index: String { folder.path }

  package init() async {
    _ = folder.write([], as: "index")
    await run("req -x509 -extensions authority \(Self.newKey) -days 2", "authority")
    await run("openssl rehash .")
  }

  /// Makes a loopback certificate whose validity began in the past.
  ///
  /// `names` is in OpenSSL's syntax, `end` in that of ASN.1.
  package func certificate(
    names: String = "IP:127.0.0.1,IP:::1", until end: String = "20400101000000Z"
  ) async -> Certificate {
    await run("req -subj /CN=host \(Self.newKey)", "host", names: names)
    await run(
      "ca -batch -notext -extensions host -startdate 20200101000000Z -enddate \(end) -in host.pem",
      "signed", names: names)
    return certificate("signed")
  }

  package func ownCertificate() async -> Certificate {
    await run(
      "req -x509 -subj /CN=host -extensions host \(Self.newKey) -days 2", "host")
    return certificate("host")
  }

  private func certificate(_ name: String) -> Certificate {
    Certificate(folder: folder, file: folder.name("\(name).pem"), key: folder.name("host.key"))
  }

  private func run(_ command: String, _ name: String, names: String = "IP:127.0.0.1,IP:::1") async {
    _ = folder.write(Array(Self.configuration(names: names).utf8), as: "configuration")
    let key = command.hasPrefix("req") ? "-keyout \(name).key" : ""
    await run("openssl \(command) -config configuration -out \(name).pem \(key)")
  }

  private func run(_ line: String) async {
    await WorkQueue(label: "openssl").run { [folder] in
      let process = ChildProcess("cd \"$0\" && \(line) >log 2>&1", [folder.path])
      process.end()
      close(process.output)
    }
  }

  private static func configuration(names: String) -> String {
    """
    [req]
    distinguished_name = name
    prompt = no
    [name]
    CN = authority
    [authority]
    basicConstraints = critical, CA:TRUE
    keyUsage = critical, keyCertSign
    [host]
    basicConstraints = CA:FALSE
    subjectAltName = \(names)
    [ca]
    default_ca = authority_of_tests
    [authority_of_tests]
    database = index
    new_certs_dir = .
    certificate = authority.pem
    private_key = authority.key
    default_md = sha256
    rand_serial = yes
    unique_subject = no
    policy = any_name
    [any_name]
    commonName = supplied

    """
  }
}
