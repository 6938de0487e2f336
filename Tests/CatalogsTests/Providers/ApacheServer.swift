import Glibc
import TestServer
import TestSupport

/// A real Apache on loopback, which serves a folder by WebDAV, to a user `me` with the password `s3cret`.
struct ApacheServer {
  /// Whether Apache is installed; `make test` installs it.
  static let exists = access(program, X_OK) == 0
  private static let program = "/usr/sbin/apache2"
  private static let modules = [
    "mpm_prefork", "authz_core", "authz_user", "authn_core", "authn_file", "auth_basic", "dav",
    "dav_fs",
  ]

  private let folder = TemporaryFolder()
  private let configuration: String
  /// What can be suspended and killed.
  private(set) var process: ChildProcess
  /// Its port.
  let port: Int

  /// Starts listening.
  /// - Parameter files: The bytes of files in the folder by their paths there; nil for folders.
  init(_ files: [(path: String, bytes: [UInt8]?)]) {
    chmod(folder.path, 0o755)
    folder.folder("root")
    for (path, bytes) in files {
      if let bytes {
        Self.write(bytes, as: path, in: folder)
      } else {
        folder.folder("root/\(path)")
      }
    }
    let users = folder.write(Array("me:{SHA}/vNB+F2HQ559kaLUZbmHHvZrXpg=\n".utf8), as: "users")
    chmod(users, 0o644)
    let place = LoopbackSocket(host: "127.0.0.1")
    port = place?.port ?? 0
    let modules = Self.modules.map {
      "LoadModule \($0)_module /usr/lib/apache2/modules/mod_\($0).so"
    }
    configuration = folder.write(
      Array((modules + [Self.text(folder.path, port)]).joined(separator: "\n").utf8),
      as: "apache2.conf")
    if let place { close(place.descriptor) }
    process = Self.start(configuration)
  }

  /// One process, which reports that it listens, and ends with its last reference.
  private static func start(_ configuration: String) -> ChildProcess {
    let process = ChildProcess("exec \"$0\" -X -f \"$1\" </dev/null", [program, configuration])
    _ = process.wait(forBytes: 1)
    return process
  }

  /// Replaces a file.
  func replace(_ path: String, by bytes: [UInt8]) { Self.write(bytes, as: path, in: folder) }

  /// Kills it, and starts it again.
  mutating func restart() {
    process.kill()
    unlink(folder.name("pid"))
    process = Self.start(configuration)
  }

  private static func write(_ bytes: [UInt8], as path: String, in folder: TemporaryFolder) {
    unlink(folder.name("root/\(path)"))
    let file = folder.write(bytes, as: "root/\(path)")
    chmod(file, 0o644)
    // The name of a version is weak as long as the file is younger than a second or two.
    let time = timespec(tv_sec: 1_700_000_000, tv_nsec: 0)
    utimensat(AT_FDCWD, file, [time, time], 0)
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
