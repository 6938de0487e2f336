import Glibc

@testable import DemoPhotos

/// A demo photo as it lies in the repository.
struct CommittedPhoto {
  let bytes: [UInt8]

  init(_ photo: DemoPhoto) throws(DemoPhotosError) {
    let path = Self.folder + "/" + photo.fileName
    guard let stream = unsafe fopen(path, "rb") else {
      throw .unwritable(path: path, errno: errno)
    }
    defer { unsafe fclose(stream) }
    var bytes: [UInt8] = []
    while case let next = unsafe getc(stream), next >= 0 { bytes.append(UInt8(next)) }
    self.bytes = bytes
  }

  /// The names in the folder of the demo photos, sorted by their bytes.
  static var names: [String] {
    guard let stream = unsafe opendir(folder) else { return [] }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        unsafe String(cString: UnsafeRawPointer(tuple).assumingMemoryBound(to: CChar.self))
      }
      if name.hasSuffix(".jpg") { names.append(name) }
    }
    return names.sorted()
  }

  /// What the EXIF block says.
  var exif: ParsedExif? { ParsedExif(jpeg: bytes) }

  private static var folder: String {
    let parts = #filePath.split(separator: "/").dropLast(3)
    return "/" + parts.joined(separator: "/") + "/Assets/photos"
  }
}
