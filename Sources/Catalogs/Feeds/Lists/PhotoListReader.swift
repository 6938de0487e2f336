package import Addresses
import Values

/// Reads a list of photos while it still comes in.
///
/// At most `entryLimit` bytes are kept between two calls, whatever comes.
package struct PhotoListReader: Sendable {
  /// The greatest length of an entry, in bytes: sixteen times the longest path that Linux opens at
  /// once, since deeper folders are entered step by step.
  package static let entryLimit = 65_536

  private let separator: ListSeparator
  /// The beginning of an entry whose end has not come yet.
  private var pending: [UInt8] = []
  private var isTooLong = false
  private var isAfterReturn = false
  private var line = 1

  /// Begins a list.
  package init(separator: ListSeparator) {
    self.separator = separator
  }

  /// Takes the next bytes; a byte order mark before the first entry does not count.
  /// - Returns: The entries that are whole now, in order; wrong ones stop nothing.
  package mutating func read(_ bytes: ArraySlice<UInt8>) -> [PhotoListEntry] {
    var entries: [PhotoListEntry] = []
    var rest = bytes
    while let end = rest.firstIndex(where: isSeparator) {
      let isSecondOfPair = isAfterReturn && end == rest.startIndex && rest[end] == "\n"
      append(rest[..<end])
      isAfterReturn = rest[end] == "\r"
      rest = rest[(end + 1)...]
      if !isSecondOfPair { endEntry(into: &entries) }
    }
    if !rest.isEmpty { isAfterReturn = false }
    append(rest)
    return entries
  }

  /// Ends the list.
  /// - Returns: The last entry, if nothing stood behind it.
  package mutating func finish() -> [PhotoListEntry] {
    var entries: [PhotoListEntry] = []
    endEntry(into: &entries)
    return entries
  }

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

  private mutating func endEntry(into entries: inout [PhotoListEntry]) {
    defer {
      line += 1
      pending.removeAll(keepingCapacity: pending.capacity <= 4_096)
      isTooLong = false
    }
    let entry = line == 1 ? withoutMark : pending[...]
    guard isTooLong || !entry.isEmpty else { return }
    entries.append(PhotoListEntry(line: line, place: place(of: entry)))
  }

  private var withoutMark: ArraySlice<UInt8> {
    pending.dropFirst(pending.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
  }

  private func place(of entry: ArraySlice<UInt8>) -> Result<PhotoPlace, FeedError> {
    guard !isTooLong else { return .failure(.longEntry) }
    return Result { () throws(FeedError) in try PhotoPlace(entry) }
  }
}

/// What stands behind each entry of a list.
package enum ListSeparator: Sendable {
  /// The end of a line: LF, CRLF or CR. Empty lines are no entries.
  case lineEnd
  /// A zero byte, as `find -print0` writes it: entries may hold everything else.
  case zero
}

/// What one entry of a list says, or why it says nothing.
package struct PhotoListEntry: Hashable, Sendable {
  /// The line, or in a list with zero bytes the entry, from 1.
  package let line: Int
  /// Where the photo is, or what is wrong with the entry; nothing else of a wrong entry is kept,
  /// since it may hold a password.
  package let place: Result<PhotoPlace, FeedError>
}

/// Where a photo of a list is.
package enum PhotoPlace: Hashable, Sendable {
  /// A file: the bytes of its path, which hold no zero.
  case path([UInt8])
  /// Something on the web.
  case address(WebURL)

  /// Reads an entry of a list, or an argument.
  ///
  /// An entry is an address where it begins with `http:`, `https:`, any other scheme with two slashes
  /// behind it, or one of the schemes that are known to do harm or to lead elsewhere; those are
  /// refused. Everything else is a path, byte for byte; `./` before it makes a path of every entry.
  /// - Throws: `FeedError.zeroByte`, and the errors about addresses.
  package init(_ entry: some Collection<UInt8>) throws(FeedError) {
    guard !Self.isAddress(entry) else {
      self = .address(try FeedError.onAddress { () throws(AddressError) in try WebURL(entry) })
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
