import Glibc
import TestServer

/// A server on loopback with pictures of one size, which takes its time for every answer.
struct PictureServer {
  /// The size of a picture, in bytes.
  static let byteCount = 400_000
  private static let delay: UInt32 = 20_000

  let server: TestServer

  /// - Parameters:
  ///   - byteCount: The size of a picture, in bytes.
  ///   - delay: The microseconds that pass before each answer.
  init(byteCount: Int = byteCount, delay: UInt32 = delay) {
    let picture = [UInt8](repeating: 0x5A, count: byteCount)
    server = TestServer { request, connection in
      if delay > 0 { usleep(delay) }
      guard request.headers["if-none-match"] == nil else { return connection.answerNotModified() }
      connection.answer("200 OK", ["Cache-Control: max-age=600", "ETag: \"1\""], body: picture)
    }
  }

  /// The addresses of so many pictures.
  func addresses(_ count: Int) -> [String] {
    (0..<count).map { server.address("/picture/\($0)?size=large") }
  }
}
