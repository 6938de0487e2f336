import Base
import CCurl
import Glibc

/// Only for the transfer thread.
final class Transfer {
  let job: TransferJob
  private let request: HTTPRequest
  let handle: EasyHandle
  var head = HeadReader()
  var spool: BodySpool
  var failure: NetworkError?
  var isPeerPrivate = false
  private var isContinuing = false
  var patience: TransferPatience

  /// Throws `NetworkError` without memory, or if libcurl rejects a security option.
  init(_ job: TransferJob) throws(NetworkError) {
    guard let handle = EasyHandle() else { throw .cannotKeep(errno: ENOMEM) }
    (self.job, request, self.handle) = (job, job.request.hop.request, handle)
    patience = TransferPatience(job.request.configuration.timeouts)
    spool = BodySpool(folder: job.request.folder)
    handle.configure(for: job.request)
    setCallbacks()
    guard !handle.hasRefused else { throw .libraryUnsafe }
  }

  func finish(with outcome: TransferEnd.Outcome) {
    var end = TransferEnd(outcome: outcome, wasSlow: patience.isSlow(at: .now))
    if case .failure(let error) = outcome, error.keepsPartialBody { end.partial = partial }
    job.end.fulfil(end)
  }

  private var partial: PartialBody? {
    guard request.body == nil, !request.acceptsCompression, spool.byteCount > 0 else {
      return job.request.partial
    }
    if isContinuing { return job.request.partial?.grown(to: spool.finish()) }
    return PartialBody(
      status: status, headers: HTTPHeaders(head.lines), body: spool.finish(),
      isPeerPrivate: isPeerPrivate)
  }

  func notifyIfWaiting(at now: ContinuousClock.Instant) {
    guard patience.takeNotice(at: now) else { return }
    job.onProgress(
      HTTPProgress(received: 0, expected: nil, awaitedHost: request.address.origin.host))
  }

  func outcome(of code: CURLcode) -> TransferEnd.Outcome {
    guard code == CURLE_OK, failure == nil else {
      return .failure(failure ?? NetworkError(code, byteLimit: request.byteLimit))
    }
    let status = status
    guard (200...599).contains(status) else { return .failure(.badAnswer) }
    let whole = isContinuing ? job.request.partial : nil
    guard whole.map({ $0.total == spool.byteCount }) ?? true else { return .failure(.badAnswer) }
    return .success(
      TransferResult(
        status: whole == nil ? status : 200,
        headers: whole?.headers.updated(by: headers) ?? headers,
        body: spool.finish(), isPeerPrivate: isPeerPrivate,
        isMultiplexed: handle.number(CURLINFO_HTTP_VERSION) >= CURL_HTTP_VERSION_2_0))
  }

  private var status: Int { handle.number(CURLINFO_RESPONSE_CODE) }

  private var headers: HTTPHeaders {
    guard request.acceptsCompression, HTTPHeaders(head.lines)["content-encoding"] != nil else {
      return HTTPHeaders(head.lines)
    }
    return HTTPHeaders(
      head.lines.filter { $0.name != "content-encoding" && $0.name != "content-length" })
  }

  func receive(_ bytes: UnsafeRawBufferPointer) throws(NetworkError) {
    guard bytes.count <= request.byteLimit - spool.byteCount else {
      throw .tooLarge(byteLimit: request.byteLimit)
    }
    if spool.byteCount == 0, let partial = job.request.partial {
      isContinuing = partial.isContinued(by: HTTPHeaders(head.lines))
      if isContinuing { try spool.append(partial.body) }
    }
    unsafe try spool.append(bytes)
    patience.recordBody(bytes.count, at: .now)
    job.onProgress(
      HTTPProgress(
        received: spool.byteCount,
        expected: isContinuing ? job.request.partial?.total : head.expectedByteCount))
  }

  /// Records whether the address is private.
  func mayReach(_ address: IPAddress) -> Bool {
    guard job.request.proxy == nil else { return true }
    isPeerPrivate = job.request.configuration.isPrivate(address)
    guard isPeerPrivate, !request.mayReachPrivateNetworks else { return true }
    failure = .privateAddress
    return false
  }
}

