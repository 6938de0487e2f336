import Base
package import Catalogs
import Imaging

package struct PhotoNames: Hashable, Sendable {
  private var sharedName: ArraySlice<UInt8> = []
  private var sharedFolder: ArraySlice<UInt8> = []
  /// Whether there are files of several formats, which their extensions tell apart.
  private var hasFormats = false
  /// Approximate width of the longest caption in each form, in character cells.
  private var widths: [Int] = []

  private static let longestExtension = 5

  /// Finds the common prefixes: of names up to a word or number, of folders up to a slash.
  package init(of entries: [CatalogEntry] = []) {
    guard let first = entries.first(where: \.photo.isNamedAsFile)?.photo else {
      return
    }
    var (name, folder) = (Self.stem(of: first.name.bytes), first.folder.bytes[...])
    var (nameWidth, stemWidth) = (0, 0)
    let (firstExtension, format) = (
      first.name.bytes.dropFirst(name.count), PictureFormat(fileName: first.name.bytes)
    )
    for entry in entries where entry.photo.isNamedAsFile {
      let (other, otherFolder) = (entry.photo.name.bytes, entry.photo.folder.bytes)
      if !name.isEmpty, !other.starts(with: name) {
        name = name.prefix(Self.commonCount(name, other))
      }
      if otherFolder.count != folder.count || folder != otherFolder[...] {
        folder = folder.prefix(Self.commonCount(folder, otherFolder))
      }
      if other.count > nameWidth { nameWidth = max(nameWidth, Self.width(of: other[...])) }
      let stem = Self.stem(of: other)
      if stem.count > stemWidth { stemWidth = max(stemWidth, Self.width(of: stem)) }
      if !hasFormats, other.dropFirst(stem.count) != firstExtension {
        hasFormats = PictureFormat(fileName: other) != format
      }
    }
    if entries.count > 1 {
      sharedName = name.prefix(Self.wholeWords(name, of: first.name.bytes))
    }
    sharedFolder = folder[..<(folder.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0)]
    let shortWidth = hasFormats ? nameWidth : stemWidth
    widths = [nameWidth, shortWidth, shortWidth - Self.width(of: sharedName)]
  }

  /// The longest form that fits for all photos, so that captions look alike. Raw bytes, not
  /// sanitized; may be wider than `columns`.
  package func caption(of photo: Photo, columns: Int) -> [UInt8] {
    let way = widths.firstIndex { $0 <= columns } ?? Self.wayCount - 1
    return Array(ways(toName: photo)[way])
  }

  private static let wayCount = 3

  /// The name, without extension unless there are several formats, and without the common prefix;
  /// of a feed's photo its title.
  private func ways(toName photo: Photo) -> [ArraySlice<UInt8>] {
    let name = photo.name.bytes[...]
    if let found = photo.onWeb, !photo.isNamedAsFile {
      return Array(repeating: found.title.map { $0.bytes[...] } ?? name, count: Self.wayCount)
    }
    let stem = hasFormats ? name : Self.stem(of: photo.name.bytes)
    // The prefixes may be those of an earlier snapshot.
    let own = stem.starts(with: sharedName) ? stem.dropFirst(sharedName.count) : stem
    return [name, stem, own.isEmpty ? stem : own]
  }

  /// Approximate width of UTF-8: two cells for sequences of three bytes and more.
  private static func width(of text: ArraySlice<UInt8>) -> Int {
    text.reduce(0) { $0 + ($1 < 0x80 || $1 & 0xE0 == 0xC0 ? 1 : $1 >= 0xE0 ? 2 : 0) }
  }

  package func place(of photo: Photo) -> [UInt8] {
    let folder = photo.folder.bytes
    return (folder.starts(with: sharedFolder) ? folder.dropFirst(sharedFolder.count) : folder[...])
      + photo.name.bytes
  }

  package static func stem(of name: [UInt8]) -> ArraySlice<UInt8> {
    guard let point = name.lastIndex(of: UInt8(ascii: ".")), point > 0,
      (1...longestExtension).contains(name.count - point - 1)
    else { return name[...] }
    return name[..<point]
  }

  private static func commonCount(_ first: ArraySlice<UInt8>, _ second: [UInt8]) -> Int {
    zip(first, second).prefix { $0 == $1 }.count
  }

  /// Length of the prefix that ends at a word boundary or before a number.
  private static func wholeWords(_ beginning: ArraySlice<UInt8>, of name: [UInt8]) -> Int {
    var count = beginning.count
    if count < name.count, name[count].isDigit {
      while count > 0, name[count - 1].isDigit { count -= 1 }
      return count
    }
    while let last = name.prefix(count).last, last.isDigit || last.isLetter || last >= 0x80 {
      count -= 1
    }
    return count
  }
}
