import Base
import CCurl
import CIDN2
import Storage

/// For one thread.
@safe
final class EasyHandle {
  typealias ID = UInt

  let pointer: UnsafeMutableRawPointer
  private var lines: UnsafeMutablePointer<curl_slist>?
  /// Whether libcurl has rejected a required option: then nothing may be transferred.
  private(set) var hasRefused = false

  init?() {
    guard let pointer = unsafe ccurl_easy_init() else { return nil }
    unsafe self.pointer = pointer
  }

  deinit {
    unsafe ccurl_easy_cleanup(pointer)
    unsafe ccurl_list_free(lines)
  }

  var id: ID { unsafe ID(bitPattern: pointer) }

  func set(_ option: CURLoption, _ value: Int) {
    note(unsafe ccurl_set_long(pointer, option, value))
  }

  func set(_ option: CURLoption, _ text: String) {
    note(unsafe ccurl_set_text(pointer, option, text))
  }

  /// For speed: an old libcurl may refuse it.
  func prefer(_ option: CURLoption, _ value: Int) {
    unsafe ccurl_set_long(pointer, option, value)
  }

  func prefer(_ option: CURLoption, _ text: String) {
    unsafe ccurl_set_text(pointer, option, text)
  }

  func note(_ code: CURLcode) {
    if code != CURLE_OK { hasRefused = true }
  }

  func set(lines headers: [HTTPHeader]) {
    for header in headers {
      // An empty value needs a semicolon: libcurl removes the header for `name:`.
      let mark = header.value.isEmpty ? ";" : ": "
      let line = Array((header.name + mark).utf8) + header.value
      unsafe lines = ccurl_list_append(lines, line.cString)
    }
    note(unsafe ccurl_set_list(pointer, CURLOPT_HTTPHEADER, lines))
  }

  func number(_ info: CURLINFO) -> Int { unsafe ccurl_get_long(pointer, info) }

  /// Sets everything but the callbacks; check `hasRefused` afterwards.
  func configure(for transfer: TransferRequest) {
    let (request, configuration) = (transfer.hop.request, transfer.configuration)
    set(CURLOPT_URL, request.address.text)
    if let body = request.body {
      set(CURLOPT_COPYPOSTFIELDS, body.text)
      set(CURLOPT_CUSTOMREQUEST, body.method)
    }
    set(CURLOPT_PROTOCOLS_STR, "http,https")
    set(CURLOPT_REDIR_PROTOCOLS_STR, "http,https")
    set(CURLOPT_FOLLOWLOCATION, 0)
    set(CURLOPT_HTTP09_ALLOWED, 0)
    set(CURLOPT_NOSIGNAL, 1)
    set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    set(CURLOPT_DISALLOW_USERNAME_IN_URL, 1)
    note(unsafe ccurl_set_size(pointer, CURLOPT_MAXFILESIZE_LARGE, curl_off_t(request.byteLimit)))
    set(CURLOPT_SSL_VERIFYPEER, 1)
    set(CURLOPT_SSL_VERIFYHOST, 2)
    // libcurl's default would allow TLS versions deprecated by RFC 8996.
    set(CURLOPT_SSLVERSION, ccurl_tls_1_2)
    if let file = configuration.trust.file { set(CURLOPT_CAINFO, file) }
    if let folder = configuration.trust.folder { set(CURLOPT_CAPATH, folder) }
    // Other timeouts are in `TransferPatience`: libcurl's low-speed limit includes the headers.
    set(CURLOPT_CONNECTTIMEOUT_MS, Int(configuration.timeouts.connecting / .milliseconds(1)))
    set(CURLOPT_TIMEOUT_MS, Int(configuration.timeouts.whole / .milliseconds(1)))
    set(lines: transfer.headers)
    set(CURLOPT_USERAGENT, "photocell")
    // An empty text disables libcurl's own proxy variables, which were evaluated already.
    set(CURLOPT_PROXY, transfer.proxy ?? "")
    set(CURLOPT_NOPROXY, "")
    if request.acceptsCompression { prefer(CURLOPT_ACCEPT_ENCODING, "gzip, deflate") }
    if let signature = transfer.hop.signature {
      set(CURLOPT_AWS_SIGV4, signature.provider)
      set(CURLOPT_USERNAME, signature.credentials.keyID)
      set(CURLOPT_PASSWORD, signature.credentials.secret)
    } else if let login = request.address.login {
      set(CURLOPT_USERNAME, login.user)
      set(CURLOPT_PASSWORD, login.password)
    } else {
      set(CURLOPT_NETRC, ccurl_netrc_optional)
    }
    prefer(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_2TLS)
    // With TLS it is known on connecting whether the connection is multiplexed; without TLS only
    // after the first response, which would delay the others.
    prefer(CURLOPT_PIPEWAIT, request.address.origin.isSecure ? 1 : 0)
    prefer(CURLOPT_BUFFERSIZE, 131_072)
  }
}

/// For one thread.
@safe
final class MultiHandle {
  private let multi: UnsafeMutableRawPointer

  init() throws(NetworkError) {
    try NetworkLibrary.loadCurl()
    guard let multi = unsafe ccurl_multi_init() else { throw .libraryMissing }
    unsafe self.multi = multi
    set(CURLMOPT_MAX_HOST_CONNECTIONS, ConnectionLimiter.connectionsForBeginnings)
    set(CURLMOPT_MAX_TOTAL_CONNECTIONS, ConnectionLimiter.connections)
    set(CURLMOPT_MAXCONNECTS, ConnectionLimiter.connections)
  }

  deinit {
    unsafe ccurl_multi_cleanup(multi)
  }

  func add(_ handle: EasyHandle) -> Bool {
    unsafe ccurl_multi_add(multi, handle.pointer) == CURLM_OK
  }

  /// Ends a transfer, and closes its connection if it is incomplete.
  func remove(_ handle: EasyHandle) {
    unsafe ccurl_multi_remove(multi, handle.pointer)
  }

  func perform() {
    unsafe ccurl_multi_perform(multi)
  }

  func nextDone() -> (EasyHandle.ID, CURLcode)? {
    var code = CURLE_OK
    guard let easy = unsafe ccurl_multi_next_done(multi, &code) else { return nil }
    return (EasyHandle.ID(bitPattern: easy), code)
  }

  func wait(for descriptor: Int32, milliseconds: Int32) {
    unsafe ccurl_multi_wait(multi, descriptor, milliseconds)
  }

  private func set(_ option: CURLMoption, _ value: Int) {
    unsafe ccurl_multi_set_long(multi, option, value)
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

  /// Blocks once for some milliseconds. Throws `.libraryMissing` or `.libraryTooOld`.
  static func loadCurl() throws(NetworkError) {
    guard !ccurl_load() else { return }
    throw ccurl_is_too_old() ? .libraryTooOld : .libraryMissing
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
