package import Values

extension ByteString {
  /// Lends the bytes with a terminating zero, as system calls take them.
  ///
  /// `nil` where the bytes hold a zero themselves: the kernel would take a part for the whole.
  func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result? {
    guard !bytes.contains(0) else { return nil }
    return unsafe (bytes + [0]).withUnsafeBufferPointer { buffer in
      unsafe buffer.withMemoryRebound(to: CChar.self) { text in
        unsafe text.baseAddress.map { unsafe body($0) }
      }
    }
  }
}

extension ByteString {
  /// A folder's path as the beginning of its photos' paths: with one slash at its end, or empty for
  /// the working folder, whose photos are called by their names alone.
  var asFolder: ByteString {
    let slash = UInt8(ascii: "/")
    let end = bytes.lastIndex { $0 != slash }.map { $0 + 1 } ?? 0
    let trimmed = bytes[..<end]
    return trimmed.elementsEqual(".".utf8) ? ByteString("") : ByteString(trimmed + [slash])
  }

  /// The beginning of the paths in a subfolder.
  func subfolder(_ name: ByteString) -> ByteString {
    ByteString(bytes + name.bytes + [UInt8(ascii: "/")])
  }

  /// The path by which the kernel knows a folder that is the beginning of paths.
  var openableFolder: ByteString { bytes.isEmpty ? ByteString(".") : self }
}

/// Folders as the beginnings of paths: empty, or with a slash at their end.
extension ByteString {
  /// The same folder by its path from the root on, without `.` and `..`; links are left as they are.
  /// - Parameter workingFolder: What relative paths begin in, itself from the root on.
  /// - Returns: A path with a slash at both ends.
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

  /// The length of `scheme://host/`, with which the addresses of a server's folders begin; nil for a path here.
  private var addressRootLength: Int? {
    let scheme = bytes.prefix { $0 != UInt8(ascii: ":") }
    guard !scheme.isEmpty,
      scheme.allSatisfy({ ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A || $0 <= 0x39 && $0 >= 0x30 }),
      bytes.dropFirst(scheme.count).starts(with: "://".utf8)
    else { return nil }
    let start = scheme.count + "://".utf8.count
    return start + bytes.dropFirst(start).prefix { $0 != UInt8(ascii: "/") }.count + 1
  }

  /// Whether it is a folder on a server, by its address.
  package var isAddressOfFolder: Bool { addressRootLength != nil }

  /// The folder above, and what this one is called in it; nil for the root, also that of a server, and for what
  /// ends in no name.
  package var parentFolder: (path: ByteString, name: ByteString)? {
    if let addressRootLength, bytes.count <= addressRootLength { return nil }
    let slash = UInt8(ascii: "/")
    let trimmed = bytes[..<(bytes.lastIndex { $0 != slash }.map { $0 + 1 } ?? 0)]
    let start = trimmed.lastIndex(of: slash).map { $0 + 1 } ?? 0
    let name = trimmed[start...]
    guard !name.isEmpty, !name.elementsEqual(".".utf8), !name.elementsEqual("..".utf8) else {
      return nil
    }
    return (ByteString(trimmed[..<start]), ByteString(name))
  }
}
