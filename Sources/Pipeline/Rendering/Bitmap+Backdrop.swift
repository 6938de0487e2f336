import Imaging

/// Puts pictures on what is to be seen where they are transparent.
extension Bitmap {
  /// The greys of the squares, as many image editors have them.
  private static let greys: [UInt8] = [0x66, 0x99]

  /// Puts the picture on the backdrop of a form.
  /// - Parameters:
  ///   - form: Its backdrop, and its background for one of a colour.
  ///   - square: The size of a square, in pixels of the picture.
  ///   - origin: Where the picture begins in a greater one with the same squares, in pixels.
  /// - Returns: The picture without alpha; as it is where the backdrop is the terminal's, or where it is
  ///   opaque.
  func standing(
    on form: SymbolForm, square: PixelSize, from origin: SIMD2<Int> = .zero
  ) -> Bitmap {
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

  /// Puts the picture into a room of one colour.
  /// - Parameters:
  ///   - room: The size of the room in pixels.
  ///   - margin: The pixels that are left of this and above it.
  ///   - color: What is around it.
  /// - Returns: All of the room.
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

  /// Whether nothing is seen through it.
  var isOpaque: Bool { !hasAlpha { $0 < 255 } }

  /// Whether some of it is transparent wholly.
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
