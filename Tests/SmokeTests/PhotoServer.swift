import TestServer
import Glibc

/// A server on loopback with the demo photos, and feeds of them.
struct PhotoServer {
  let server: TestServer

  init() {
    server = TestServer { request, connection in
      switch request.path {
      case "/feed": connection.answer("200 OK", Self.kept, text: Self.feed(request))
      case "/apod": connection.answer("200 OK", [], text: Self.days(request))
      case let path where path.hasPrefix("/p/"):
        connection.answer(
          "200 OK", Self.kept + ["Content-Type: image/jpeg"],
          body: Self.bytes(of: TestedProgram.photos + path.dropFirst(2)))
      default: connection.answer("404 Not Found")
      }
    }
  }

  private static let kept = ["Cache-Control: max-age=3600"]

  /// Two pages of twelve photos.
  private static func feed(_ request: AskedRequest) -> String {
    let isSecond = request.target.hasSuffix("?2")
    let names = isSecond ? TestedProgram.photoNames.suffix(12) : TestedProgram.photoNames.prefix(12)
    let photos = names.map { #"{"title":"T \#($0)","image":"/p/\#($0)"}"# }
    let next = isSecond ? "" : #","next":"/feed?2""#
    return #"{"photos":[\#(photos.joined(separator: ","))]\#(next)}"#
  }

  /// The requested last day and two earlier ones, the first of which is a video.
  private static func days(_ request: AskedRequest) -> String {
    let host = request.headers["host"] ?? ""
    let last = request.target.split(separator: "=").last { $0.hasPrefix("20") }?.prefix(10) ?? ""
    return """
      [{"date":"2020-01-01","title":"A Film","media_type":"video","explanation":"It moves."},
       {"date":"2020-01-02","title":"Dunes","media_type":"image","explanation":"There is sand.",
        "url":"http://\(host)/p/photo-20-dunes.jpg"},
       {"date":"\(last)","title":"Lake","media_type":"image","explanation":"There is water.",
        "url":"http://\(host)/p/photo-1-alpine-lake.jpg"}]
      """
  }

  static func bytes(of path: String) -> [UInt8] {
    guard let file = fopen(path, "r") else { return [] }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = fread(&bytes, 1, bytes.count, file)
    return Array(bytes.prefix(count))
  }
}
