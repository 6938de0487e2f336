import Values

extension ByteString {
  /// Lends the bytes with a terminating zero, as system calls take them.
  ///
  /// `nil` where the bytes hold a zero themselves: the kernel would take a part for the whole.
  func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result? {
    guard !bytes.contains(0) else { return nil }
    return unsafe (bytes + [0]).withUnsafeBufferPointer { buffer in
      unsafe buffer.withMemoryRebound(to: CChar.self) { text in
        unsafe text.baseAddress.map { unsafe body($0) }
      }
    }
  }
}
