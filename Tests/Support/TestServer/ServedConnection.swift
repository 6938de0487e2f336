import Glibc
import Synchronization

/// A connection to a test's server, on the thread that serves it.
package final class ServedConnection: Sendable {
  private let descriptor: Int32
  private let isOver = Atomic(false)
  private let isOpen = Mutex(true)

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// Gives the descriptor back; for the thread that serves it.
  func close() {
    isOpen.withLock { isOpen in
      if isOpen { Glibc.close(descriptor) }
      isOpen = false
    }
  }

  /// Sends bytes as they are; false where the client has gone.
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

  /// Sends a text as it is.
  @discardableResult
  package func send(_ text: String) -> Bool {
    send(Array(text.utf8))
  }

  /// Answers with a body and its length, so that the connection can be used again.
  package func answer(_ status: String = "200 OK", _ lines: [String] = [], body: [UInt8] = []) {
    let head = ["HTTP/1.1 \(status)"] + lines + ["Content-Length: \(body.count)", "", ""]
    send(Array(head.joined(separator: "\r\n").utf8) + body)
  }

  /// Answers with a text.
  package func answer(_ status: String = "200 OK", _ lines: [String] = [], text: String) {
    answer(status, lines, body: Array(text.utf8))
  }

  /// Answers with the head of a `304`.
  package func answerNotModified(_ lines: [String] = []) {
    send((["HTTP/1.1 304 Not Modified"] + lines + ["", ""]).joined(separator: "\r\n"))
  }

  /// Ends what can be sent; the client sees the end of the stream.
  package func finish() {
    shutdown(descriptor, Int32(SHUT_WR))
    isOver.store(true, ordering: .relaxed)
  }

  /// Breaks the connection: the client sees a reset.
  package func reset() {
    var option = linger(l_onoff: 1, l_linger: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    // Closing it with nothing to wait for is a reset.
    isOver.store(true, ordering: .relaxed)
  }

  /// Waits until the client has sent something, which is left unread.
  package func waitForWords() {
    var byte: UInt8 = 0
    recv(descriptor, &byte, 1, Int32(MSG_PEEK))
  }

  /// Waits until the client has closed its end.
  package func waitForEnd() {
    var byte: UInt8 = 0
    while recv(descriptor, &byte, 1, 0) > 0 {}
  }

  /// Ends the connection when the answer at hand has been given.
  package func endAfterwards() {
    isOver.store(true, ordering: .relaxed)
  }

  /// Reads up to the end of a head, and nothing behind it; nil where the client has gone or is to go.
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

  /// Reads so many bytes, or as many as come.
  func readBody(_ count: Int) -> [UInt8] {
    var body = [UInt8](repeating: 0, count: count)
    let received = count == 0 ? 0 : recv(descriptor, &body, count, Int32(MSG_WAITALL))
    return Array(body.prefix(max(0, received)))
  }

  /// Ends both directions, whatever the thread that serves it is doing.
  func interrupt() {
    isOpen.withLock { isOpen in
      if isOpen { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }
    }
  }
}
