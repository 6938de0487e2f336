package import Base

/// Photos below some folders that pass a filter.
package struct SavedFilter: Hashable, Sendable {
  package let filter: String
  let folders: [ByteString]

  package init(_ filter: String, in folders: [ByteString]) {
    (self.filter, self.folders) = (filter, folders)
  }
}

/// The collections of a user, each a list file `NAME.list` with one path a line. Lines that begin
/// with `#` are comments; relative paths start at the folder of the list.
///
/// Users write `@NAME` for a collection and `@` for all; inside, they have addresses below `root`.
package struct CollectionFolder: Hashable, Sendable {
  package static let scheme = "collections"
  package static let root = ByteString("\(scheme):///")
  /// In bytes, without the suffix of the list file.
  private static let nameLimit = 250
  private static let suffix = Array(".list".utf8)
  /// Behind addresses from feeds of public hosts, which must not reach private networks.
  static let feedMark = "#feed"

  /// Path prefix of the lists.
  package let path: ByteString
  /// By name; it hides a list of the same name.
  package let savedFilters: [ByteString: SavedFilter]

  package init(path: ByteString, savedFilters: [ByteString: SavedFilter] = [:]) {
    self.path = path.asFolder
    self.savedFilters = savedFilters
  }

  package static func isName(_ name: ByteString) -> Bool {
    let bytes = name.bytes
    return !bytes.isEmpty && bytes.count <= nameLimit && bytes[0] != UInt8(ascii: ".")
      && bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "/") }
  }

  /// From `NAME` or `@NAME`; nil for other texts.
  package static func name(typed text: String) -> ByteString? {
    let name = ByteString(text.hasPrefix("@") ? String(text.dropFirst()) : text)
    return isName(name) ? name : nil
  }

  package static func address(of name: ByteString) -> ByteString { root.subfolder(name) }

  /// Nil for other folders, and the root.
  package static func name(of address: ByteString?) -> ByteString? {
    guard let (folder, name) = address?.parentFolder, folder == root, isName(name) else {
      return nil
    }
    return name
  }

  /// `@` and `@NAME` as an address; nil for other arguments, and paths such as `@a/b`.
  static func address(ofArgument argument: ByteString) -> ByteString? {
    guard argument.bytes.first == UInt8(ascii: "@") else { return nil }
    let name = ByteString(argument.bytes.dropFirst())
    return name.bytes.isEmpty ? root : isName(name) ? address(of: name) : nil
  }

  package func list(_ name: ByteString) -> ByteString {
    ByteString(path.bytes + name.bytes + Self.suffix)
  }

  /// In natural order; empty if the folder cannot be read; blocks.
  package func names() -> [ByteString] {
    DirectoryStream.names(at: path)
      .filter { $0.bytes.suffix(Self.suffix.count).elementsEqual(Self.suffix) }
      .map { ByteString($0.bytes.dropLast(Self.suffix.count)) }
      .filter(Self.isName).sorted { NaturalOrder.areInOrder($0, $1) }
  }

  /// Of the lists and the saved filters, in natural order; blocks.
  package func allNames() -> [ByteString] {
    Set(names() + savedFilters.keys).sorted { NaturalOrder.areInOrder($0, $1) }
  }

  /// The absolute path or the address on a line without its line end; nil for a comment or an empty
  /// line.
  package func photo(on line: some Collection<UInt8>) -> ByteString? {
    guard line.first != UInt8(ascii: "#"), !line.isEmpty, let place = try? PhotoPlace(line) else {
      return nil
    }
    return switch place {
    case .path(let path): ByteString(path).absolute(in: self.path)
    case .address(let address): ByteString(address.publicText)
    }
  }

  /// The line of a photo on the web; nil if its address alone does not open it, as it is on a
  /// server or in an archive, or if the address has a secret.
  package static func line(of photo: WebPhoto) -> ByteString? {
    guard photo.file == nil, let address = photo.largestRendition?.address,
      address.requestText == address.description
    else { return nil }
    return ByteString(address.publicText + (photo.mayReachPrivateNetworks ? "" : feedMark))
  }
}
