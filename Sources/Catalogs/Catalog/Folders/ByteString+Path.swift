package import Base

extension ByteString {
  /// A folder's path as a prefix of its photos' paths: with exactly one trailing slash, or empty
  /// for the working folder.
  package var asFolder: ByteString {
    let trimmed = bytes.withoutSlashes
    return trimmed.elementsEqual(".".utf8)
      ? ByteString("") : ByteString(trimmed + [UInt8(ascii: "/")])
  }

  func subfolder(_ name: ByteString) -> ByteString {
    ByteString(bytes + name.bytes + [UInt8(ascii: "/")])
  }

  var openableFolder: ByteString { bytes.isEmpty ? ByteString(".") : self }
}

/// Folders as path prefixes: empty, or with a trailing slash.
extension ByteString {
  /// Without `.` and `..`; symbolic links are not resolved. `workingFolder` must be absolute.
  package func absoluteFolder(in workingFolder: ByteString) -> ByteString {
    guard addressRootLength == nil else { return self }
    let slash = UInt8(ascii: "/")
    let whole = bytes.first == slash ? bytes : workingFolder.bytes + [slash] + bytes
    var names: [ArraySlice<UInt8>] = []
    for name in whole.split(separator: slash) where !name.elementsEqual(".".utf8) {
      if name.elementsEqual("..".utf8) { _ = names.popLast() } else { names.append(name) }
    }
    return ByteString([slash] + names.flatMap { $0 + [slash] })
  }

  /// Like `absoluteFolder`, for the path of a file.
  package func absolute(in workingFolder: ByteString) -> ByteString {
    ByteString(absoluteFolder(in: workingFolder).bytes.dropLast())
  }

  /// The length of `scheme://host/` in the address of a server's folder; nil for a local path.
  private var addressRootLength: Int? {
    let scheme = bytes.prefix { $0 != UInt8(ascii: ":") }
    guard !scheme.isEmpty, scheme.allSatisfy({ $0.isLetter || $0.isDigit }),
      bytes.dropFirst(scheme.count).starts(with: "://".utf8)
    else { return nil }
    let start = scheme.count + "://".utf8.count
    return start + bytes.dropFirst(start).prefix { $0 != UInt8(ascii: "/") }.count + 1
  }

  package var isAddressOfFolder: Bool { addressRootLength != nil }

  /// The parent and the last component; nil for a root, also of a server, and after `.` or `..`.
  package var parentFolder: (path: ByteString, name: ByteString)? {
    if let archive = ArchiveAddress(self) { return archive.parent }
    if let addressRootLength, bytes.count <= addressRootLength { return nil }
    let slash = UInt8(ascii: "/")
    let trimmed = bytes.withoutSlashes
    let start = trimmed.lastIndex(of: slash).map { $0 + 1 } ?? 0
    let name = trimmed[start...]
    guard !name.isEmpty, !name.elementsEqual(".".utf8), !name.elementsEqual("..".utf8) else {
      return nil
    }
    return (ByteString(trimmed[..<start]), ByteString(name))
  }
}

extension RandomAccessCollection<UInt8> {
  var withoutSlashes: SubSequence {
    self[..<(lastIndex { $0 != UInt8(ascii: "/") }.map { index(after: $0) } ?? startIndex)]
  }
}

/// A path for display: the user's home folder is written as `~`.
package struct HomePath: Hashable, Sendable, CustomStringConvertible {
  /// `~`, or empty if the path is outside the home folder.
  private let tilde: String
  private let rest: ByteString

  package init(_ path: ByteString, home: ByteString?) {
    let folder = home?.bytes.withoutSlashes ?? []
    let rest = path.bytes.dropFirst(folder.count)
    let isInside = rest.isEmpty || rest.first == UInt8(ascii: "/")
    if !folder.isEmpty, isInside, path.bytes.starts(with: folder) {
      tilde = "~"
      self.rest = ByteString(rest)
    } else {
      tilde = ""
      self.rest = path
    }
  }

  /// Collections are written as `@NAME`, archives as folders.
  package init(folder: ByteString, home: ByteString?) {
    let bytes = folder.bytes
    let root = CollectionFolder.root.bytes
    guard !bytes.starts(with: root) else {
      self.init(
        ByteString([UInt8(ascii: "@")] + bytes.dropFirst(root.count).withoutSlashes), home: nil)
      return
    }
    let path = ArchiveAddress(folder)?.path ?? folder
    self.init(
      path.bytes.count > 1 ? ByteString(Array(path.bytes.dropLast())) : path, home: home)
  }

  /// The path quoted for a shell; nil if it is not plain text or would be parsed as an option.
  package var shellWord: String? {
    let text = rest.lossyText
    let hidden: [Unicode.GeneralCategory] = [.control, .format, .unassigned, .privateUse]
    guard ByteString(text) == rest,
      !text.unicodeScalars.contains(where: { hidden.contains($0.properties.generalCategory) }),
      !tilde.isEmpty || !text.hasPrefix("-")
    else { return nil }
    let isPlain = text.utf8.allSatisfy(\.isPlainInShells) && !(tilde + text).isEmpty
    guard !isPlain else { return tilde + text }
    // The tilde and the slash after it are expanded only outside quotes.
    let open = tilde.isEmpty ? "" : "/"
    let quoted = text.dropFirst(open.count).replacing("'", with: #"'\''"#)
    return "\(tilde)\(open)'\(quoted)'"
  }

  package var description: String { tilde + rest.lossyText }
}

extension UInt8 {
  /// Whether no shell gives the byte a special meaning.
  fileprivate var isPlainInShells: Bool {
    switch Unicode.Scalar(self) {
    case "a"..."z", "A"..."Z", "0"..."9", "/", ".", "_", "-", "+", ",", ":", "@", "%": true
    default: self >= 0x80
    }
  }
}
