/// XXH64 with the seed 0, as its specification has it: tells whether a disk gave back what it got.
///
/// It is as fast as memory and no protection against somebody who means it: the folder is the
/// user's own.
struct XXHash64 {
  private static let p1: UInt64 = 0x9E37_79B1_85EB_CA87
  private static let p2: UInt64 = 0xC2B2_AE3D_27D4_EB4F
  private static let p3: UInt64 = 0x1656_67B1_9E37_79F9
  private static let p4: UInt64 = 0x85EB_CA77_C2B2_AE63
  private static let p5: UInt64 = 0x27D4_EB2F_1656_67C5

  private var lanes = (p1 &+ p2, p2, UInt64(0), 0 &- p1)
  private var rest: [UInt8] = []
  private var byteCount = 0

  /// The hash of bytes that are all there.
  static func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
    var hash = XXHash64()
    hash.add(Array(bytes)[...])
    return hash.value
  }

  /// Takes in what comes next.
  mutating func add(_ bytes: ArraySlice<UInt8>) {
    byteCount += bytes.count
    let bytes = rest.isEmpty ? bytes : (rest + bytes)[...]
    let whole = bytes.count - bytes.count % 32
    unsafe bytes.withUnsafeBytes { buffer in
      for start in stride(from: 0, to: whole, by: 32) {
        unsafe lanes.0 = Self.round(lanes.0, Self.word(buffer, start))
        unsafe lanes.1 = Self.round(lanes.1, Self.word(buffer, start + 8))
        unsafe lanes.2 = Self.round(lanes.2, Self.word(buffer, start + 16))
        unsafe lanes.3 = Self.round(lanes.3, Self.word(buffer, start + 24))
      }
    }
    rest = Array(bytes.dropFirst(whole))
  }

  /// The hash of all that was taken in.
  var value: UInt64 {
    var hash = byteCount < 32 ? Self.p5 : mergedLanes
    hash &+= UInt64(byteCount)
    let words = rest.count / 8
    for index in 0..<words {
      let word = unsafe rest.withUnsafeBytes { unsafe Self.word($0, index * 8) }
      hash ^= Self.round(0, word)
      hash = Self.turned(hash, 27) &* Self.p1 &+ Self.p4
    }
    return Self.avalanched(addTail(from: words * 8, to: hash))
  }

  private func addTail(from start: Int, to hash: UInt64) -> UInt64 {
    var hash = hash
    var start = start
    if rest.count - start >= 4 {
      let half = (0..<4).reduce(UInt64(0)) { $0 | UInt64(rest[start + $1]) << UInt64(8 * $1) }
      hash ^= half &* Self.p1
      hash = Self.turned(hash, 23) &* Self.p2 &+ Self.p3
      start += 4
    }
    for byte in rest[start...] {
      hash ^= UInt64(byte) &* Self.p5
      hash = Self.turned(hash, 11) &* Self.p1
    }
    return hash
  }

  private var mergedLanes: UInt64 {
    var hash =
      Self.turned(lanes.0, 1) &+ Self.turned(lanes.1, 7) &+ Self.turned(lanes.2, 12)
      &+ Self.turned(lanes.3, 18)
    for lane in [lanes.0, lanes.1, lanes.2, lanes.3] {
      hash ^= Self.round(0, lane)
      hash = hash &* Self.p1 &+ Self.p4
    }
    return hash
  }

  private static func avalanched(_ hash: UInt64) -> UInt64 {
    var hash = hash
    hash = (hash ^ hash >> 33) &* p2
    hash = (hash ^ hash >> 29) &* p3
    return hash ^ hash >> 32
  }

  private static func round(_ lane: UInt64, _ word: UInt64) -> UInt64 {
    turned(lane &+ word &* p2, 31) &* p1
  }

  private static func turned(_ word: UInt64, _ count: UInt64) -> UInt64 {
    word << count | word >> (64 - count)
  }

  private static func word(_ buffer: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
    UInt64(littleEndian: unsafe buffer.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }
}
