internal import CCurl

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
    // libcurl's own limit for one line; it has no code of its own in every version.
    case CURLE_OUT_OF_MEMORY: self = .headTooLarge
    default: self = .badAnswer
    }
  }
}
