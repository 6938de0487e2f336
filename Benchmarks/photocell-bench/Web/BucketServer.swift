import Glibc
import Synchronization
import TestServer

/// A simulated S3 bucket, which lists pages of a thousand objects and serves one photo for all.
struct BucketServer {
  static let bucket = "photos"
  private static let pageLength = 1_000

  struct Sent {
    let time: ContinuousClock.Instant
    /// The object's name; nil for a page of the list.
    let name: String?
    let byteCount: Int
  }

  private let server: TestServer
  private let host: String
  private let log: SentLog

  private final class SentLog: Sendable {
    let all = Mutex<[Sent]>([])
  }

  /// `delay` is the time for each response, in microseconds; `line` connects the server, nil for
  /// loopback.
  init(_ count: Int, of photo: [UInt8], after delay: UInt32 = 0, behind line: LongLine? = nil) {
    let log = SentLog()
    self.log = log
    host = line == nil ? "127.0.0.1" : LongLine.far
    server = TestServer(host: line == nil ? host : LongLine.near) { request, connection in
      usleep(delay)
      let name = request.path.split(separator: "/").dropFirst().first.map(String.init)
      let part = name == nil ? nil : Self.range(request.headers["range"], in: photo)
      let body = name == nil ? Self.page(request.target, of: count, photo.count) : part ?? photo
      log.all.withLock { $0.append(Sent(time: .now, name: name, byteCount: body.count)) }
      guard name != nil else {
        return connection.answer("200 OK", ["Content-Type: application/xml"], body: body)
      }
      let lines = ["ETag: \"\(Self.tag)\"", "Content-Type: image/jpeg"]
      guard part != nil else { return connection.answer("200 OK", lines, body: body) }
      connection.answer(
        "206 Partial Content",
        lines + ["Content-Range: bytes 0-\(body.count - 1)/\(photo.count)"], body: body)
    }
  }

  func address(_ path: String) -> String { "http://\(host):\(server.port)\(path)" }

  var sent: [Sent] { log.all.withLock { $0 } }

  static func name(_ number: Int) -> String { "IMG_\(String(1_000_000 + number).dropFirst()).jpg" }

  private static let tag = "0123456789abcdef0123456789abcdef"

  /// The requested prefix; nil without a range.
  private static func range(_ header: String?, in photo: [UInt8]) -> [UInt8]? {
    guard let header, header.hasPrefix("bytes=0-"), let last = Int(header.dropFirst(8)) else {
      return nil
    }
    return Array(photo.prefix(last + 1))
  }

  /// The page of the list after the continuation token.
  private static func page(_ target: String, of count: Int, _ length: Int) -> [UInt8] {
    func number(_ name: String) -> Int? {
      let field = target.split { $0 == "&" || $0 == "?" }.first { $0.hasPrefix("\(name)=") }
      return field.flatMap { Int($0.dropFirst(name.count + 1)) }
    }
    let first = number("continuation-token") ?? 0
    let end = min(first + min(pageLength, number("max-keys") ?? pageLength), count)
    let next =
      end < count
      ? "<IsTruncated>true</IsTruncated><NextContinuationToken>\(end)</NextContinuationToken>"
      : "<IsTruncated>false</IsTruncated>"
    let objects = (first..<end).map {
      "<Contents><Key>\(name($0))</Key><LastModified>2024-05-01T12:00:00.000Z</LastModified>"
        + "<ETag>&quot;\(tag)&quot;</ETag><Size>\(length)</Size></Contents>"
    }
    return Array(
      ("<?xml version=\"1.0\" encoding=\"UTF-8\"?><ListBucketResult xmlns="
        + "\"http://s3.amazonaws.com/doc/2006-03-01/\"><Name>\(bucket)</Name>\(next)"
        + objects.joined() + "</ListBucketResult>").utf8)
  }
}
