internal import Base
internal import CCurl

/// A connection to a node by libcurl, which resolves names and does TLS; for one thread.
@safe
final class TierStream {
  private static let pieceLength = 65_536

  private let handle: UnsafeMutableRawPointer
  private var piece = [UInt8](repeating: 0, count: pieceLength)

  /// Blocks until connected, or for at most `patience`.
  init(
    to node: TierNode, isEncrypted: Bool, trust: TLSOptions, atMost patience: Duration
  ) throws(TierError) {
    guard ccurl_load(), let handle = unsafe ccurl_easy_init() else { throw .libraryMissing }
    unsafe self.handle = handle
    let milliseconds = Int(patience / .milliseconds(1))
    var codes = [
      text(CURLOPT_URL, "\(isEncrypted ? "https" : "http")://\(node)/"),
      text(CURLOPT_PROTOCOLS_STR, "http,https"), text(CURLOPT_PROXY, ""),
      number(CURLOPT_CONNECT_ONLY, 1), number(CURLOPT_NOSIGNAL, 1),
      number(CURLOPT_CONNECTTIMEOUT_MS, milliseconds), number(CURLOPT_TIMEOUT_MS, milliseconds),
      number(CURLOPT_SSL_VERIFYPEER, 1), number(CURLOPT_SSL_VERIFYHOST, 2),
      number(CURLOPT_SSLVERSION, ccurl_tls_1_2), number(CURLOPT_SSL_ENABLE_ALPN, 0),
      number(CURLOPT_TCP_KEEPALIVE, 1),
    ]
    if let file = trust.file { codes.append(text(CURLOPT_CAINFO, file)) }
    if let folder = trust.folder { codes.append(text(CURLOPT_CAPATH, folder)) }
    guard codes.allSatisfy({ $0 == CURLE_OK }) else { throw .libraryMissing }
    switch unsafe ccurl_connect(handle) {
    case CURLE_OK: break
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE: throw .untrusted
    case CURLE_COULDNT_RESOLVE_HOST: throw .unreachable("no such host")
    case CURLE_OPERATION_TIMEDOUT: throw .unreachable("timed out")
    case CURLE_COULDNT_CONNECT: throw .unreachable("connection refused")
    case CURLE_SSL_CONNECT_ERROR: throw .unreachable("no TLS there")
    case let code: throw .unreachable("libcurl's error \(code.rawValue)")
    }
  }

  deinit {
    unsafe ccurl_easy_cleanup(handle)
  }

  var socket: Int32 { unsafe ccurl_socket(handle) }

  /// Returns the number of bytes that could be sent without blocking.
  func send(_ bytes: ArraySlice<UInt8>) throws(TierError) -> Int {
    var sent = 0
    let code = unsafe bytes.withUnsafeBytes { buffer in
      unsafe ccurl_send(handle, buffer.baseAddress, buffer.count, &sent)
    }
    switch code {
    case CURLE_OK: return sent
    case CURLE_AGAIN: return 0
    default: throw .lost
    }
  }

  /// Does not block. Throws `TierError.lost`, also at the end of the connection.
  func receive() throws(TierError) -> [UInt8] {
    var count = 0
    switch unsafe ccurl_receive(handle, &piece, Self.pieceLength, &count) {
    case CURLE_OK where count > 0: return Array(piece.prefix(count))
    case CURLE_AGAIN: return []
    default: throw .lost
    }
  }

  private func text(_ option: CURLoption, _ text: String) -> CURLcode {
    unsafe ccurl_set_text(handle, option, text)
  }

  private func number(_ option: CURLoption, _ number: Int) -> CURLcode {
    unsafe ccurl_set_long(handle, option, number)
  }
}
