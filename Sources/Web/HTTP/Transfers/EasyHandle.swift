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

  /// What tells it from all others.
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
      // An empty value needs a semicolon, lest libcurl take the line for one to leave out.
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
