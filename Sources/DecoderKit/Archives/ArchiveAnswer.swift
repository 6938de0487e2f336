import CArchive
import DecoderProtocol
import Glibc
import Imaging

/// The answer to an `ArchiveRequest`, made in a sandboxed child with libarchive.
package struct ArchiveAnswer {
  /// Headers read; more are not searched for photos.
  private static let headerLimit = 1_000_000

  /// Writes a record; returns false if the reader has closed the socket.
  let send: ([UInt8]) -> Bool

  /// Call before the sandbox is entered, as it opens files.
  package static func loadLibrary() {
    _ = carchive_load()
  }

  func write(_ task: ArchiveRequest.Task, of descriptor: Int32) {
    let end = end(task, descriptor)
    _ = send(ArchiveRecord.end(end).bytes)
  }

  private func end(_ task: ArchiveRequest.Task, _ descriptor: Int32) -> ArchiveEnd {
    guard carchive_load() else { return .noLibrary }
    guard let archive = unsafe carchive_open(descriptor) else { return .notAnArchive }
    defer { unsafe carchive_close(archive) }
    var (member, index) = unsafe (carchive_member(), 0)
    var (photoCount, pathByteCount) = (0, 0)
    while true {
      switch unsafe carchive_next(archive, &member) {
      case Int32(carchive_done): break
      case Int32(carchive_end):
        if case .read = task { return .noSuchMember }
        return .whole
      default:
        guard index == 0, unsafe !carchive_is_encrypted(archive) else {
          return index == 0 ? .encrypted : .damaged
        }
        return unsafe carchive_is_recognized(archive) ? .damaged : .notAnArchive
      }
      switch task {
      case .list:
        guard index < Self.headerLimit else { return .tooMany }
        guard let photo = unsafe photo(member, at: index) else { break }
        photoCount += 1
        pathByteCount += photo.path.count
        guard photoCount <= ArchiveMember.countLimit, pathByteCount <= ArchiveMember.pathsLimit
        else { return .tooMany }
        guard send(ArchiveRecord.member(photo).bytes) else { return .whole }
      case .read(index):
        guard unsafe !member.is_encrypted else { return .encrypted }
        guard unsafe member.size <= ArchiveMember.sizeLimit else { return .tooLarge }
        return unsafe content(of: member, in: archive, atMost: ArchiveMember.sizeLimit)
      case .read: break
      case .heads(let wanted):
        if wanted.contains(index), let photo = unsafe photo(member, at: index) {
          guard send(ArchiveRecord.member(photo).bytes) else { return .whole }
          if unsafe !member.is_encrypted {
            _ = unsafe content(of: member, in: archive, atMost: ArchiveRequest.headByteCount)
          }
        }
        if index == wanted.last { return .whole }
      }
      index += 1
    }
  }

  @unsafe
  private func photo(_ member: carchive_member, at index: Int) -> ArchiveMember? {
    guard unsafe member.is_file, let name = unsafe member.name else { return nil }
    let found = ArchiveMember(
      index: index, name: unsafe Array(UnsafeRawBufferPointer(start: name, count: strlen(name))),
      byteCount: unsafe member.size < 0 ? nil : Int(member.size),
      modified: unsafe Int(member.modified))
    return found.flatMap { PictureFormat.isImage(fileName: $0.path) ? $0 : nil }
  }

  @unsafe
  private func content(
    of member: carchive_member, in archive: OpaquePointer, atMost limit: Int
  ) -> ArchiveEnd {
    var piece = [UInt8](repeating: 0, count: ArchiveRecord.pieceLimit)
    var count = 0
    while true {
      let length = unsafe carchive_read(archive, &piece, piece.count)
      guard length > 0 else { return length == 0 ? .whole : .damaged }
      count += length
      guard count <= limit else { return .tooLarge }
      guard send(ArchiveRecord.content(Array(piece[..<length])).bytes) else { return .whole }
    }
  }
}
