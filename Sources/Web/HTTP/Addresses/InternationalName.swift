internal import CIDN2

/// The names of hosts that are not ASCII, as the name service has them.
package enum InternationalName {
  /// Writes a name in ASCII: IDNA 2008 with the mapping of UTS #46, non-transitional, as curl and
  /// browsers do, so that one name in different forms is one host.
  /// - Parameter name: The name, without a zero byte. One that is ASCII already stays as it is.
  /// - Returns: The name, which may be anything that the mapping makes of it, such as an address.
  /// - Throws: `NetworkError.badAddress` where no host can have that name, or
  ///   `.namesLibraryMissing`.
  package static func ascii(_ name: String) throws(NetworkError) -> String {
    guard !name.utf8.allSatisfy({ $0 < 0x80 }) else { return name }
    guard cidn2_load() else { throw .namesLibraryMissing }
    guard let ascii = unsafe cidn2_to_ascii(name) else { throw .badAddress }
    defer { unsafe cidn2_free(ascii) }
    return unsafe String(cString: ascii)
  }
}
