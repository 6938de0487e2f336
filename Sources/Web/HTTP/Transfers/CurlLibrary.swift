internal import CCurl
internal import CIDN2
internal import ResponseStore

/// libcurl, which is loaded when it is first needed.
enum CurlLibrary {
  /// Loads it for the life of the process; blocks for some milliseconds the first time.
  /// - Throws: `NetworkError.libraryMissing` or `.libraryTooOld`.
  static func load() throws(NetworkError) {
    guard !ccurl_load() else { return }
    throw ccurl_is_too_old() ? .libraryTooOld : .libraryMissing
  }
}

/// A library that is loaded when it is first needed, and not with the program.
package enum NetworkLibrary: String, CaseIterable, Sendable {
  /// What asks servers.
  case curl = "libcurl"
  /// What writes the names of hosts in ASCII.
  case idn2 = "libidn2"
  /// What keeps the list of responses on disk.
  case sqlite = "SQLite"

  /// Whether a library can be used.
  package enum Condition: Hashable, Sendable {
    /// It is there with all that is called of it.
    case found
    /// It is not there, or lacks something.
    case missing
    /// It is there, but older than what the program needs.
    case tooOld
  }

  /// Loads it for the life of the process; the calling thread waits some milliseconds.
  package func load() -> Condition {
    switch self {
    case .curl: ccurl_load() ? .found : ccurl_is_too_old() ? .tooOld : .missing
    case .idn2: cidn2_load() ? .found : .missing
    case .sqlite: ResponseCache.loadSQLite() ? .found : .missing
    }
  }
}

extension NetworkError {
  /// What a code of libcurl means.
  init(_ code: CURLcode, byteLimit: Int) {
    switch code {
    case CURLE_URL_MALFORMAT: self = .badAddress
    case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: self = .hostNotFound
    case CURLE_COULDNT_CONNECT, CURLE_PROXY, CURLE_INTERFACE_FAILED: self = .refused
    case CURLE_OPERATION_TIMEDOUT: self = .timedOut
    case CURLE_GOT_NOTHING, CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_PARTIAL_FILE:
      self = .connectionLost
    case CURLE_PEER_FAILED_VERIFICATION: self = .untrustedHost
    case CURLE_SSL_CACERT_BADFILE: self = .nobodyTrusted
    case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CIPHER, CURLE_SSL_CERTPROBLEM,
      CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_ENGINE_INITFAILED:
      self = .encryptionFailed
    case CURLE_FILESIZE_EXCEEDED: self = .tooLarge(byteLimit: byteLimit)
    case CURLE_BAD_CONTENT_ENCODING: self = .badEncoding
    // libcurl's own limits for lines and their number; before 8.6 they had no code of their own.
    case CURLE_OUT_OF_MEMORY, Self.codeOfLimits: self = .headTooLarge
    default: self = .badAnswer
    }
  }

  /// `CURLE_TOO_LARGE`, which older headers do not have.
  private static let codeOfLimits = CURLcode(rawValue: 100)
}
