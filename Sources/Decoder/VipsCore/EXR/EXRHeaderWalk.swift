internal import DecoderMessages

/// Finds out where the headers of an OpenEXR file end.
///
/// OpenEXRCore calls what is cut off there damaged, or reads on with what it has.
enum EXRHeaderWalk {
  /// The bytes before the first header: the magic number, the version and its flags.
  private static let start = 8
  /// The flag in the second byte of the version for more than one part.
  private static let isMultipart: UInt8 = 0x10

  /// Where the headers end, in bytes.
  /// - Throws: `PictureError.truncated` where the file ends before, `.damaged`.
  static func end(of file: UnsafeRawBufferPointer) throws(PictureError) -> Int {
    guard file.count > start else { throw .truncated }
    let hasMore = unsafe file[5] & isMultipart != 0
    var offset = start
    while true {
      while try unsafe !skipEmptyText(&offset, of: file) {
        try unsafe skipAttribute(&offset, of: file)
      }
      guard hasMore, try unsafe !skipEmptyText(&offset, of: file) else { return offset }
    }
  }

  /// Passes over a byte of zero, if there is one: headers end with it, and so does their list.
  private static func skipEmptyText(
    _ offset: inout Int, of file: UnsafeRawBufferPointer
  ) throws(PictureError) -> Bool {
    guard offset < file.count else { throw .truncated }
    guard unsafe file[offset] == 0 else { return false }
    offset += 1
    return true
  }

  /// Passes over a name, a type and a value after its size.
  private static func skipAttribute(
    _ offset: inout Int, of file: UnsafeRawBufferPointer
  ) throws(PictureError) {
    for _ in 0..<2 {
      guard let end = unsafe file[offset...].firstIndex(of: 0) else { throw .truncated }
      offset = end + 1
    }
    guard offset + 4 <= file.count else { throw .truncated }
    let size = Int32(
      littleEndian: unsafe file.loadUnaligned(fromByteOffset: offset, as: Int32.self))
    guard size >= 0 else { throw .damaged }
    offset += 4 + Int(size)
    guard offset <= file.count else { throw .truncated }
  }
}
