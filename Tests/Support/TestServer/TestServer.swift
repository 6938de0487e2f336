import Base
import Glibc
import Synchronization

/// A loopback server with scripted responses, which records requests.
///
/// It implements minimal HTTP; tests send raw responses. Every connection has a thread, which may
/// block.
package final class TestServer: Sendable {
  /// Responds to one request, on the connection's thread.
  package typealias Answering = @Sendable (AskedRequest, ServedConnection) -> Void
  /// Handles a new connection, on its thread.
  package typealias Greeting = @Sendable (ServedConnection) -> Void

  package let host: String
  package let port: Int
  private let log: ServerLog
  private let listener: Int32
  private let threads = WorkQueue(label: "server")

  /// Starts listening; `host` is a local address such as any in 127.0.0.0/8, or `::1`.
  ///
  /// `greet` is called with each connection before it is read.
  package init(
    host: String = "127.0.0.1", greet: @escaping Greeting = { _ in }, _ answer: @escaping Answering
  ) {
    self.host = host
    log = ServerLog()
    let socket = LoopbackSocket(host: host)
    (listener, port) = (socket?.descriptor ?? -1, socket?.port ?? 0)
    precondition(listen(listener, 256) == 0, "a test needs its server")
    let (listener, log, threads) = (listener, log, threads)
    threads.start {
      Self.accept(from: listener) { connection in
        guard log.open(connection) else { return connection.close() }
        threads.start { Self.serve(connection, log, greet, answer) }
      }
    }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    log.closeAll()
  }

  /// Accepts connections until the listener is shut down, and then closes it.
  ///
  /// Closing it on another thread could make this one accept from a reused descriptor.
  private static func accept(from listener: Int32, _ body: (ServedConnection) -> Void) {
    while true {
      let descriptor = Glibc.accept(listener, nil, nil)
      guard descriptor >= 0 else { break }
      // Not inherited by programs that other tests start: some of them have few descriptors.
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      body(ServedConnection(descriptor))
    }
    close(listener)
  }

  package func address(_ path: String) -> String {
    "http://\(host.contains(":") ? "[\(host)]" : host):\(port)\(path)"
  }

  package var asked: [AskedRequest] { log.asked }

  package func count(of path: String) -> Int { asked.count { $0.path == path } }

  package var greatestConnectionCount: Int { log.greatestConnectionCount }

  package var connectionCount: Int { log.connectionCount }

  package func wasAsked(_ count: Int) async {
    await log.wait { $0.asked.count >= count }
  }

  package func isAlone() async {
    await log.wait { $0.connections.isEmpty }
  }

  private static func serve(
    _ connection: ServedConnection, _ log: ServerLog, _ greet: Greeting, _ answer: Answering
  ) {
    greet(connection)
    while let head = connection.readHead(),
      let request = AskedRequest(head: head, body: connection.readBody)
    {
      log.note(request)
      answer(request, connection)
    }
    // No longer counted before the client can notice and open another.
    log.close(connection)
    connection.close()
  }
}
