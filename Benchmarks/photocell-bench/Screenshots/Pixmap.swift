import Imaging

/// A binary portable pixmap with 8 bits per channel (Netpbm, ppm(5)).
struct Pixmap {
  let size: PixelSize
  private let bytes: [UInt8]
  private let start: Int

  /// Throws `BenchError.file` for other formats.
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

  /// The sum of squared channel differences to a part of this image.
  ///
  /// `left` and `top` are in pixels; the part must be inside. Stops early above `limit`.
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
