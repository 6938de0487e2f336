/// A reusable buffer for the text of one band.
@safe
struct SixelText: ~Copyable {
  private let bytes: UnsafeMutablePointer<UInt8>
  private var count = 0

  /// Maximum bytes per sixel: `$`, a color, the move from the left, and the sixel, where a run is
  /// written as up to three bytes; some are dropped again.
  static let longestSixel = 1 + 4 + 12 + 3

  /// The capacity must not be exceeded between calls of `move`.
  init(capacity: Int) {
    unsafe bytes = .allocate(capacity: capacity)
  }

  deinit {
    unsafe bytes.deallocate()
  }

  @inline(__always)
  mutating func append(_ byte: UInt8) {
    unsafe bytes[count] = byte
    count &+= 1
  }

  @inline(__always)
  mutating func append(_ number: Int32) {
    var digits = number < 10 ? 1 : number < 100 ? 2 : 3
    var bound: Int32 = 1000
    while number >= bound {
      digits &+= 1
      bound &*= 10
    }
    count &+= digits
    var (place, rest) = (count, number)
    for _ in 0..<digits {
      place &-= 1
      unsafe bytes[place] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
  }

  /// A run of a sixel, with a repeat introducer if that is shorter.
  @inline(__always)
  mutating func append(_ rows: UInt8, _ length: Int32) {
    let letter = UInt8(ascii: "?") &+ rows
    if length > 3 {
      append(UInt8(ascii: "!"))
      append(length)
      append(letter)
    } else {
      // Without branches: most runs are short, and their lengths vary.
      unsafe bytes[count] = letter
      unsafe bytes[count &+ 1] = letter
      unsafe bytes[count &+ 2] = letter
      count &+= Int(length)
    }
  }

  mutating func move(to output: inout [UInt8]) {
    unsafe output.append(contentsOf: UnsafeBufferPointer(start: bytes, count: count))
    count = 0
  }
}
