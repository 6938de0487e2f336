internal import Imaging

extension Raster {
  /// The finished painting in bytes.
  var bitmap: Bitmap {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size.area * 4)
    for pixel in pixels {
      bytes.append(channel(pixel.red))
      bytes.append(channel(pixel.green))
      bytes.append(channel(pixel.blue))
      bytes.append(255)
    }
    return Bitmap(size: size, bytes: bytes)
  }

  /// The painting made smaller by a whole number, every pixel the mean of a square.
  func reduced(by factor: Int) -> Raster {
    var small = Raster(size: PixelSize(width: size.width / factor, height: size.height / factor))
    for row in 0..<small.size.height {
      for column in 0..<small.size.width {
        small.pixels[row * small.size.width + column] = mean(
          columns: column * factor..<(column + 1) * factor, rows: row * factor..<(row + 1) * factor)
      }
    }
    return small
  }

  private func mean(columns: Range<Int>, rows: Range<Int>) -> Light {
    var total: Light = 0x000000
    for row in rows {
      for column in columns {
        let pixel = pixels[row * size.width + column]
        total.red += pixel.red
        total.green += pixel.green
        total.blue += pixel.blue
      }
    }
    return total.scaled(1 / Double(columns.count * rows.count))
  }

  private func channel(_ share: Double) -> UInt8 {
    UInt8((share.clamped * 255).rounded())
  }
}
