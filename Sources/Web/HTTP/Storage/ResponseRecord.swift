/// What is written down of a response beside its body, with a checksum of its own.
struct ResponseRecord: Hashable {
  /// Changes with the form; entries of another one are dropped.
  static let mark: UInt32 = 0x3152_4350

  let key: CacheKey
  let status: Int
  let headers: HTTPHeaders
  let selection: Selection
  let requestedAt: Int
  let receivedAt: Int
  let isPeerPrivate: Bool
  let bodyByteCount: Int
  let bodyChecksum: UInt64
  /// The name of the file with the body; empty where it lies beside the record.
  let fileName: String

  /// Lines that nobody asks for again, and that may let who reads them act as the user.
  private static let secrets: Set<String> = ["set-cookie", "set-cookie2"]

  init(_ response: StoredResponse, bodyChecksum: UInt64, fileName: String) {
    key = response.key
    status = response.status
    headers = HTTPHeaders(response.headers.lines.filter { !Self.secrets.contains($0.name) })
    selection = response.selection
    requestedAt = response.requestedAt
    receivedAt = response.receivedAt
    isPeerPrivate = response.isPeerPrivate
    bodyByteCount = response.body.byteCount
    self.bodyChecksum = bodyChecksum
    self.fileName = fileName
  }

  /// The response with its body.
  func response(_ body: HTTPBody) -> StoredResponse {
    StoredResponse(
      key: key, status: status, headers: headers, selection: selection, requestedAt: requestedAt,
      receivedAt: receivedAt, isPeerPrivate: isPeerPrivate, body: body)
  }
}
