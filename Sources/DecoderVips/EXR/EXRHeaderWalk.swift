internal import DecoderProtocol

/// OpenEXRCore reports a file truncated in its headers as damaged, or uses partial headers.
enum EXRHeaderWalk {
  private static let start = 8
  /// The multipart flag in the second byte of the version.
  private static let isMultipart: UInt8 = 0x10

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

  private static func skipEmptyText(
    _ offset: inout Int, of file: UnsafeRawBufferPointer
  ) throws(PictureError) -> Bool {
    guard offset < file.count else { throw .truncated }
    guard unsafe file[offset] == 0 else { return false }
    offset += 1
    return true
  }

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
