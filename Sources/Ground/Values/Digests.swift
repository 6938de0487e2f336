internal import CMD

/// MD5 (RFC 1321), for the names of thumbnails and the check of IPTC blocks, and for nothing secret.
package enum MD5 {
  /// The digest as 32 lowercase hexadecimal digits.
  package static func hexDigits(of message: some Collection<UInt8>) -> String {
    unsafe text(of: message, count: 32) { unsafe MD5Data($0, $1, $2) }
  }
}

/// SHA-256 (FIPS 180-4).
package enum SHA256 {
  /// The digest as 64 lowercase hexadecimal digits.
  package static func hexDigits(of message: some Collection<UInt8>) -> String {
    unsafe text(of: message, count: 64) { unsafe SHA256Data($0, $1, $2) }
  }
}

private typealias Write = (
  UnsafePointer<UInt8>, Int, UnsafeMutablePointer<CChar>
) -> UnsafeMutablePointer<CChar>?

/// The text that libmd writes for a message, which ends with a zero.
private func text(
  of message: some Collection<UInt8>, count: Int, by write: Write
) -> String {
  // An empty array may have no address.
  let bytes = Array(message) + [0]
  var digits = [CChar](repeating: 0, count: count + 1)
  _ = unsafe write(bytes, bytes.count - 1, &digits)
  return String(decoding: digits.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
}
