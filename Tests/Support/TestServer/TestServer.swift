import Concurrency
import Glibc
import Synchronization

/// A server on loopback that answers as a test says, and counts what it was asked.
///
/// It speaks no more HTTP than it has to: what is sent is up to the test, byte for byte. Every
/// connection has a thread, which may be held as long as a test likes.
package final class TestServer: Sendable {
  /// Answers one request, on the connection's thread.
  package typealias Answering = @Sendable (AskedRequest, ServedConnection) -> Void
  /// Deals with a connection that has just been made, on its thread.
  package typealias Greeting = @Sendable (ServedConnection) -> Void

  /// The address it listens at.
  package let host: String
  /// The port that the system gave it.
  package let port: Int
  private let log: ServerLog
  private let listener: Int32
  private let threads = WorkQueue(label: "server")

  /// Starts listening.
  /// - Parameters:
  ///   - host: An address of this machine, of which there are many in 127.0.0.0/8; or `::1`.
  ///   - greet: Does what is to be done with each connection before it is read from.
  ///   - answer: Answers each request.
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

  /// Takes connections until the listener is shut down, and closes it then: whoever closed it from
  /// another thread would have this one listen at whatever is opened next.
  private static func accept(from listener: Int32, _ body: (ServedConnection) -> Void) {
    while true {
      let descriptor = Glibc.accept(listener, nil, nil)
      guard descriptor >= 0 else { break }
      // Nothing for programs that other tests start meanwhile: some of them may have few descriptors.
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      body(ServedConnection(descriptor))
    }
    close(listener)
  }

  /// An address of it.
  package func address(_ path: String) -> String {
    "http://\(host.contains(":") ? "[\(host)]" : host):\(port)\(path)"
  }

  /// What it was asked, in order.
  package var asked: [AskedRequest] { log.asked }

  /// How often a path was asked for.
  package func count(of path: String) -> Int { asked.count { $0.path == path } }

  /// How many connections it has had open at once at most.
  package var greatestConnectionCount: Int { log.greatestConnectionCount }

  /// How many connections are open.
  package var connectionCount: Int { log.connectionCount }

  /// Waits until it has been asked so often.
  package func wasAsked(_ count: Int) async {
    await log.wait { $0.asked.count >= count }
  }

  /// Waits until no connection is open.
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
    // Counted no more before the client can know of it, and open another.
    log.close(connection)
    connection.close()
  }
}
