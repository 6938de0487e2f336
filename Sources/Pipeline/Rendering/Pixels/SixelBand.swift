import Imaging
internal import PictureEncoding

/// Six rows of a sixel image: for every colour the columns in which it occurs.
///
/// A colour whose columns lie far apart is written in pieces, so that several colours share one way from
/// left to right.
@safe
struct SixelBand: ~Copyable {
  private let picture: IndexedPicture
  private let left: Int32
  /// What is drawn, from the left column to the right.
  private let sixels: UnsafeMutableBufferPointer<Sixel>
  /// The same by its pieces, from the left column to the right.
  private let pieces: UnsafeMutableBufferPointer<SixelPiece>
  private var pieceCount = 0
  /// For every colour its last sixel and the column of that, which is far to the left where there is
  /// none.
  private let last: UnsafeMutableBufferPointer<(sixel: Int32, column: Int32)>
  private var text: SixelText

  /// How far a colour's next column may be for both to be in one piece.
  ///
  /// With any limit from 3 to 40 photos have the same length up to a fortieth, and with this one they
  /// are among the shortest.
  private static let gapLimit: Int32 = 10
  private static let none: Int32 = -1

  /// Makes room for the bands of a picture that stands so many pixels from the left.
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

  /// Takes rows of the picture, at most six.
  /// - Parameters:
  ///   - rows: The rows.
  ///   - bit: The place of the first of them in the band.
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

  /// Adds a pixel, to the colour's sixel of this column or as a new one.
  ///
  /// Written without branches it took a third longer.
  @inline(__always)
  private mutating func add(_ bit: UInt8, of color: UInt8, _ column: Int32, _ count: inout Int32) {
    let previous = unsafe last[Int(color)]
    let gap = column &- previous.column
    if gap <= Self.gapLimit {
      // Changed where it stands, it is nothing that Swift 6.3 can compile for the thread sanitizer.
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

  /// Appends what was taken, in as few ways from left to right as its pieces allow: on each the next
  /// piece that begins behind the one before, which is the least number for intervals in this order.
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

  /// Writes a piece where the terminal stands at a column.
  /// - Returns: The column behind it.
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

/// One colour in one column.
private struct Sixel {
  let column: Int32
  /// The next of the same piece.
  var next: Int32
  /// A bit for each of the six rows, the lowest for the uppermost.
  var rows: UInt8
}

/// Columns of one colour, with small gaps at most.
private struct SixelPiece {
  let color: UInt8
  /// The first column.
  let column: Int32
  /// The sixel there.
  let first: Int32
}
