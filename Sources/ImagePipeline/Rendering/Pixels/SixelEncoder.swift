package import Imaging

/// Writes sixel images with their control strings (DEC STD 070, section 9).
///
/// Transparent pixels and the room around the image are not drawn: the terminal keeps its
/// background there (P2 = 1).
package struct SixelEncoder {
  /// The largest image that the terminal shows whole, in pixels; nil if unlimited.
  var limit: PixelSize?
  /// Size of a character cell in pixels; images begin at cells.
  package let cell: PixelSize

  private static let bandHeight = 6

  package init(limit: PixelSize? = nil, cell: PixelSize) {
    (self.limit, self.cell) = (limit, cell)
  }

  /// Writes one image, or several that meet at cell boundaries if the terminal limits their size.
  ///
  /// `picture` has at least one pixel, and is clipped to `room`, in pixels. The images are row by
  /// row, their control strings concatenated, with the same color numbers in all.
  package func images(
    of picture: IndexedPicture, in room: PixelSize, at margin: PixelSize
  ) -> (images: [WrittenImage], bytes: [UInt8]) {
    let columns = Self.parts(of: room.width, atMost: limit?.width, cell.width)
    let rows = Self.parts(of: room.height, atMost: limit?.height, cell.height)
    guard columns.count > 1 || rows.count > 1 else {
      let string = controlString(of: picture, in: room, at: margin)
      return ([WrittenImage(origin: CellPoint(column: 0, row: 0), bytes: string.indices)], string)
    }
    var (images, bytes) = ([WrittenImage](), [UInt8]())
    for row in rows {
      for column in columns {
        let drawn = PixelRect(
          columns: column.clamped(to: margin.width..<margin.width + picture.size.width),
          rows: row.clamped(to: margin.height..<margin.height + picture.size.height))
        guard drawn.size.area > 0 else { continue }
        let part = picture.cropped(
          to: PixelRect(
            x: drawn.x - margin.width, y: drawn.y - margin.height, width: drawn.size.width,
            height: drawn.size.height))
        let start = bytes.count
        bytes += controlString(
          of: part, in: PixelSize(width: column.count, height: row.count),
          at: PixelSize(width: drawn.x - column.lowerBound, height: drawn.y - row.lowerBound))
        images.append(
          WrittenImage(
            origin: CellPoint(
              column: column.lowerBound / cell.width, row: row.lowerBound / cell.height),
            bytes: start..<bytes.count))
      }
    }
    return (images, bytes)
  }

  /// As few parts of whole cells as the limit allows.
  private static func parts(of side: Int, atMost limit: Int?, _ cell: Int) -> [Range<Int>] {
    let length = max(1, (limit ?? side) / cell) * cell
    guard length < side else { return [0..<side] }
    return stride(from: 0, to: side, by: length).map { $0..<min($0 + length, side) }
  }

  /// The control string from DCS to ST; `picture` has at least one pixel and is clipped to `room`.
  package func controlString(
    of picture: IndexedPicture, in room: PixelSize, at margin: PixelSize
  ) -> [UInt8] {
    var text = Array("\u{1B}P0;1;0q\"1;1;\(room.width);\(room.height)".utf8)
    for (number, color) in picture.palette.enumerated() {
      text += Array("#\(number);2;\(Self.coordinates(of: color))".utf8)
    }
    var band = SixelBand(picture, left: margin.width)
    for top in stride(from: 0, to: margin.height + picture.size.height, by: Self.bandHeight) {
      if top > 0 { text.append(UInt8(ascii: "-")) }
      let first = max(0, top - margin.height)
      let end = min(top + Self.bandHeight - margin.height, picture.size.height)
      guard first < end else { continue }
      band.collect(first..<end, fromBit: first + margin.height - top)
      band.write(to: &text)
    }
    // Trim the capacity, since tiles are cached.
    return Array(text[...] + "\u{1B}\\".utf8)
  }

  /// RGB in percent, the only form that every terminal supports.
  ///
  /// The error, at most one step, is not diffused: flat areas would get dots.
  private static func coordinates(of color: RGB) -> String {
    [color.red, color.green, color.blue].map { "\((Int($0) * 100 + 127) / 255)" }
      .joined(separator: ";")
  }
}

/// Six rows of a sixel image, as columns by color.
///
/// A color whose columns are far apart is written in pieces, so that several colors share one pass
/// from left to right.
@safe
struct SixelBand: ~Copyable {
  private let picture: IndexedPicture
  private let left: Int32
  private let sixels: UnsafeMutableBufferPointer<Sixel>
  private let pieces: UnsafeMutableBufferPointer<SixelPiece>
  private var pieceCount = 0
  /// The last sixel of each color and its column, far to the left if there is none.
  private let last: UnsafeMutableBufferPointer<(sixel: Int32, column: Int32)>
  private var text: SixelText

