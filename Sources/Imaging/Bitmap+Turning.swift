extension Bitmap {
  /// Applies an orientation; callable from any thread.
  package func turned(by orientation: Orientation) -> Bitmap {
    guard orientation != .topLeft else { return self }
    let shown = orientation.shown(size)
    func place(_ x: Int, _ y: Int) -> Int {
      let pixel = orientation.stored(PixelRect(x: x, y: y, width: 1, height: 1), of: size)
      return pixel.y * size.width + pixel.x
    }
    let first = place(0, 0)
    let (right, down) = (place(1, 0) - first, place(0, 1) - first)
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: self.bytes.count) { target, count in
      unsafe self.bytes.withUnsafeBytes { source in
        for y in 0..<shown.height {
          var place = first + y * down
          for x in 0..<shown.width {
            let pixel = unsafe source.loadUnaligned(fromByteOffset: place * 4, as: UInt32.self)
            let offset = (y * shown.width + x) * 4
            unsafe UnsafeMutableRawBufferPointer(target).storeBytes(
              of: pixel, toByteOffset: offset, as: UInt32.self)
            place += right
          }
        }
      }
      count = shown.area * 4
    }
    return Bitmap(size: shown, bytes: bytes)
  }
}
