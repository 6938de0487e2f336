import Values

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
