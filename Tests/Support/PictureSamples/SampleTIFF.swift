/// A TIFF for tests (TIFF 6.0, section 2): one directory, those below it, and what they point to.
package struct SampleTIFF {
  private static let headLength = 8
  private static let long = 4

  private enum Value {
    case plain(type: Int, count: Int, bytes: [UInt8])
    case data([UInt8])
    case directories([SampleTIFF])
  }

  package let isBigEndian: Bool
  private var entries: [(tag: Int, value: Value)] = []

  package init(isBigEndian: Bool = false) {
    self.isBigEndian = isBigEndian
  }

  /// Adds a number of 32 bits.
  package mutating func add(_ tag: Int, long value: Int) {
    entries.append((tag, .plain(type: Self.long, count: 1, bytes: bytes(value, 4))))
  }

  /// Adds numbers of 16 bits.
  package mutating func add(_ tag: Int, shorts values: Int...) {
    add(tag, eachShort: values)
  }

  /// Adds numbers of 16 bits.
  package mutating func add(_ tag: Int, eachShort values: [Int]) {
    let encoded = values.flatMap { bytes($0, 2) }
    entries.append((tag, .plain(type: 3, count: values.count, bytes: encoded)))
  }

  /// Adds single bytes.
  package mutating func add(_ tag: Int, bytes values: [UInt8]) {
    entries.append((tag, .plain(type: 1, count: values.count, bytes: values)))
  }

  /// Adds a text, with the zero at its end.
  package mutating func add(_ tag: Int, text: String) {
    let value = Array(text.utf8) + [0]
    entries.append((tag, .plain(type: 2, count: value.count, bytes: value)))
  }

  /// Adds fractions of two numbers of 32 bits each; signed ones where one is below zero.
  package mutating func add(_ tag: Int, fractions: [(Int, Int)]) {
    let encoded = fractions.flatMap { bytes($0.0, 4) + bytes($0.1, 4) }
    let isSigned = fractions.contains { $0.0 < 0 }
    entries.append(
      (tag, .plain(type: isSigned ? 10 : 5, count: fractions.count, bytes: encoded)))
  }

  /// Adds an entry that says whatever it likes: a type, a count, and the four bytes of its value or of
  /// the place of that.
  package mutating func add(_ tag: Int, type: Int, count: Int, field: Int) {
    entries.append((tag, .plain(type: type, count: count, bytes: bytes(field, 4))))
  }

  /// Adds where data stand that this puts into the file.
  package mutating func add(_ tag: Int, offsetOf data: [UInt8]) {
    entries.append((tag, .data(data)))
  }

  /// Adds directories below this one.
  package mutating func add(_ tag: Int, directories: [SampleTIFF]) {
    entries.append((tag, .directories(directories)))
  }

  /// The file.
  package func encoded() -> [UInt8] {
    Array((isBigEndian ? "MM" : "II").utf8) + bytes(42, 2) + bytes(Self.headLength, 4)
      + directory(at: Self.headLength)
  }

  /// The file, with another page behind this one.
  package func encoded(before next: SampleTIFF) -> [UInt8] {
    let place = encoded().count
    return Array(encoded().prefix(Self.headLength))
      + directory(at: Self.headLength, next: place) + next.directory(at: place)
  }

  /// The directory and everything that it points to, for a place in the file.
  private func directory(at start: Int, next: Int = 0) -> [UInt8] {
    let sorted = entries.sorted { $0.tag < $1.tag }
    let dataStart = start + 2 + sorted.count * 12 + 4
    var directory = bytes(sorted.count, 2)
    var data: [UInt8] = []
    for (tag, value) in sorted {
      let (type, count, content) = content(of: value, &data, dataStart)
      directory += bytes(tag, 2) + bytes(type, 2) + bytes(count, 4)
      if content.count <= 4 {
        directory += content + Array(repeating: 0, count: 4 - content.count)
      } else {
        directory += bytes(dataStart + data.count, 4)
        data += content
      }
    }
    return directory + bytes(next, 4) + data
  }

  private func content(
    of value: Value, _ data: inout [UInt8], _ dataStart: Int
  ) -> (type: Int, count: Int, bytes: [UInt8]) {
    switch value {
    case .plain(let type, let count, let bytes):
      return (type, count, bytes)
    case .data(let content):
      defer { data += content }
      return (Self.long, 1, bytes(dataStart + data.count, 4))
    case .directories(let directories):
      let offsets = directories.flatMap { directory in
        let place = dataStart + data.count
        data += directory.directory(at: place)
        return bytes(place, 4)
      }
      return (Self.long, directories.count, offsets)
    }
  }

  private func bytes(_ value: Int, _ count: Int) -> [UInt8] {
    let little = (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    return isBigEndian ? little.reversed() : little
  }
}
