import Imaging

/// A picture of three bytes a pixel, as a binary portable pixmap has it (Netpbm, ppm(5)).
struct Pixmap {
  let size: PixelSize
  private let bytes: [UInt8]
  /// Where the pixels begin.
  private let start: Int

  /// Reads a file.
  /// - Throws: `BenchError.file` where it is none of 8 bits a channel.
  init(_ path: String) throws(BenchError) {
    bytes = try Workshop.read(path)
    var place = 0
    var words: [String] = []
    while words.count < 4, place < bytes.count {
      let line = bytes[place...].prefix { $0 != UInt8(ascii: "\n") }
      place += line.count + 1
      guard line.first != UInt8(ascii: "#") else { continue }
      words += String(decoding: line, as: UTF8.self).split(separator: " ").map(String.init)
    }
    guard words.count == 4, words[0] == "P6", words[3] == "255", let width = Int(words[1]),
      let height = Int(words[2]), bytes.count - place == width * height * 3
    else { throw .file(path, errno: 0) }
    size = PixelSize(width: width, height: height)
    start = place
  }

  /// How far another picture differs from a part of this one.
  /// - Parameters:
  ///   - other: The other picture.
  ///   - left: Where the part begins, in pixels; the part may not reach beyond the picture.
  ///   - top: The same from above.
  ///   - limit: What is more than this need not be known.
  /// - Returns: The sum of the squares of the differences of all channels; more than the limit where
  ///   it is higher.
  func difference(to other: Pixmap, left: Int, top: Int, limit: Int) -> Int {
    guard left >= 0, top >= 0, left + other.size.width <= size.width,
      top + other.size.height <= size.height
    else { return .max }
    let length = other.size.width * 3
    var sum = 0
    return unsafe bytes.withUnsafeBufferPointer { screen in
      unsafe other.bytes.withUnsafeBufferPointer { photo in
        for row in 0..<other.size.height where sum <= limit {
          let (own, others) = (
            start + ((top + row) * size.width + left) * 3, other.start + row * length
          )
          for index in 0..<length {
            let step = unsafe Int(screen[own + index]) - Int(photo[others + index])
            sum += step * step
          }
        }
        return sum
      }
    }
  }
}
