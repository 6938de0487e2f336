import Glibc
import TestServer

/// A loopback server with images of one size and a delay for each response.
struct PictureServer {
  /// In bytes.
  static let byteCount = 400_000
  private static let delay: UInt32 = 20_000

  let server: TestServer

  /// `byteCount` is the size of an image, `delay` the time for each response in microseconds.
  init(byteCount: Int = byteCount, delay: UInt32 = delay) {
    let picture = [UInt8](repeating: 0x5A, count: byteCount)
    server = TestServer { request, connection in
      if delay > 0 { usleep(delay) }
      guard request.headers["if-none-match"] == nil else { return connection.answerNotModified() }
      connection.answer("200 OK", ["Cache-Control: max-age=600", "ETag: \"1\""], body: picture)
    }
  }

  func addresses(_ count: Int) -> [String] {
    (0..<count).map { server.address("/picture/\($0)?size=large") }
  }
}
