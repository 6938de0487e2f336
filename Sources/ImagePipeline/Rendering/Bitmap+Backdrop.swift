import Imaging

extension Bitmap {
  /// The grays of the checkerboard, as in many image editors.
  private static let greys: [UInt8] = [0x66, 0x99]

  /// Composes the bitmap with the backdrop of a form; unchanged for the terminal's backdrop or if
  /// opaque.
  ///
  /// `square` is the size of a checkerboard square in pixels; `origin` the position in a larger
  /// image with the same checkerboard.
  func standing(on form: SymbolForm, square: PixelSize, from origin: SIMD2<Int> = .zero) -> Bitmap {
    guard form.backdrop != .terminal, !isOpaque else { return self }
    var filled = bytes
    for y in 0..<size.height {
      for x in 0..<size.width {
        let start = (y * size.width + x) * 4
        let rest = 255 - Int(filled[start + 3])
        guard rest > 0 else { continue }
        let isOdd = ((x + origin.x) / square.width + (y + origin.y) / square.height) % 2 == 1
        let grey = Self.greys[isOdd ? 1 : 0]
        let behind = form.backdrop == .color ? form.background : RGB(grey, grey, grey)
        for (channel, color) in [behind.red, behind.green, behind.blue].enumerated() {
          let sum = Int(filled[start + channel]) + (Int(color) * rest + 127) / 255
          filled[start + channel] = UInt8(min(255, sum))
        }
        filled[start + 3] = 255
      }
    }
    return Bitmap(size: size, bytes: filled)
  }

  /// Places the bitmap in a room of one color; sizes in pixels.
  func framed(in room: PixelSize, at margin: PixelSize, by color: RGB) -> Bitmap {
    guard room != size else { return self }
    var whole = Bitmap(size: room, filledWith: color).bytes
    for row in 0..<size.height {
      let start = ((margin.height + row) * room.width + margin.width) * 4
      let line = row * size.width * 4..<(row + 1) * size.width * 4
      whole.replaceSubrange(start..<start + line.count, with: bytes[line])
    }
    return Bitmap(size: room, bytes: whole)
  }

  var isOpaque: Bool { !hasAlpha { $0 < 255 } }

  var hasGaps: Bool { hasAlpha { $0 == 0 } }

  private func hasAlpha(_ isMeant: (UInt8) -> Bool) -> Bool {
    unsafe bytes.withUnsafeBufferPointer { bytes in
      for place in stride(from: 3, to: bytes.count, by: 4) where unsafe isMeant(bytes[place]) {
        return true
      }
      return false
    }
  }
}
