/// A TIFF for tests (TIFF 6.0, section 2): one directory, its subdirectories, and their data.
package struct SampleTIFF {
  private static let headLength = 8
  private static let long = 4

  private enum Value {
    case plain(type: Int, count: Int, bytes: [UInt8])
    case data([[UInt8]])
    case directories([SampleTIFF])

    /// Whether it is of several data.
    var isLarge: Bool {
      if case .data(let contents) = self { contents.count > 1 } else { false }
    }
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

  /// Adds an entry with any content: a type, a count, and the four bytes of its value or of its
  /// offset.
  package mutating func add(_ tag: Int, type: Int, count: Int, field: Int) {
    entries.append((tag, .plain(type: type, count: count, bytes: bytes(field, 4))))
  }

  /// Adds the offset of data, which this puts into the file.
  package mutating func add(_ tag: Int, offsetOf data: [UInt8]) {
    entries.append((tag, .data([data])))
  }

  /// Adds the offsets of several data, which this puts into the file after all others, in order.
  package mutating func add(_ tag: Int, offsetsOf data: [[UInt8]]) {
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

  /// A file of several directories in sequence, in the byte order of the first.
  package static func encoded(_ pages: [SampleTIFF]) -> [UInt8] {
    guard let first = pages.first else { return [] }
    var file = Array(first.encoded().prefix(headLength))
    for (number, page) in pages.enumerated() {
      let start = file.count
      file += page.directory(at: start)
      guard number + 1 < pages.count else { break }
      if file.count % 2 != 0 { file.append(0) }
      let link = start + 2 + page.entries.count * 12
      file.replaceSubrange(link..<link + 4, with: first.bytes(file.count, 4))
    }
    return file
  }

  /// The directory and all its data, for an offset in the file.
  private func directory(at start: Int) -> [UInt8] {
    let sorted = entries.sorted { $0.tag < $1.tag }
    let dataStart = start + 2 + sorted.count * 12 + 4
    var directory = bytes(sorted.count, 2)
    var data: [UInt8] = []
    // Several data follow everything else.
    let fields = sorted.map { $0.value.isLarge ? [] : field(of: $0.value, &data, dataStart) }
    for ((tag, value), field) in zip(sorted, fields) {
      directory += bytes(tag, 2) + (value.isLarge ? self.field(of: value, &data, dataStart) : field)
    }
    return directory + bytes(0, 4) + data
  }

  /// Type, count and value of an entry, or the offset of its value, which is added to the data.
  private func field(of value: Value, _ data: inout [UInt8], _ dataStart: Int) -> [UInt8] {
    var trailing: [UInt8] = []
    let (type, count, content) = content(of: value, &data, &trailing, dataStart)
    defer { data += trailing }
    let start = bytes(type, 2) + bytes(count, 4)
    guard content.count > 4 else {
      return start + content + Array(repeating: 0, count: 4 - content.count)
    }
    defer { data += content }
    return start + bytes(dataStart + data.count, 4)
  }

  private func content(
    of value: Value, _ data: inout [UInt8], _ trailing: inout [UInt8], _ dataStart: Int
  ) -> (type: Int, count: Int, bytes: [UInt8]) {
    switch value {
    case .plain(let type, let count, let bytes):
      return (type, count, bytes)
    case .data(let contents):
      // After the list of their offsets, if that does not fit into its entry.
      var place = dataStart + data.count + (contents.count > 1 ? contents.count * 4 : 0)
      let places = contents.flatMap { content in
        defer { place += content.count }
        return bytes(place, 4)
      }
      trailing = contents.flatMap { $0 }
      return (Self.long, contents.count, places)
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
