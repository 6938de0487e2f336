import Glibc
import TestServer
import TestSupport

/// `nghttpd` on loopback, a server of HTTP/2 over TLS: many streams in one connection.
struct StreamServer: Sendable {
  /// Whether nghttpd is installed: not every system has it.
  static let exists = access(program, X_OK) == 0
  private static let program = "/usr/sbin/nghttpd"

  private let folder: TemporaryFolder
  private let process: ServerProcess
  private let port: Int

  /// Starts listening, and serves the files of a folder.
  init(_ certificate: Certificate, folder: TemporaryFolder) async {
    // It does not report a port that the system chooses, so it gets one that is reserved here.
    let place = LoopbackSocket(host: "127.0.0.1")
    (self.folder, port) = (folder, place?.port ?? 0)
    let words = ["-v", "-a", "127.0.0.1", "\(port)", certificate.key, certificate.file]
    process = await ServerProcess(in: folder.path, [Self.program] + words) {
      $0.contains(": listen ")
    }
    if let place { close(place.descriptor) }
  }

  /// An address of it.
  func address(_ path: String) -> String { "https://127.0.0.1:\(port)\(path)" }

  /// Ends it, and returns how many connections and requests it has had.
  func end() async -> (connections: Int, requests: Int) {
    let lines = await process.end()
    let connections = lines.filter { $0.hasPrefix("[id=") }.map { $0.prefix { $0 != "]" } }
    return (Set(connections).count, lines.count { $0.contains(" :path: ") })
  }
}
