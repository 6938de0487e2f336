internal import CCurl
internal import CIDN2
internal import Storage

enum CurlLibrary {
  /// The first call blocks for some milliseconds. Throws `NetworkError.libraryMissing` or
  /// `.libraryTooOld`.
  static func load() throws(NetworkError) {
    guard !ccurl_load() else { return }
    throw ccurl_is_too_old() ? .libraryTooOld : .libraryMissing
  }
}

package enum NetworkLibrary: String, CaseIterable, Sendable {
  case curl = "libcurl"
  case idn2 = "libidn2"
  case sqlite = "SQLite"

  package enum Condition: Hashable, Sendable {
    case found, missing, tooOld
  }

  /// Loads it for the life of the process; blocks for some milliseconds.
  package func load() -> Condition {
    switch self {
    case .curl: ccurl_load() ? .found : ccurl_is_too_old() ? .tooOld : .missing
    case .idn2: cidn2_load() ? .found : .missing
    case .sqlite: SQLiteConnection.loadLibrary() ? .found : .missing
    }
  }
}

extension NetworkError {
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
    // libcurl's limits on header size and number, which had no code of their own before 8.6.
    case CURLE_OUT_OF_MEMORY, Self.codeOfLimits: self = .headTooLarge
    default: self = .badAnswer
    }
  }

  /// `CURLE_TOO_LARGE`, which older headers lack.
  private static let codeOfLimits = CURLcode(rawValue: 100)
}
