/// The text of one band of a sixel image, in memory that is used again.
@safe
struct SixelText: ~Copyable {
  private let bytes: UnsafeMutablePointer<UInt8>
  private var count = 0

  /// The most bytes that one sixel can bring about: `$`, a colour, the way to it from the left, and
  /// itself, where a run is written as up to three bytes of which some are left out again.
  static let longestSixel = 1 + 4 + 12 + 3

  /// Makes room for so many bytes; no more may be appended before they are moved.
  init(capacity: Int) {
    unsafe bytes = .allocate(capacity: capacity)
  }

  deinit {
    unsafe bytes.deallocate()
  }

  /// Appends one byte.
  @inline(__always)
  mutating func append(_ byte: UInt8) {
    unsafe bytes[count] = byte
    count &+= 1
  }

  /// Appends a number that is not negative, in decimal digits.
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

  /// Appends a sixel again and again, with a repeat introducer where that is shorter.
  @inline(__always)
  mutating func append(_ rows: UInt8, _ length: Int32) {
    let letter = UInt8(ascii: "?") &+ rows
    if length > 3 {
      append(UInt8(ascii: "!"))
      append(length)
      append(letter)
    } else {
      // Without a branch for each: most runs are short, and none is like the one before.
      unsafe bytes[count] = letter
      unsafe bytes[count &+ 1] = letter
      unsafe bytes[count &+ 2] = letter
      count &+= Int(length)
    }
  }

  /// Appends all to an output and begins anew.
  mutating func move(to output: inout [UInt8]) {
    unsafe output.append(contentsOf: UnsafeBufferPointer(start: bytes, count: count))
    count = 0
  }
}
