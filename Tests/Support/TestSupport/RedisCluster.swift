import Glibc
import Testing

/// Three masters of a Redis Cluster on loopback, a third of the slots each.
package struct RedisCluster: Sendable {
  private static let lastSlot = 16_383

  /// The nodes, in the order of their slots.
  package let servers: [TierServer]
  private let folders: [TemporaryFolder]
  /// What `redis-cli` needs besides the port.
  private let manner: String

  /// Starts them, and waits until all of them know whose each slot is.
  /// - Parameters:
  ///   - options: What each of them is started with besides.
  ///   - certificate: That of all of them, which speak over TLS alone then, with each other as well.
  ///   - manner: What `redis-cli` is to be called with.
  package init(
    options: [String] = [], certificate: Certificate? = nil, manner: String = ""
  ) async {
    var (servers, folders): ([TierServer], [TemporaryFolder]) = ([], [])
    for _ in 0..<3 {
      let (folder, port) = (TemporaryFolder(), TierServer.freePort())
      let encryption = certificate.map {
        [
          "--tls-port", "\(port)", "--port", "0", "--tls-cert-file", $0.file, "--tls-key-file",
          $0.key,
          "--tls-ca-cert-file", $0.file, "--tls-auth-clients", "no", "--tls-cluster", "yes",
        ]
      }
      servers.append(
        await TierServer(
          .redis, port: port,
          options: [
            "--cluster-enabled", "yes", "--cluster-port", "\(TierServer.freePort())",
            "--cluster-require-full-coverage", "no", "--cluster-node-timeout", "1000",
            "--dir", folder.path,
          ] + (encryption ?? []) + options))
      folders.append(folder)
    }
    (self.servers, self.folders, self.manner) = (servers, folders, manner)
    for (index, server) in servers.enumerated() {
      let part = (Self.lastSlot + 1) / 3
      let last = index == 2 ? Self.lastSlot : (index + 1) * part - 1
      tell(server, "cluster addslotsrange \(index * part) \(last)")
      tell(server, "cluster set-config-epoch \(index + 1)")
      guard index > 0 else { continue }
      let bus = tell(server, "config get cluster-port").split(separator: "\n").last ?? ""
      tell(servers[0], "cluster meet 127.0.0.1 \(server.port) \(bus)")
    }
    for server in servers {
      await eventually {
        let state = tell(server, "cluster info")
        return ["state:ok", "slots_ok:16384", "known_nodes:3"].allSatisfy {
          state.contains("cluster_\($0)")
        }
      }
    }
  }

  /// Has a node do something by its own program.
  /// - Returns: What it prints.
  @discardableResult
  package func tell(_ server: TierServer, _ command: String) -> String {
    let process = ChildProcess(
      "exec redis-cli \(manner) -p \"$0\" $1 2>&1", ["\(server.port)", command])
    defer {
      process.end()
      close(process.output)
    }
    var (text, piece): ([UInt8], [UInt8]) = ([], [UInt8](repeating: 0, count: 4_096))
    while true {
      let count = read(process.output, &piece, piece.count)
      guard count > 0 else { break }
      text += piece.prefix(count)
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The name that the nodes call one of them by.
  package func name(of server: TierServer) -> String {
    tell(server, "cluster myid").split(separator: "\n").first.map(String.init) ?? ""
  }

  /// The node that has a slot.
  package func owner(of slot: Int) -> TierServer {
    servers[min(2, slot / ((Self.lastSlot + 1) / 3))]
  }
}
