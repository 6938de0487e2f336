import Base
import CVideoVersions
import Glibc
import Imaging

/// The libraries that decode videos, in the versions that this build was made for.
package enum VideoLibraries {
  private static let versions = [
    ("libavformat", LIBAVFORMAT_VERSION_MAJOR), ("libswscale", LIBSWSCALE_VERSION_MAJOR),
  ]

  package static let packages = versions.map { "\($0)\($1)" }

  /// Whether the tree of this program brings them or the dynamic loader knows them; true if that is
  /// unknown. Reads a file once, and may block then.
  package static let areInstalled: Bool = {
    if let folder = OwnProgram.folder, areIn("\(folder)/../libexec/photocell/lib") { return true }
    guard let file = LongPath.open(Array("/etc/ld.so.cache".utf8), O_RDONLY | O_CLOEXEC) else {
      return true
    }
    var bytes: [UInt8] = []
    guard file.read(cacheLimit, at: 0, into: &bytes) == 0 else { return true }
    let paths = bytes.split(separator: 0)
    return versions.allSatisfy { name, version in
      let ending = Array("/\(name).so.\(version)".utf8)
      return paths.contains { $0.suffix(ending.count).elementsEqual(ending) }
    }
  }()

  private static func areIn(_ folder: String) -> Bool {
    versions.allSatisfy { unsafe access("\(folder)/\($0).so.\($1)", R_OK) == 0 }
  }

  private static let cacheLimit = 16 << 20

  /// Whether folders list a file of this name: an image, or a video that can be decoded.
  static func isListed(_ name: ByteString) -> Bool {
    guard let format = PictureFormat(fileName: name.bytes) else { return false }
    return !format.isVideo || areInstalled
  }
}
