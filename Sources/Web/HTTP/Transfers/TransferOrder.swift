internal import ResponseStore

/// All that one transfer has to know: one request to one address, whose redirects are not followed.
struct TransferOrder: Sendable {
  let address: WebAddress
  /// The lines to send, those of the user and of the cache included.
  let headers: [HTTPHeader]
  let byteLimit: Int
  let acceptsCompression: Bool
  /// The proxy as libcurl takes it; nil where the host is asked directly.
  let proxy: String?
  /// Whose certificates are trusted.
  let trust: TrustVariables
  /// Tells which addresses must not be connected to; nil where all may.
  let forbidden: AddressRule?
  /// Tells which addresses are private, for the redirects to come.
  let rule: AddressRule
  let timeouts: HTTPTimeouts
  /// Where a body is put that is too large for memory; nil for the system's own folder.
  let folder: OwnFolder?
}
