import Glibc
import Testing

/// A Redis Cluster of three masters on loopback, with a third of the slots each.
package struct RedisCluster: Sendable {
  private static let lastSlot = 16_383

  /// In slot order.
  package let servers: [TierServer]
  private let folders: [TemporaryFolder]
  private let manner: String

  /// Starts the nodes and waits until all know the slot assignment.
  ///
  /// With a certificate, clients and nodes communicate over TLS only. `manner` are the options that
  /// `redis-cli` needs.
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

  /// Runs a command with `redis-cli` and returns its output.
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

  package func name(of server: TierServer) -> String {
    tell(server, "cluster myid").split(separator: "\n").first.map(String.init) ?? ""
  }

  package func owner(of slot: Int) -> TierServer {
    servers[min(2, slot / ((Self.lastSlot + 1) / 3))]
  }
}
