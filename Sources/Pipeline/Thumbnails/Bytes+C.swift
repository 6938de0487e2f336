extension Sequence<UInt8> {
  /// The bytes with a terminating zero, as system calls take them; they must hold none themselves.
  var cString: [CChar] {
    map { CChar(bitPattern: $0) } + [0]
  }
}
