/// A TIFF of one directory for tests (TIFF 6.0, section 2); entries in the order they are added.
struct SampleTIFF {
  private static let headLength = 8

  let isBigEndian: Bool
  private var entries: [(tag: Int, type: Int, count: Int, value: [UInt8])] = []

  init(isBigEndian: Bool = false) {
    self.isBigEndian = isBigEndian
  }

  /// Adds a number of 32 bits.
  mutating func add(_ tag: Int, long value: Int) {
    entries.append((tag, 4, 1, bytes(value, 4)))
  }

  /// Adds a text, with the zero at its end.
  mutating func add(_ tag: Int, text: String) {
    let value = Array(text.utf8) + [0]
    entries.append((tag, 2, value.count, value))
  }

  /// The file.
  func encoded() -> [UInt8] {
    var directory = bytes(entries.count, 2)
    var data: [UInt8] = []
    let dataStart = Self.headLength + 2 + entries.count * 12 + 4
    for entry in entries {
      directory += bytes(entry.tag, 2) + bytes(entry.type, 2) + bytes(entry.count, 4)
      if entry.value.count <= 4 {
        directory += entry.value + Array(repeating: 0, count: 4 - entry.value.count)
      } else {
        directory += bytes(dataStart + data.count, 4)
        data += entry.value
      }
    }
    return Array((isBigEndian ? "MM" : "II").utf8) + bytes(42, 2) + bytes(Self.headLength, 4)
      + directory + bytes(0, 4) + data
  }

  private func bytes(_ value: Int, _ count: Int) -> [UInt8] {
    let little = (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    return isBigEndian ? little.reversed() : little
  }
}
