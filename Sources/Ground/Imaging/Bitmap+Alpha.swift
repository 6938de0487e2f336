extension Bitmap {
  /// The pixels as they are stored in files: four bytes each, colours not multiplied by alpha, black
  /// where nothing is to be seen of them.
  package var straightBytes: [UInt8] {
    var straight = bytes
    unsafe straight.withUnsafeMutableBufferPointer { straight in
      for start in stride(from: 0, to: straight.count, by: 4) {
        let alpha = unsafe Int(straight[start + 3])
        guard alpha < 255 else { continue }
        for index in start..<start + 3 {
          let product = unsafe Int(straight[index])
          let channel = alpha == 0 ? 0 : min(255, (product * 255 + alpha / 2) / alpha)
          unsafe straight[index] = UInt8(channel)
        }
      }
    }
    return straight
  }
}
