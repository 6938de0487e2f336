import Base
import Glibc

/// The record of a trashed file (trash specification 1.0, `.trashinfo`).
struct TrashInfo: Equatable {
  /// The original path, absolute or relative to the top folder of its file system.
  let path: ByteString
  /// The local time, as `2024-05-17T14:03:59`.
  let date: String

  static let fileExtension = ".trashinfo"

  init(path: ByteString, trashedAt seconds: Int) {
    self.path = path
    date = Self.localDate(seconds)
  }

  /// Parses a record, nil if it is invalid; the first of duplicate keys counts.
  init?(_ bytes: [UInt8]) {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard lines.first?.elementsEqual("[Trash Info]".utf8) == true else { return nil }
    let value = { (key: String) -> ArraySlice<UInt8>? in
      lines.first { $0.starts(with: key.utf8) }?.dropFirst(key.utf8.count)
    }
    guard let path = value("Path=") else { return nil }
    self.path = ByteString(Self.decoded(path))
    date = String(decoding: value("DeletionDate=") ?? [], as: UTF8.self)
  }

  var text: String {
    let words = path.bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    let encoded = words.map { String(decoding: PercentEncoding.value($0), as: UTF8.self) }
    return "[Trash Info]\nPath=\(encoded.joined(separator: "/"))\nDeletionDate=\(date)\n"
  }

  private static func localDate(_ seconds: Int) -> String {
    var parts = unsafe tm()
    var time = time_t(seconds)
    unsafe localtime_r(&time, &parts)
    let day = unsafe [parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday]
    let hour = unsafe [parts.tm_hour, parts.tm_min, parts.tm_sec]
    return day.map { $0.zeroPadded(to: 2) }.joined(separator: "-") + "T"
      + hour.map { $0.zeroPadded(to: 2) }.joined(separator: ":")
  }

  private static func decoded(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var (result, rest): ([UInt8], ArraySlice<UInt8>) = ([], bytes)
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2).compactMap(\.hexValue)
      guard byte == UInt8(ascii: "%"), digits.count == 2 else {
        result.append(byte)
        continue
      }
      result.append(UInt8(digits[0] * 16 + digits[1]))
      rest = rest.dropFirst(2)
    }
    return result
  }
}
