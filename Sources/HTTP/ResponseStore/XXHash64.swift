internal import CXXHash

/// XXH64 with the seed 0, which detects bytes that a disk has changed; it is no protection against intent.
struct XXHash64 {
  private var state = cxx_state()

  /// Begins with no bytes.
  init() {
    unsafe cxx_reset(&state)
  }

  /// The hash of bytes that are all there.
  static func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
    var hash = XXHash64()
    hash.add(Array(bytes)[...])
    return hash.value
  }

  /// Adds the next bytes.
  mutating func add(_ bytes: ArraySlice<UInt8>) {
    unsafe bytes.withUnsafeBytes { unsafe cxx_update(&state, $0.baseAddress, $0.count) }
  }

  /// The hash of all bytes so far.
  var value: UInt64 {
    var state = state
    return unsafe cxx_digest(&state)
  }
}
