import Imaging

/// Reads sixel images as DEC STD 070 describes them, and rejects everything else.
struct SixelDecoder {
  /// A string is not a sixel image.
  struct Damage: Error {
    let place: Int
  }

  /// The size in the raster attributes, in pixels.
  private(set) var size = PixelSize(width: 0, height: 0)
  /// The registers that are defined, in percent.
  private(set) var registers: [Int: [Int]] = [:]
  /// The drawn pixels by column and row; a sixel drawn over another counts as overdrawn.
  private(set) var pixels: [PixelSize: Int] = [:]
  private(set) var overdrawnCount = 0

  private let bytes: [UInt8]
  private var place = 0
  private var column = 0
  private var top = 0
  private var color = 0

  private static let introducer = Array("\u{1B}P0;1;0q".utf8)
  private static let terminator = Array("\u{1B}\\".utf8)

  init(_ bytes: [UInt8]) throws(Damage) {
    guard bytes.starts(with: Self.introducer), bytes.suffix(2) == Self.terminator[...] else {
      throw Damage(place: 0)
    }
    self.bytes = Array(bytes.dropFirst(Self.introducer.count).dropLast(2))
    try readAttributes()
    while place < self.bytes.count { try readNext() }
  }

  private mutating func readAttributes() throws(Damage) {
    guard take() == UInt8(ascii: "\"") else { throw Damage(place: place) }
    let numbers = try numbers()
    guard numbers.count == 4, numbers[..<2] == [1, 1] else { throw Damage(place: place) }
    size = PixelSize(width: numbers[2], height: numbers[3])
  }

  private mutating func readNext() throws(Damage) {
    switch take() {
    case UInt8(ascii: "#"): try readColor()
    case UInt8(ascii: "!"):
      let counts = try numbers()
      guard counts.count == 1, counts[0] > 0 else { throw Damage(place: place) }
      try draw(take(), counts[0])
    case UInt8(ascii: "$"): column = 0
    case UInt8(ascii: "-"):
      column = 0
      top += 6
    case let byte: try draw(byte, 1)
    }
  }

  private mutating func readColor() throws(Damage) {
    let numbers = try numbers()
    switch numbers.count {
    case 1 where registers[numbers[0]] != nil: color = numbers[0]
    case 5 where numbers[1] == 2 && numbers[2...].allSatisfy { (0...100).contains($0) }:
      registers[numbers[0]] = Array(numbers[2...])
    default: throw Damage(place: place)
    }
  }

  private mutating func draw(_ byte: UInt8, _ count: Int) throws(Damage) {
    guard (0x3F...0x7E).contains(byte) else { throw Damage(place: place) }
    for row in 0..<6 where (byte - 0x3F) >> row & 1 == 1 {
      for x in column..<column + count {
        let old = pixels.updateValue(color, forKey: PixelSize(width: x, height: top + row))
        if old != nil { overdrawnCount += 1 }
      }
    }
    column += count
  }

  private mutating func take() -> UInt8 {
    guard place < bytes.count else { return 0 }
    place += 1
    return bytes[place - 1]
  }

  /// One number after another, with semicolons between them; each has digits.
  private mutating func numbers() throws(Damage) -> [Int] {
    var numbers: [Int] = []
    repeat {
      let start = place
      var number = 0
      while place < bytes.count, (0x30...0x39).contains(bytes[place]), number < 1_000_000 {
        number = number * 10 + Int(take() - 0x30)
      }
      guard place > start else { throw Damage(place: place) }
      numbers.append(number)
      guard place < bytes.count, bytes[place] == UInt8(ascii: ";") else { return numbers }
      place += 1
    } while true
  }

  /// The colour that a terminal shows; nil where nothing is drawn.
  func shown(_ x: Int, _ y: Int) -> RGB? {
    guard let color = pixels[PixelSize(width: x, height: y)], let parts = registers[color] else {
      return nil
    }
    let channels = parts.map { UInt8(($0 * 255 + 50) / 100) }
    return RGB(channels[0], channels[1], channels[2])
  }

  /// The whole image, on a background.
  func bitmap(on background: RGB = RGB(0, 0, 0)) -> Bitmap {
    var bitmap = Bitmap(size: size)
    for y in 0..<size.height {
      for x in 0..<size.width { bitmap[x, y] = shown(x, y) ?? background }
    }
    return bitmap
  }
}