/// Callbacks of libcurl, on the transfer thread.
extension Transfer {
  func setCallbacks() {
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    handle.note(
      unsafe ccurl_set_callbacks(
        handle.pointer, context, Self.onBody, Self.onHead, Self.onSocket, Self.onRequest))
  }

  private static var onBody: curl_write_callback {
    { bytes, size, count, context in
      unsafe take(bytes, size * count, context) { transfer, bytes throws(NetworkError) in
        unsafe try transfer.receive(bytes)
      }
    }
  }

  private static var onHead: curl_write_callback {
    { bytes, size, count, context in
      unsafe take(bytes, size * count, context) { transfer, bytes throws(NetworkError) in
        transfer.patience.recordHead(at: .now)
        unsafe try transfer.head.read(Array(bytes))
      }
    }
  }

  private static var onSocket: curl_opensocket_callback {
    { context, _, address in
      guard let running = unsafe running(context), let address = unsafe address else {
        return curl_socket_t(-1)
      }
      return unsafe running.openSocket(to: address)
    }
  }

  private func openSocket(to address: UnsafeMutablePointer<curl_sockaddr>) -> curl_socket_t {
    let peer = unsafe withUnsafePointer(to: &address.pointee.addr) { unsafe IPAddress($0) }
    guard let peer, mayReach(peer) else { return curl_socket_t(-1) }
    return unsafe socket(
      address.pointee.family, address.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue),
      address.pointee.protocol)
  }

  /// Checks again, since the connection may have been opened by another request.
  private static var onRequest: curl_prereq_callback {
    { context, peer, _, _, _ in
      guard let transfer = unsafe running(context), let peer = unsafe peer,
        let address = IPAddress(unsafe String(cString: peer)), transfer.mayReach(address)
      else { return CURL_PREREQFUNC_ABORT }
      transfer.patience.recordRequest(at: .now)
      return CURL_PREREQFUNC_OK
    }
  }
}

/// Returns the number of bytes that were taken; any other than `count` ends the transfer.
private func take(
  _ bytes: UnsafePointer<CChar>?, _ count: Int, _ context: UnsafeMutableRawPointer?,
  _ body: (Transfer, UnsafeRawBufferPointer) throws(NetworkError) -> Void
) -> Int {
  guard let transfer = unsafe running(context) else { return 0 }
  do throws(NetworkError) {
    try unsafe body(transfer, UnsafeRawBufferPointer(start: bytes, count: count))
    return count
  } catch {
    transfer.failure = error
    return 0
  }
}

private func running(_ context: UnsafeMutableRawPointer?) -> Transfer? {
  guard let context = unsafe context else { return nil }
  return unsafe Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
}

/// Collects the headers of the last response, without those of `1xx`, proxies and trailers.
struct HeadReader {
  /// Maximum bytes of all header blocks of a transfer.
  static let byteLimit = 262_144

  private(set) var lines: [HTTPHeader] = []
  private var byteCount = 0
  private var hasEnded = false

  mutating func read(_ line: [UInt8]) throws(NetworkError) {
    byteCount += line.count
    guard byteCount <= Self.byteLimit else { throw .headTooLarge }
    if line.starts(with: "HTTP/".utf8) {
      lines = []
      hasEnded = false
    } else if line.trimmed.isEmpty {
      hasEnded = true
    } else if !hasEnded {
      readField(line)
    }
  }

  private mutating func readField(_ line: [UInt8]) {
    if line.first == 0x20 || line.first == 0x09 { return unfold(line) }
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")),
      let name = String(validating: line[..<colon], as: UTF8.self),
      let header = HTTPHeader(name: name, value: line[(colon + 1)...])
    else { return }
    lines.append(header)
  }

  private mutating func unfold(_ line: [UInt8]) {
    guard let last = lines.popLast() else { return }
    let value = last.value + [0x20] + line.trimmed
    lines.append(HTTPHeader(name: last.name, value: value) ?? last)
  }

  /// The length of the body; nil if unknown or encoded.
  var expectedByteCount: Int? {
    let headers = HTTPHeaders(lines)
    guard headers["content-encoding"] == nil else { return nil }
    return headers["content-length"].flatMap { Int($0) }
  }
}
