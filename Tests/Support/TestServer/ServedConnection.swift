import Glibc
import Synchronization

/// A connection to a test server, used on the thread that serves it.
package final class ServedConnection: Sendable {
  private let descriptor: Int32
  private let isOver = Atomic(false)
  private let isOpen = Mutex(true)

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// Closes the descriptor; for the serving thread.
  func close() {
    isOpen.withLock { isOpen in
      if isOpen { Glibc.close(descriptor) }
      isOpen = false
    }
  }

  /// Sends raw bytes; false if the client has disconnected.
  @discardableResult
  package func send(_ bytes: [UInt8]) -> Bool {
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.send(
          descriptor, $0.baseAddress.map { $0 + done }, $0.count - done, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      done += count
    }
    return true
  }

  @discardableResult
  package func send(_ text: String) -> Bool {
    send(Array(text.utf8))
  }

  /// Responds with a body and its length, so that the connection can be reused.
  package func answer(_ status: String = "200 OK", _ lines: [String] = [], body: [UInt8] = []) {
    let head = ["HTTP/1.1 \(status)"] + lines + ["Content-Length: \(body.count)", "", ""]
    send(Array(head.joined(separator: "\r\n").utf8) + body)
  }

  package func answer(_ status: String = "200 OK", _ lines: [String] = [], text: String) {
    answer(status, lines, body: Array(text.utf8))
  }

  package func answerNotModified(_ lines: [String] = []) {
    send((["HTTP/1.1 304 Not Modified"] + lines + ["", ""]).joined(separator: "\r\n"))
  }

  /// Closes the sending side.
  package func finish() {
    shutdown(descriptor, Int32(SHUT_WR))
    isOver.store(true, ordering: .relaxed)
  }

  /// Makes the client see a connection reset.
  package func reset() {
    var option = linger(l_onoff: 1, l_linger: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    // Closing with a zero linger time sends a reset.
    isOver.store(true, ordering: .relaxed)
  }

  /// Waits until the client has sent something, without reading it.
  package func waitForWords() {
    var byte: UInt8 = 0
    recv(descriptor, &byte, 1, Int32(MSG_PEEK))
  }

  package func waitForEnd() {
    var byte: UInt8 = 0
    while recv(descriptor, &byte, 1, 0) > 0 {}
  }

  /// Closes the connection after the current response.
  package func endAfterwards() {
    isOver.store(true, ordering: .relaxed)
  }

  /// Reads exactly one head; nil if the client has disconnected or the connection is ending.
  func readHead() -> [UInt8]? {
    guard !isOver.load(ordering: .relaxed) else { return nil }
    var head: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = recv(descriptor, &piece, piece.count, Int32(MSG_PEEK))
      guard count > 0, head.first ?? piece[0] >= 0x41 else { return nil }
      let known = head.count
      head += piece.prefix(count)
      let end = head[max(0, known - 3)...].firstRange(of: [13, 10, 13, 10])?.upperBound
      let rest = (end ?? head.count) - known
      guard recv(descriptor, &piece, rest, 0) == rest else { return nil }
      if let end { return Array(head.prefix(end)) }
    }
  }

  /// Reads up to `count` bytes; fewer if the client disconnects.
  func readBody(_ count: Int) -> [UInt8] {
    var body = [UInt8](repeating: 0, count: count)
    let received = count == 0 ? 0 : recv(descriptor, &body, count, Int32(MSG_WAITALL))
    return Array(body.prefix(max(0, received)))
  }

  /// Shuts down both directions, from any thread.
  func interrupt() {
    isOpen.withLock { isOpen in
      if isOpen { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }
    }
  }
}
