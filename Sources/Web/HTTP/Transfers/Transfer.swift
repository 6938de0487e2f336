import Addresses
internal import CCurl
internal import Glibc
internal import ResponseStore

/// A transfer that runs, on the thread of the transfers only.
final class Transfer {
  let job: TransferJob
  let handle: EasyHandle
  var head = HeadReader()
  var spool: BodySpool
  /// Why it was ended from within a call of libcurl.
  var failure: NetworkError?
  var isPeerPrivate = false
  var patience: TransferPatience

  /// - Throws: `NetworkError` where memory is short, or libcurl refuses what keeps transfers safe.
  init(_ job: TransferJob) throws(NetworkError) {
    guard let handle = EasyHandle() else { throw .cannotKeep(errno: ENOMEM) }
    self.job = job
    self.handle = handle
    patience = TransferPatience(job.order.timeouts)
    spool = BodySpool(folder: job.order.folder)
    handle.configure(for: job.order)
    setCallbacks()
    guard !handle.hasRefused else { throw .libraryUnsafe }
  }

  /// Tells the outcome.
  func finish(with code: CURLcode) {
    finish(with: outcome(of: code))
  }

  /// Tells an outcome that is none of libcurl's.
  func finish(with outcome: TransferEnd.Outcome) {
    job.end.fulfil(TransferEnd(outcome: outcome, wasSlow: patience.isSlow(at: .now)))
  }

  /// Tells that the server is still awaited, where that is due.
  func tellWaiting(at now: ContinuousClock.Instant) {
    guard patience.isToBeTold(at: now) else { return }
    patience.noteTold()
    job.onProgress(HTTPProgress(awaiting: job.order.address.origin.host))
  }

  private func outcome(of code: CURLcode) -> TransferEnd.Outcome {
    guard code == CURLE_OK, failure == nil else {
      return .failure(failure ?? NetworkError(code, byteLimit: job.order.byteLimit))
    }
    let status = handle.number(CURLINFO_RESPONSE_CODE)
    guard (200...599).contains(status) else { return .failure(.badAnswer) }
    return .success(
      TransferResult(
        status: status, headers: headers, body: spool.finish(),
        isPeerPrivate: isPeerPrivate,
        isMultiplexed: handle.number(CURLINFO_HTTP_VERSION) >= CURL_HTTP_VERSION_2_0))
  }

  /// The lines of the head, without those that describe a body that has been unpacked since.
  private var headers: HTTPHeaders {
    guard job.order.acceptsCompression, HTTPHeaders(head.lines)["content-encoding"] != nil else {
      return HTTPHeaders(head.lines)
    }
    return HTTPHeaders(
      head.lines.filter { $0.name != "content-encoding" && $0.name != "content-length" })
  }

  /// Takes a piece of the body.
  /// - Throws: What ends the transfer.
  func receive(_ bytes: UnsafeRawBufferPointer) throws(NetworkError) {
    guard bytes.count <= job.order.byteLimit - spool.byteCount else {
      throw .tooLarge(byteLimit: job.order.byteLimit)
    }
    unsafe try spool.append(bytes)
    patience.noteBody(bytes.count, at: .now)
    job.onProgress(
      HTTPProgress(received: spool.byteCount, expected: head.expectedByteCount))
  }

  /// Whether an address may be connected to; notes what kind it is.
  func mayReach(_ address: IPAddress) -> Bool {
    guard job.order.proxy == nil else { return true }
    isPeerPrivate = job.order.rule.isPrivate(address)
    guard let forbidden = job.order.forbidden, forbidden.isPrivate(address) else { return true }
    failure = .privateAddress
    return false
  }
}
