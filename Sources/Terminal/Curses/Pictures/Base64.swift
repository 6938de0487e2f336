/// Base64 (RFC 4648, section 4) with padding.
enum Base64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  static func encode(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    let count = (bytes.count + 2) / 3 * 4
    return unsafe bytes.withUnsafeBufferPointer { input in
      unsafe alphabet.withUnsafeBufferPointer { letters in
        unsafe [UInt8](unsafeUninitializedCapacity: count) { output, initialized in
          var place = 0
          for start in stride(from: 0, to: input.count, by: 3) {
            let left = input.count - start
            let second = left > 1 ? unsafe UInt32(input[start + 1]) : 0
            let third = left > 2 ? unsafe UInt32(input[start + 2]) : 0
            let group = unsafe UInt32(input[start]) << 16 | second << 8 | third
            unsafe output[place] = letters[Int(group >> 18)]
            unsafe output[place + 1] = letters[Int(group >> 12 & 63)]
            unsafe output[place + 2] = left > 1 ? letters[Int(group >> 6 & 63)] : 0x3D
            unsafe output[place + 3] = left > 2 ? letters[Int(group & 63)] : 0x3D
            place += 4
          }
          initialized = count
        }
      }
    }
  }
}
