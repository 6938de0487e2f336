import Glibc
import TestServer

/// memcached or Redis on loopback, at a port of its own.
package struct TierServer: Sendable {
  package enum Program: String, CaseIterable, Sendable {
    case memcached = "/usr/bin/memcached"
    case redis = "/usr/bin/redis-server"

    package var exists: Bool { access(rawValue, X_OK) == 0 }
    package static var all: [Program] { allCases.filter(\.exists) }
  }

  package let process: ServerProcess
  package let port: Int
  private let program: Program
  private let options: [String]

  package init(_ program: Program, port: Int? = nil, options: [String] = []) async {
    // Neither reports a port chosen by the system.
    let place = port == nil ? LoopbackSocket(host: "127.0.0.1") : nil
    (self.port, self.program, self.options) = (port ?? place?.port ?? 0, program, options)
    let words =
      switch program {
      case .memcached: ["-l", "127.0.0.1", "-p", "\(self.port)", "-U", "0", "-u", "root", "-vv"]
      case .redis:
        ["--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
          + (options.contains("--tls-port") ? [] : ["--port", "\(self.port)"])
      }
    process = await ServerProcess(in: "/tmp", [program.rawValue] + words + options) {
      $0.contains("server listening") || $0.contains("eady to accept connections")
    }
    if let place { close(place.descriptor) }
  }

  /// A port that is unlikely to be reused soon.
  package static func freePort() -> Int {
    guard let place = LoopbackSocket(host: "127.0.0.1") else { return 0 }
    defer { close(place.descriptor) }
    return place.port
  }

  /// The address; `login` ends with an at sign.
  package func address(_ login: String = "", isEncrypted: Bool = false) -> String {
    let scheme = program == .memcached ? "memcached" : isEncrypted ? "rediss" : "redis"
    return "\(scheme)://\(login)127.0.0.1:\(port)"
  }

  /// Kills the server and starts an empty one at the same port.
  package func restarted() async -> TierServer {
    process.kill()
    return await TierServer(program, port: port, options: options)
  }
}
