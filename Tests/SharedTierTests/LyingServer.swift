import Base
import Glibc
import Synchronization
import TestServer

/// A server that answers everything with the same bytes, or with nothing.
final class LyingServer: Sendable {
  /// What it does once it has read something.
  enum Manner: Sendable {
    case answers([UInt8])
    /// Answers and hangs up.
    case answersOnce([UInt8])
    case isSilent
    /// Sends the same byte again and again, a hundred times a second, and never a whole reply.
    case drips(UInt8)
    /// One reply after another, and then the last one again and again.
    case says([[UInt8]])
  }

  let port: Int
  private let listener: Int32
  private let queue = WorkQueue(label: "liar")

  init(_ manner: Manner) {
    let place = LoopbackSocket(host: "127.0.0.1")
    (port, listener) = (place?.port ?? 0, place?.descriptor ?? -1)
    listen(listener, 16)
    queue.start { [listener, connections = ConnectionList(), queue] in
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else { break }
        // Nothing for programs that other tests start meanwhile.
        _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
        connections.add(connection)
        queue.start { Self.serve(connection, manner) }
      }
      connections.closeAll()
    }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }

  private static func serve(_ connection: Int32, _ manner: Manner) {
    var piece = [UInt8](repeating: 0, count: 65_536)
    var count = 0
    while recv(connection, &piece, piece.count, 0) > 0 {
      switch manner {
      case .answers(let bytes):
        _ = send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL))
      case .answersOnce(let bytes):
        _ = send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        shutdown(connection, Int32(SHUT_RDWR))
      case .isSilent: break
      case .drips(let byte):
        // Commands that arrive meanwhile are read and ignored.
        var more = pollfd(fd: connection, events: Int16(POLLIN), revents: 0)
        while true {
          if poll(&more, 1, 10) > 0, recv(connection, &piece, piece.count, 0) <= 0 { return }
          guard send(connection, [byte], 1, Int32(MSG_NOSIGNAL)) == 1 else { return }
        }
      case .says(let answers):
        let bytes = answers[min(count, answers.count - 1)]
        _ = send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        count += 1
      }
    }
  }
}

/// Connections that end together.
private final class ConnectionList: Sendable {
  private let numbers = Mutex<[Int32]>([])

  func add(_ number: Int32) {
    numbers.withLock { $0.append(number) }
  }

  func closeAll() {
    numbers.withLock { numbers in
      for number in numbers { shutdown(number, Int32(SHUT_RDWR)) }
    }
  }
}
