internal import Imaging

/// Six rows of a sixel image, as columns by color.
///
/// A color whose columns are far apart is written in pieces, so that several colors share one pass
/// from left to right.
@safe
struct SixelBand: ~Copyable {
  private let picture: IndexedPicture
  private let left: Int32
  /// In order of their columns.
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
