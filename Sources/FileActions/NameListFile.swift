package import Base
import Glibc

/// A list of names for an editor, in a file readable only by the user; all operations block.
package struct NameListFile: Hashable, Sendable {
  /// In bytes.
  private static let limit = 256 << 20

  package let path: ByteString
  package let photos: [ByteString]

  /// Chooses an unused path in `folder`; nothing is written yet.
  package init(in folder: String, for photos: [ByteString]) {
    let number = String(UInt64.random(in: 0 ... .max), radix: 36)
    path = ByteString("\(folder)/photocell-names-\(number).txt")
    self.photos = photos
  }

  package func write() throws(SystemError) {
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let number = unsafe open(path.cString, flags, 0o600)
    guard number >= 0 else { throw .last }
    let file = Descriptor(taking: number)
    if let failure = writeAll(NameList.text(of: photos.map(\.lastName)), to: file.number) {
      throw failure
    }
  }

  package func renames() throws(NameListError) -> [FileRename] {
    let number = unsafe open(path.cString, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
    guard number >= 0 else { throw .unreadable(.last) }
    let file = Descriptor(taking: number)
    let size = min(Self.limit, Int(file.status?.st_size ?? 0))
    var text: [UInt8] = []
    let failure = file.read(size, at: 0, into: &text)
    guard failure == 0 else { throw .unreadable(SystemError(failure)) }
    let names = try NameList.names(in: text, count: photos.count)
    return zip(photos, names).filter { $0.lastName != $1 }.map { FileRename($0, to: $1) }
  }

  package func remove() {
    unsafe unlink(path.cString)
  }
}
