extension Bitmap {
  /// Applies an orientation; callable from any thread.
  package func turned(by orientation: Orientation) -> Bitmap {
    guard orientation != .topLeft else { return self }
    let shown = orientation.shown(size)
    let path = StoredPath(orientation, size)
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: self.bytes.count) { target, count in
      unsafe self.bytes.withUnsafeBytes { source in
        for y in 0..<shown.height {
          var place = path.first + y * path.down
          for x in 0..<shown.width {
            let pixel = unsafe source.loadUnaligned(fromByteOffset: place * 4, as: UInt32.self)
            let offset = (y * shown.width + x) * 4
            unsafe UnsafeMutableRawBufferPointer(target).storeBytes(
              of: pixel, toByteOffset: offset, as: UInt32.self)
            place += path.right
          }
        }
      }
      count = shown.area * 4
    }
    return Bitmap(size: shown, bytes: bytes)
  }
}

private struct StoredPath {
  let first, right, down: Int

  init(_ orientation: Orientation, _ stored: PixelSize) {
    let width = stored.width
    let lastRow = (stored.height - 1) * width
    let last = lastRow + width - 1
    (first, right, down) =
      switch orientation {
      case .topLeft: (0, 1, width)
      case .topRight: (width - 1, -1, width)
      case .bottomRight: (last, -1, -width)
      case .bottomLeft: (lastRow, 1, -width)
      case .leftTop: (0, width, 1)
      case .rightTop: (lastRow, -width, 1)
      case .rightBottom: (last, -width, -1)
      case .leftBottom: (width - 1, width, -1)
      }
  }
}
