import Glibc
import TestServer
import TestSupport

/// A real rclone on loopback, which serves a folder as a store of objects or by WebDAV.
struct RcloneServer {
  /// How it serves.
  enum Manner: String, Sendable {
    case s3
    case webdav
  }

  /// The key, or the user and the password, of its only account.
  static let key = (id: "akey", secret: "asecret")
  /// Its path; nil if it is not in the search path.
  static let program: String? = {
    let path = getenv("PATH").map { String(cString: $0) } ?? ""
    return path.split(separator: ":").map { "\($0)/rclone" }.first { access($0, X_OK) == 0 }
  }()

  private let folder: TemporaryFolder
  /// The program.
  let process: ServerProcess
  /// Its port.
  let port: Int

  /// Writes one more file.
  func write(_ bytes: [UInt8], as path: String) {
    _ = folder.write(bytes, as: "root/\(path)")
  }

  /// Starts one, and waits until it listens.
  /// - Parameters:
  ///   - manner: How it serves.
  ///   - files: The bytes of files by their paths; the first part of each is a bucket.
  init(_ manner: Manner, _ files: [(path: String, bytes: [UInt8])]) async {
    folder = TemporaryFolder()
    let place = LoopbackSocket(host: "127.0.0.1")
    port = place?.port ?? 0
    if let place { close(place.descriptor) }
    var folders: Set<String> = []
    for (path, bytes) in files {
      let parts = "root/\(path)".split(separator: "/").dropLast()
      for count in parts.indices {
        let name = parts[...count].joined(separator: "/")
        if folders.insert(name).inserted { folder.folder(name) }
      }
      _ = folder.write(bytes, as: "root/\(path)")
    }
    let login =
      manner == .s3
      ? ["--auth-key", "\(Self.key.id),\(Self.key.secret)"]
      : ["--user", Self.key.id, "--pass", Self.key.secret]
    process = await ServerProcess(
      in: folder.path,
      [
        Self.program ?? "rclone", "serve", manner.rawValue, "root", "--config", "/dev/null", "-v",
        // Files that are written from outside are seen at once.
        "--dir-cache-time", "1ms",
        "--addr", "127.0.0.1:\(port)",
      ] + login
    ) { $0.contains("127.0.0.1:") }
  }
}
