internal import CCurl
internal import ResponseStore

/// One transfer of libcurl, for one thread.
@safe
final class EasyHandle {
  typealias ID = UInt

  let pointer: UnsafeMutableRawPointer
  private var lines: UnsafeMutablePointer<curl_slist>?
  /// Whether libcurl has refused something that was set: then nothing may be transferred.
  private(set) var hasRefused = false

  init?() {
    guard let pointer = unsafe ccurl_easy_init() else { return nil }
    unsafe self.pointer = pointer
  }

  deinit {
    unsafe ccurl_easy_cleanup(pointer)
    unsafe ccurl_list_free(lines)
  }

  /// What distinguishes it from all others.
  var id: ID { unsafe ID(bitPattern: pointer) }

  func set(_ option: CURLoption, _ value: Int) {
    note(unsafe ccurl_set_long(pointer, option, value))
  }

  func set(_ option: CURLoption, _ text: String) {
    note(unsafe ccurl_set_text(pointer, option, text))
  }

  func set(_ option: CURLoption, size: Int) {
    note(unsafe ccurl_set_size(pointer, option, curl_off_t(size)))
  }

  /// Sets what makes transfers faster, and may be missing from a libcurl.
  func prefer(_ option: CURLoption, _ value: Int) {
    unsafe ccurl_set_long(pointer, option, value)
  }

  /// Sets what makes transfers smaller, and may be missing from a libcurl.
  func prefer(_ option: CURLoption, _ text: String) {
    unsafe ccurl_set_text(pointer, option, text)
  }

  /// Notes what libcurl has answered to something that must be set.
  func note(_ code: CURLcode) {
    if code != CURLE_OK { hasRefused = true }
  }

  /// Sets the lines that are sent beside libcurl's own.
  func set(lines headers: [HTTPHeader]) {
    for header in headers {
      // An empty value needs a semicolon: libcurl takes `name:` for a line to leave out.
      let mark = header.value.isEmpty ? ";" : ": "
      let line = Array((header.name + mark).utf8) + header.value + [0]
      unsafe line.withUnsafeBytes { bytes in
        let text = unsafe bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
        unsafe lines = ccurl_list_append(lines, text)
      }
    }
    note(unsafe ccurl_set_list(pointer, CURLOPT_HTTPHEADER, lines))
  }

  func number(_ info: CURLINFO) -> Int {
    unsafe ccurl_get_long(pointer, info)
  }
}

extension EasyHandle {
  /// Sets everything but the callbacks; `hasRefused` tells whether all of it counts.
  func configure(for request: TransferRequest) {
    set(CURLOPT_URL, request.address.text)
    if let question = request.question {
      set(CURLOPT_COPYPOSTFIELDS, question.body)
      set(CURLOPT_CUSTOMREQUEST, question.method)
    }
    setSafety(byteLimit: request.byteLimit)
    setTrust(request.trust)
    setTimeouts(request.timeouts)
    set(lines: request.headers)
    set(CURLOPT_USERAGENT, "photocell")
    // An empty text means none, whatever the environment says: it has been asked already.
    set(CURLOPT_PROXY, request.proxy ?? "")
    set(CURLOPT_NOPROXY, "")
    if request.acceptsCompression { prefer(CURLOPT_ACCEPT_ENCODING, "gzip, deflate") }
    if let signature = request.signature {
      sign(signature)
    } else {
      setLogin(request.address.login)
    }
    prefer(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_2TLS)
    // Over TLS it is known as soon as there is a connection whether it takes many transfers; in the
    // open only after the first answer, for which nobody shall wait.
    prefer(CURLOPT_PIPEWAIT, request.address.origin.isSecure ? 1 : 0)
    prefer(CURLOPT_BUFFERSIZE, 131_072)
  }

  private func setSafety(byteLimit: Int) {
    set(CURLOPT_PROTOCOLS_STR, "http,https")
    set(CURLOPT_REDIR_PROTOCOLS_STR, "http,https")
    set(CURLOPT_FOLLOWLOCATION, 0)
    set(CURLOPT_HTTP09_ALLOWED, 0)
    set(CURLOPT_NOSIGNAL, 1)
    set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    set(CURLOPT_DISALLOW_USERNAME_IN_URL, 1)
    set(CURLOPT_MAXFILESIZE_LARGE, size: byteLimit)
  }

  /// Says that certificates count, and whose.
  ///
  /// Of libcurl's own accord versions of TLS would do that RFC 8996 has ended.
  private func setTrust(_ trust: TrustVariables) {
    set(CURLOPT_SSL_VERIFYPEER, 1)
    set(CURLOPT_SSL_VERIFYHOST, 2)
    set(CURLOPT_SSLVERSION, ccurl_tls_1_2)
    if let file = trust.file { set(CURLOPT_CAINFO, file) }
    if let folder = trust.folder { set(CURLOPT_CAPATH, folder) }
  }

  /// What is between the connection and the end is up to `TransferPatience`: libcurl's own limit for
  /// slow transfers counts the wait for the head as well.
  private func setTimeouts(_ timeouts: HTTPTimeouts) {
    set(CURLOPT_CONNECTTIMEOUT_MS, Int(timeouts.connecting / .milliseconds(1)))
    set(CURLOPT_TIMEOUT_MS, Int(timeouts.whole / .milliseconds(1)))
  }

  private func sign(_ signature: Signature) {
    set(CURLOPT_AWS_SIGV4, signature.provider)
    set(CURLOPT_USERNAME, signature.credentials.keyID)
    set(CURLOPT_PASSWORD, signature.credentials.secret)
  }

  /// The login of the address goes before that of `~/.netrc`.
  private func setLogin(_ login: Login?) {
    guard let login else { return set(CURLOPT_NETRC, ccurl_netrc_optional) }
    set(CURLOPT_USERNAME, login.user)
    set(CURLOPT_PASSWORD, login.password)
  }
}
