package import ResponseStore
internal import Values

/// What a load ended with.
package struct HTTPResponse: Sendable {
  /// Where a response came from.
  package enum Origin: Hashable, Sendable {
    /// All of it came over the network.
    case network
    /// It was kept, and its origin has just said that it still holds.
    case revalidated
    /// It was kept on disk.
    case disk
    /// It was kept in memory.
    case memory
  }

  /// Where it was found in the end, after all redirects.
  package let address: WebAddress
  /// The status code, between 200 and 299.
  package let status: Int
  /// The lines of the head; foreign bytes.
  package let headers: HTTPHeaders
  /// The body; foreign bytes.
  package let body: HTTPBody
  /// Where it came from.
  package let origin: Origin
  /// Whether it is past its lifetime and is shown all the same: because the program is offline, or
  /// because the response itself allows it while it is asked for again or cannot be.
  package let isStale: Bool

  /// Whether it is a part of what is there: only where a part was asked for.
  package var isPart: Bool {
    headers["content-range"].flatMap { ContentRange($0) }.map { $0.bytes.count != $0.total }
      ?? false
  }
}

extension HTTPBody {
  /// Reads all of it; blocks where it is a file.
  /// - Throws: `NetworkError.cannotKeep` where the disk fails.
  package func read() throws(NetworkError) -> [UInt8] {
    do throws(SystemError) {
      return try contents()
    } catch {
      throw .cannotKeep(errno: error.number)
    }
  }
}

/// How far a transfer has come.
package struct HTTPProgress: Hashable, Sendable {
  /// The bytes of the body so far.
  package let received: Int
  /// The bytes that the body will have; nil where the server did not say, or it is decompressed.
  package let expected: Int?
  /// The host that has been asked and has not answered yet; nil once it has.
  package let awaitedHost: String?

  init(received: Int, expected: Int?) {
    (self.received, self.expected, awaitedHost) = (received, expected, nil)
  }

  init(awaiting host: String) {
    (received, expected, awaitedHost) = (0, nil, host)
  }
}
