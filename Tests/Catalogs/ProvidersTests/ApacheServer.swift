import Glibc
import TestServer
import TestSupport

/// A real Apache on loopback, which serves a folder by WebDAV, to a user `me` with the password `s3cret`.
struct ApacheServer {
  /// Whether there is one: `make test` installs it.
  static let exists = access(program, X_OK) == 0
  private static let program = "/usr/sbin/apache2"
  private static let modules = [
    "mpm_prefork", "authz_core", "authz_user", "authn_core", "authn_file", "auth_basic", "dav",
    "dav_fs",
  ]

  private let folder = TemporaryFolder()
  private let process: ChildProcess
  /// Its port.
  let port: Int

  /// Starts listening.
  /// - Parameter files: The bytes of files in the folder by their paths there, and of folders nothing.
  init(_ files: [(path: String, bytes: [UInt8]?)]) {
    chmod(folder.path, 0o755)
    for (path, bytes) in [(path: "root", bytes: nil)] + files.map({ ("root/" + $0.path, $0.bytes) })
    {
      if let bytes { chmod(folder.write(bytes, as: path), 0o644) } else { folder.folder(path) }
    }
    let users = folder.write(Array("me:{SHA}/vNB+F2HQ559kaLUZbmHHvZrXpg=\n".utf8), as: "users")
    chmod(users, 0o644)
    let place = LoopbackSocket(host: "127.0.0.1")
    port = place?.port ?? 0
    let modules = Self.modules.map {
      "LoadModule \($0)_module /usr/lib/apache2/modules/mod_\($0).so"
    }
    let configuration = folder.write(
      Array((modules + [Self.text(folder.path, port)]).joined(separator: "\n").utf8),
      as: "apache2.conf")
    if let place { close(place.descriptor) }
    // One process, which tells that it listens, and ends with the last who holds this.
    process = ChildProcess("exec \"$0\" -X -f \"$1\" </dev/null", [Self.program, configuration])
    _ = process.wait(forBytes: 1)
  }

  private static func text(_ folder: String, _ port: Int) -> String {
    """
    ServerRoot \(folder)
    ServerName localhost
    PidFile \(folder)/pid
    Listen 127.0.0.1:\(port)
    ErrorLog "|/bin/cat"
    DocumentRoot \(folder)/root
    DavLockDB \(folder)/lock
    <Directory />
      Dav On
      AuthType Basic
      AuthName photos
      AuthUserFile \(folder)/users
      Require valid-user
    </Directory>
    """
  }
}
