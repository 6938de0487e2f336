internal import CCurl

/// A libcurl multi handle; for one thread.
@safe
final class MultiHandle {
  private let multi: UnsafeMutableRawPointer

  /// Throws `NetworkError` if there is no usable libcurl.
  init() throws(NetworkError) {
    try CurlLibrary.load()
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

  /// Transfers without blocking; calls the callbacks.
  func perform() {
    unsafe ccurl_multi_perform(multi)
  }

  func nextDone() -> (EasyHandle.ID, CURLcode)? {
    var code = CURLE_OK
    guard let easy = unsafe ccurl_multi_next_done(multi, &code) else { return nil }
    return (EasyHandle.ID(bitPattern: easy), code)
  }

  /// Waits for a transfer, a readable descriptor, or the timeout.
  func wait(for descriptor: Int32, milliseconds: Int32) {
    unsafe ccurl_multi_wait(multi, descriptor, milliseconds)
  }

  private func set(_ option: CURLMoption, _ value: Int) {
    unsafe ccurl_multi_set_long(multi, option, value)
  }
}
