internal import CCurl

extension EasyHandle {
  /// Sets everything but the callbacks; `hasRefused` tells whether all of it counts.
  func configure(for order: TransferOrder) {
    set(CURLOPT_URL, order.address.text)
    setSafety(byteLimit: order.byteLimit)
    setTrust(order.trust)
    setTimeouts(order.timeouts)
    set(lines: order.headers)
    set(CURLOPT_USERAGENT, "photocell")
    // An empty text means none, whatever the environment says: it has been asked already.
    set(CURLOPT_PROXY, order.proxy ?? "")
    set(CURLOPT_NOPROXY, "")
    if order.acceptsCompression { prefer(CURLOPT_ACCEPT_ENCODING, "gzip, deflate") }
    setLogin(order.address.login)
    prefer(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_2TLS)
    // Over TLS it is known as soon as there is a connection whether it takes many transfers; in the
    // open only after the first answer, for which nobody shall wait.
    prefer(CURLOPT_PIPEWAIT, order.address.origin.isSecure ? 1 : 0)
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

  /// The login of the address goes before that of `~/.netrc`.
  private func setLogin(_ login: Login?) {
    guard let login else { return set(CURLOPT_NETRC, ccurl_netrc_optional) }
    set(CURLOPT_USERNAME, login.user)
    set(CURLOPT_PASSWORD, login.password)
  }
}
