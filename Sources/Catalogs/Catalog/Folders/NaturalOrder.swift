package import Base

/// Natural order of names and paths: `IMG_9` before `IMG_10`, `a` next to `A`, `ö` as in the
/// locale.
///
/// A run of ASCII digits is one number of any length, sorted where digits are in ASCII; case is
/// ignored. Accents are secondary (`NameCollation`). Ties are broken by bytes (leading zeros, case,
/// composition of accents), so the order is total.
///
/// Paths are compared folder by folder. The photos of a folder come before those of its subfolders,
/// which are sorted by name.
package enum NaturalOrder {
  package static func areInOrder(_ first: Photo, _ second: Photo) -> Bool {
    if first.folder != second.folder {
      return compareFolders(first.folder.bytes.span, second.folder.bytes.span) < 0
    }
    return compareNames(first.name.bytes.span, second.name.bytes.span) < 0
  }

  /// The names must not contain slashes.
  package static func areInOrder(_ first: ByteString, _ second: ByteString) -> Bool {
    compareNames(first.bytes.span, second.bytes.span) < 0
  }

  /// Avoids `swift_once` on each access to a `static let` when many names are compared.
  static func areInOrder(
    _ first: ByteString, _ second: ByteString, comparingASCIIByBytes: Bool
  ) -> Bool {
    compareNames(
      first.bytes.span, second.bytes.span, comparingASCIIByBytes: comparingASCIIByBytes) < 0
  }

  /// Negative if the first comes first; zero only for equal bytes.
  static func compareNames(
    _ first: Span<UInt8>, _ second: Span<UInt8>,
    comparingASCIIByBytes: Bool = NaturalOrder.comparesASCIIByBytes
  ) -> Int {
    let shared = sharedCount(first, second)
    let byBytes = compareBytes(first, second, after: shared)
    guard byBytes != 0 else { return 0 }
    if comparingASCIIByBytes, let order = compareASCII(first, second, after: shared) {
      return order != 0 ? order : byBytes
    }
    let collation = NameCollation.ofUser
    let keys = (collation.key(of: bytes(of: first)), collation.key(of: bytes(of: second)))
    let order = compareKeys(keys.0.span, keys.1.span)
    return order != 0 ? order : byBytes
  }

  static let comparesASCIIByBytes = NameCollation.ofUser.comparesASCIIByBytes

  private static func compareASCII(
    _ first: Span<UInt8>, _ second: Span<UInt8>, after shared: Int
  ) -> Int? {
    var firstIndex = runStart(in: first, before: shared)
    var secondIndex = firstIndex
    while firstIndex < first.count, secondIndex < second.count {
      guard first[firstIndex] | second[secondIndex] < 0x80 else { return nil }
      let isNumber = first[firstIndex].isDigit && second[secondIndex].isDigit
      let order: Int
      if isNumber {
        order = compareNumbers(first, &firstIndex, second, &secondIndex)
      } else {
        order = Int(first[firstIndex].lowercased) - Int(second[secondIndex].lowercased)
        firstIndex += 1
        secondIndex += 1
      }
      guard order != 0 else { continue }
      // A combining accent may follow a letter.
      let mayHaveAccent = hasAccent(first, firstIndex) || hasAccent(second, secondIndex)
      return isNumber || !mayHaveAccent ? order : nil
    }
    guard !hasAccent(first, firstIndex), !hasAccent(second, secondIndex) else { return nil }
    return (first.count - firstIndex) - (second.count - secondIndex)
  }

  private static func hasAccent(_ name: Span<UInt8>, _ index: Int) -> Bool {
    index < name.count && name[index] >= 0x80
  }

  private static func bytes(of name: Span<UInt8>) -> [UInt8] {
    unsafe name.withUnsafeBytes { unsafe Array($0) }
  }

  fileprivate static func compareKeys(_ first: Span<UInt8>, _ second: Span<UInt8>) -> Int {
    compareBytes(first, second, after: sharedCount(first, second))
  }

  static func compareFolders(_ first: Span<UInt8>, _ second: Span<UInt8>) -> Int {
    var firstIndex = 0
    var secondIndex = 0
    while firstIndex < first.count, secondIndex < second.count {
      let firstEnd = componentEnd(in: first, from: firstIndex)
      let secondEnd = componentEnd(in: second, from: secondIndex)
      let order = compareNames(
        first.extracting(firstIndex..<firstEnd), second.extracting(secondIndex..<secondEnd))
      if order != 0 { return order }
      firstIndex = firstEnd + 1
      secondIndex = secondEnd + 1
    }
    return (first.count - firstIndex) - (second.count - secondIndex)
  }

  private static func componentEnd(in path: Span<UInt8>, from start: Int) -> Int {
    var end = start
    while end < path.count, path[end] != UInt8(ascii: "/") { end += 1 }
    return end
  }

  private static func sharedCount(_ first: Span<UInt8>, _ second: Span<UInt8>) -> Int {
    let limit = min(first.count, second.count)
    var index = 0
    while index < limit, first[index] == second[index] { index += 1 }
    return index
  }

  private static func compareBytes(
    _ first: Span<UInt8>, _ second: Span<UInt8>, after shared: Int
  ) -> Int {
    guard shared < first.count, shared < second.count else { return first.count - second.count }
    return Int(first[shared]) - Int(second[shared])
  }

  private static func runStart(in name: Span<UInt8>, before index: Int) -> Int {
    var start = index
    while start > 0, name[start - 1].isDigit { start -= 1 }
    return start
  }

  private static func compareNumbers(
    _ first: Span<UInt8>, _ firstIndex: inout Int, _ second: Span<UInt8>, _ secondIndex: inout Int
  ) -> Int {
    skipZeros(in: first, &firstIndex)
    skipZeros(in: second, &secondIndex)
    var order = 0
    while true {
      let firstContinues = firstIndex < first.count && first[firstIndex].isDigit
      let secondContinues = secondIndex < second.count && second[secondIndex].isDigit
      guard firstContinues, secondContinues else {
        return firstContinues == secondContinues ? order : firstContinues ? 1 : -1
      }
      if order == 0 { order = Int(first[firstIndex]) - Int(second[secondIndex]) }
      firstIndex += 1
      secondIndex += 1
    }
  }

  private static func skipZeros(in name: Span<UInt8>, _ index: inout Int) {
    while index < name.count, name[index] == UInt8(ascii: "0") { index += 1 }
  }
}