  /// Maximum distance of columns in one piece.
  ///
  /// Between 3 and 40, the length of photos varies by 1/40; with 10 they are among the shortest.
  private static let gapLimit: Int32 = 10
  private static let none: Int32 = -1

  init(_ picture: IndexedPicture, left: Int) {
    self.picture = picture
    self.left = Int32(left)
    let limit = picture.size.width * 6
    unsafe sixels = .allocate(capacity: limit)
    unsafe pieces = .allocate(capacity: limit)
    unsafe last = .allocate(capacity: IndexedPicture.colorLimit)
    text = SixelText(capacity: limit * SixelText.longestSixel)
  }

  deinit {
    unsafe sixels.deallocate()
    unsafe pieces.deallocate()
    unsafe last.deallocate()
  }

  /// Collects at most six rows; the first one is at `bit`.
  mutating func collect(_ rows: Range<Int>, fromBit bit: Int) {
    let width = picture.size.width
    var count: Int32 = 0
    pieceCount = 0
    unsafe last.initialize(repeating: (Self.none, Int32.min / 2))
    unsafe picture.indices.withUnsafeBufferPointer { indices in
      for column in 0..<Int32(width) {
        var place = rows.lowerBound &* width &+ Int(column)
        for row in 0..<rows.count {
          let color = unsafe indices[place]
          place &+= width
          guard color != IndexedPicture.unset else { continue }
          add(UInt8(1) &<< UInt8(truncatingIfNeeded: bit &+ row), of: color, column, &count)
        }
      }
    }
  }

  /// Adds a pixel to the color's sixel of this column, or a new sixel.
  ///
  /// A version without branches took a third longer.
  @inline(__always)
  private mutating func add(_ bit: UInt8, of color: UInt8, _ column: Int32, _ count: inout Int32) {
    let previous = unsafe last[Int(color)]
    let gap = column &- previous.column
    if gap <= Self.gapLimit {
      // Swift 6.3 cannot compile the change in place with the thread sanitizer.
      var sixel = unsafe sixels[Int(previous.sixel)]
      if gap == 0 { sixel.rows |= bit } else { sixel.next = count }
      unsafe sixels[Int(previous.sixel)] = sixel
      if gap == 0 { return }
    } else {
      let piece = SixelPiece(color: color, column: column, first: count)
      unsafe pieces.initializeElement(at: pieceCount, to: piece)
      pieceCount &+= 1
    }
    let sixel = Sixel(column: column, next: Self.none, rows: bit)
    unsafe sixels.initializeElement(at: Int(count), to: sixel)
    unsafe last[Int(color)] = (count, column)
    count &+= 1
  }

  /// Appends the pieces in the fewest passes from left to right: each takes the next piece that
  /// begins after the last one, which is optimal for sorted intervals.
  mutating func write(to output: inout [UInt8]) {
    while pieceCount > 0 {
      var column = -left
      var rest = 0
      for index in 0..<pieceCount {
        let piece = unsafe pieces[index]
        if piece.column >= column {
          column = write(piece, from: column)
        } else {
          unsafe pieces[rest] = piece
          rest &+= 1
        }
      }
      pieceCount = rest
      if rest > 0 { text.append(UInt8(ascii: "$")) }
    }
    text.move(to: &output)
  }

  @inline(__always)
  private mutating func write(_ piece: SixelPiece, from start: Int32) -> Int32 {
    text.append(UInt8(ascii: "#"))
    text.append(Int32(piece.color))
    text.append(0, piece.column &- start)
    var column = piece.column
    var (rows, length) = (UInt8(0), Int32(0))
    var index = piece.first
    while index != Self.none {
      let sixel = unsafe sixels[Int(index)]
      if sixel.rows != rows || sixel.column != column {
        text.append(rows, length)
        text.append(0, sixel.column &- column)
        (rows, length) = (sixel.rows, 0)
      }
      length &+= 1
      column = sixel.column &+ 1
      index = sixel.next
    }
    text.append(rows, length)
    return column
  }
}

private struct Sixel {
  let column: Int32
  var next: Int32
  /// One bit per row, the lowest for the top.
  var rows: UInt8
}

/// Columns of one color, with small gaps at most.
private struct SixelPiece {
  let color: UInt8
  let column, first: Int32
}

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
