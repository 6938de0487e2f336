import HTTP

extension ServerBehaviour {
  private static let ok = "HTTP/1.1 200 OK\r\n"
  private static let end = "Content-Length: 2\r\n\r\nok"
  private static let tooLarge = NetworkError.tooLarge(byteLimit: 1_000_000)

  static let all: [ServerBehaviour] = [
    ServerBehaviour(
      "a length of 9e18", "\(ok)Content-Length: 9000000000000000000\r\n\r\nabc", tooLarge),
    ServerBehaviour("a negative length", "\(ok)Content-Length: -5\r\n\r\nabc", .badAnswer),
    ServerBehaviour(
      "a length of 23 digits", "\(ok)Content-Length: 99999999999999999999999\r\n\r\nabc", tooLarge),
    ServerBehaviour(
      "a body that is too short", "\(ok)Content-Length: 1000\r\n\r\nabc", .connectionLost),
    ServerBehaviour("HTTP/0.9", "<html>hello", .badAnswer),
    ServerBehaviour(
      "a status of six digits", "HTTP/1.1 999999 x\r\nContent-Length: 0\r\n\r\n", .badAnswer),
    ServerBehaviour("a status of zero", "HTTP/1.1 000 x\r\nContent-Length: 0\r\n\r\n", .badAnswer),
    ServerBehaviour("nothing at all", "", .connectionLost),
    ServerBehaviour(
      "a chunk size of 17 digits",
      "\(ok)Transfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFF\r\nabc",
      .connectionLost),
    ServerBehaviour(
      "chunks that end early", "\(ok)Transfer-Encoding: chunked\r\n\r\n5\r\nabc", .connectionLost),
    ServerBehaviour("invalid header names", "\(ok)nocolon\r\n: empty\r\n =\r\n\(end)", .badAnswer),
    ServerBehaviour(
      "a header value that is not UTF-8",
      bytes: Array("\(ok)X-Bad: ".utf8) + [0xFF, 0xFE, 0x80] + Array("\r\n\(end)".utf8), nil),
    ServerBehaviour(
      "cookies", "\(ok)Set-Cookie: a=b; max-age=99999999999999999999\r\nSet-Cookie:\r\n\(end)", nil),
    ServerBehaviour(
      "invalid caching headers",
      "\(ok)Cache-Control: max-age=99999999999999999999999, s-maxage=-1,,=\r\nDate: x\r\n"
        + "Age: 9e99\r\nExpires: 0\r\nETag: \r\nVary: *\r\n\(end)", nil),
    ServerBehaviour("folded lines", "\(ok)X-A: 1\r\n\t2\r\n 3\r\n\(end)", nil),
    ServerBehaviour("a folded first line", "\(ok) folded\r\n\(end)", .badAnswer),
    ServerBehaviour("a zero byte in a line", "\(ok)X-A: a\0b\r\n\(end)", .badAnswer),
    ServerBehaviour(
      "500 interim responses",
      String(repeating: "HTTP/1.1 102 P\r\n\r\n", count: 500) + ok + end, nil),
    ServerBehaviour(
      "a line of 400 KB", "\(ok)X: " + String(repeating: "a", count: 400_000) + "\r\n\(end)",
      .headTooLarge),
    ServerBehaviour(
      "20,000 lines", ok + String(repeating: "X: aaaaaaaaaaaaa\r\n", count: 20_000) + end,
      .headTooLarge),
    ServerBehaviour(
      "a login request", "HTTP/1.1 401 U\r\nWWW-Authenticate: Basic realm=\"\r\n\(end)",
      .status(401)),
    ServerBehaviour(
      "an empty challenge", "HTTP/1.1 401 U\r\nWWW-Authenticate: \r\n\(end)", .status(401)),
    ServerBehaviour(
      "an invalid content type",
      "\(ok)Content-Type: ;;;charset=\"\r\nContent-Disposition: attachment; filename=\"/../x\r\n\(end)",
      nil),
    ServerBehaviour(
      "a part that was not requested", "HTTP/1.1 206 P\r\nContent-Range: bytes 0-1/9\r\n\(end)",
      .badAnswer),
    ServerBehaviour("a 304 that was not requested", "HTTP/1.1 304 N\r\n\r\n", .badAnswer),
    ServerBehaviour("a missing page", "HTTP/1.1 404 N\r\n\(end)", .status(404)),
    ServerBehaviour("a server's failure", "HTTP/1.1 500 E\r\n\(end)", .status(500)),
    ServerBehaviour(
      "a content coding that was not requested", "\(ok)Content-Encoding: gzip\r\n\(end)", nil),
  ]
}
