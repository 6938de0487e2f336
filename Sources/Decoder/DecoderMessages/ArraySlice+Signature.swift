extension ArraySlice<UInt8> {
  /// Tells whether a text stands at an offset from the start of the slice.
  func has(_ text: StaticString, at offset: Int = 0) -> Bool {
    text.withUTF8Buffer { unsafe dropFirst(offset).starts(with: $0) }
  }
}
