package import Base

/// Buffers at most `entryLimit` bytes between two calls.
package struct PhotoListReader: Sendable {
  /// Maximum bytes of an entry: above PATH_MAX, since longer paths are opened step by step.
  package static let entryLimit = 65_536

  private let separator: ListSeparator
  private var pending: [UInt8] = []
  private var isTooLong = false
  private var isAfterReturn = false
  private var line = 1

  package init(separator: ListSeparator) {
    self.separator = separator
  }

  /// Includes invalid entries. A byte order mark before the first entry is skipped.
  package mutating func read(_ bytes: ArraySlice<UInt8>) -> [PhotoListEntry] {
    var entries: [PhotoListEntry] = []
    var rest = bytes
    while let end = rest.firstIndex(where: isSeparator) {
      let isSecondOfPair = isAfterReturn && end == rest.startIndex && rest[end] == "\n"
      append(rest[..<end])
      isAfterReturn = rest[end] == "\r"
      rest = rest[(end + 1)...]
      if !isSecondOfPair, let entry = endEntry() { entries.append(entry) }
    }
    if !rest.isEmpty { isAfterReturn = false }
    append(rest)
    return entries
  }

  package mutating func finish() -> [PhotoListEntry] { endEntry().map { [$0] } ?? [] }

  private func isSeparator(_ byte: UInt8) -> Bool {
    switch separator {
    case .zero: byte == 0
    case .lineEnd: byte == "\n" || byte == "\r"
    }
  }

  private mutating func append(_ bytes: ArraySlice<UInt8>) {
    guard !isTooLong, !bytes.isEmpty else { return }
    isTooLong = pending.count + bytes.count > Self.entryLimit
    if isTooLong { pending = [] } else { pending += bytes }
  }

  private mutating func endEntry() -> PhotoListEntry? {
    defer {
      line += 1
      pending.removeAll(keepingCapacity: pending.capacity <= 4_096)
      isTooLong = false
    }
    guard !isTooLong else { return PhotoListEntry(line: line, place: .failure(.longEntry)) }
    let hasMark = line == 1 && pending.starts(with: [0xEF, 0xBB, 0xBF])
    let entry = pending.dropFirst(hasMark ? 3 : 0)
    guard !entry.isEmpty else { return nil }
    let place = Result { () throws(FeedError) in try PhotoPlace(entry) }
    return PhotoListEntry(line: line, place: place)
  }
}

package enum ListSeparator: Sendable {
  /// LF, CRLF or CR; empty lines are skipped.
  case lineEnd
  /// A zero byte, as `find -print0` writes.
  case zero
}

package struct PhotoListEntry: Hashable, Sendable {
  /// The line number, or the entry number in lists with zero bytes, from 1.
  package let line: Int
  /// An invalid entry is not kept, since it may contain a password.
  package let place: Result<PhotoPlace, FeedError>
}

package enum PhotoPlace: Hashable, Sendable {
  case path([UInt8])
  case address(WebURL)

  /// It is an address if it begins with `http:`, `https:`, any other scheme followed by two
  /// slashes, or a scheme that is known to be dangerous or misleading; those are rejected.
  /// Everything else is a path, byte for byte; a leading `./` makes any entry a path. Throws
  /// `FeedError.zeroByte`, or an address error.
  package init(_ entry: some Collection<UInt8>) throws(FeedError) {
    guard !Self.isAddress(entry) else {
      self = .address(
        try rethrowing(as: FeedError.address) { () throws(AddressError) in try WebURL(entry) })
      return
    }
    guard !entry.contains(0) else { throw .zeroByte }
    self = .path(Array(entry))
  }

  private static func isAddress(_ entry: some Collection<UInt8>) -> Bool {
    let text = entry.prefix(100).drop(while: \.isSpace)
    let name = text.prefix { $0.isLetter || $0.isDigit || $0 == "+" || $0 == "-" || $0 == "." }
    let rest = text.dropFirst(name.count)
    guard name.first?.isLetter == true, rest.first == ":" else { return false }
    return rest.starts(with: "://".utf8)
      || schemes.contains(String(decoding: name.map(\.lowercased), as: UTF8.self))
  }

  private static let schemes: Set<String> = [
    "about", "blob", "data", "file", "ftp", "gopher", "http", "https", "javascript", "mailto",
    "vbscript", "view-source",
  ]
}
