import Glibc
import Testing

@testable import Terminal

/// A terminal whose far end a test controls.
final class TerminalLine {
  let near: Int32
  let far: Int32

  init() {
    var ends: [Int32] = [-1, -1]
    precondition(
      socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0, "a test needs its line")
    (near, far) = (ends[0], ends[1])
  }

  deinit {
    close(near)
    close(far)
  }

  @MainActor func question(
    _ set: TerminalQuery? = .whole, patience: Duration = .seconds(50)
  ) -> TerminalQuerier {
    TerminalQuerier(
      device: TerminalDevice(input: near, output: near), set: set, patience: patience)
  }

  func answer(_ text: String) {
    #expect(write(far, text, text.utf8.count) == text.utf8.count)
  }

  /// The bytes that can be read at one end.
  func waiting(at end: Int32) -> String {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = recv(end, &bytes, bytes.count, Int32(MSG_DONTWAIT))
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }
}