/// Sort keys of names, computed once each. ASCII names have keys of 16 bytes that are compared as
/// integers; other lists have collation keys.
package struct NameKeys: Sendable {
  private let prefixes: [SIMD2<UInt64>]
  private let keys: [[UInt8]]

  package init(_ names: some Collection<ByteString>) {
    let areCollated =
      !NaturalOrder.comparesASCIIByBytes
      || names.contains { !NameFolding.isASCII($0.bytes.span) }
    let collation = areCollated ? NameCollation.ofUser : nil
    keys = collation.map { collation in names.map { collation.key(of: $0.bytes) } } ?? []
    let start = areCollated ? 0 : NaturalOrder.sharedStart(of: names)
    prefixes = areCollated ? [] : names.map { NaturalOrder.prefix(of: $0.bytes.span, from: start) }
  }

  package func areInOrder(_ first: Int, _ second: Int) -> Bool? {
    guard keys.isEmpty else {
      let keys = keys.span
      let order = NaturalOrder.compareKeys(keys[first].span, keys[second].span)
      return order == 0 ? nil : order < 0
    }
    let (left, right) = (prefixes[first], prefixes[second])
    guard left.x == right.x else { return left.x < right.x }
    return left.y == right.y ? nil : left.y < right.y
  }
}

extension NaturalOrder {
  fileprivate static func sharedStart(of names: some Collection<ByteString>) -> Int {
    guard let first = names.first else { return 0 }
    let shared = names.reduce(first.bytes.count) {
      min($0, sharedCount(first.bytes.span, $1.bytes.span))
    }
    return runStart(in: first.bytes.span, before: shared)
  }

  /// The first 16 bytes of an ASCII name as it sorts, big-endian, padded with zeros: letters folded,
  /// and each number as its length, in the place of its first digit, and its digits.
  ///
  /// A number of more than eight digits ends it.
  fileprivate static func prefix(of name: Span<UInt8>, from start: Int) -> SIMD2<UInt64> {
    var (prefix, length, index) = (SIMD2<UInt64>.zero, 0, start)
    func append(_ byte: UInt8) {
      if length < 16 { prefix[length / 8] |= UInt64(byte) << UInt64(56 - length % 8 * 8) }
      length += 1
    }
    while index < name.count, length < 16 {
      guard name[index].isDigit else {
        append(name[index].lowercased)
        index += 1
        continue
      }
      skipZeros(in: name, &index)
      var end = index
      while end < name.count, name[end].isDigit { end += 1 }
      append(UInt8(ascii: "0") + UInt8(min(9, end - index)))
      guard end - index < 9 else { break }
      while index < end {
        append(name[index])
        index += 1
      }
    }
    return prefix
  }
}
