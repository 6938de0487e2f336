internal import CMD

/// MD5 (RFC 1321), for thumbnail names and IPTC digests; not for security.
package enum MD5 {
  package static func hexDigits(of message: some Collection<UInt8>) -> String {
    unsafe text(of: message, count: 32) { unsafe MD5Data($0, $1, $2) }
  }
}

/// SHA-256 (FIPS 180-4), in lowercase hexadecimal digits.
package enum SHA256 {
  package static func hexDigits(of message: some Collection<UInt8>) -> String {
    unsafe text(of: message, count: 64) { unsafe SHA256Data($0, $1, $2) }
  }
}

private typealias Write = (
  UnsafePointer<UInt8>, Int, UnsafeMutablePointer<CChar>
) -> UnsafeMutablePointer<CChar>?

private func text(
  of message: some Collection<UInt8>, count: Int, by write: Write
) -> String {
  // An empty array may have no address.
  let bytes = Array(message) + [0]
  var digits = [CChar](repeating: 0, count: count + 1)
  _ = unsafe write(bytes, bytes.count - 1, &digits)
  return String(decoding: digits.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
}
