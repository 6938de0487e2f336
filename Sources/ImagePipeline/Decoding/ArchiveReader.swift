package import Base
package import Catalogs
import DecoderProtocol
import Glibc
package import Imaging

/// Lists and reads archives in sandboxed decoders; nothing is written to the disk.
package struct ArchiveReader: ArchiveReading {
  private let client: @Sendable () -> DecoderClient

  /// `client` is called with each request, so that a client is created with the first archive.
  package init(_ client: @escaping @Sendable () -> DecoderClient) {
    self.client = client
  }

  package func members(
    ofArchive path: ByteString
  ) async throws(CatalogError) -> (members: [ArchiveMember], version: UInt64, end: ArchiveEnd) {
    let (answer, version) = try await answer(to: .list, of: path, version: nil)
    return (answer.members, version, answer.end ?? .stopped)
  }

  package func content(
    ofMember index: Int, inArchive path: ByteString, version: UInt64
  ) async throws(CatalogError) -> [UInt8] {
    let (answer, _) = try await answer(to: .read(index), of: path, version: version)
    guard answer.end == .whole else { throw .provider("\(answer.end ?? .damaged)") }
    return answer.content
  }

  package func heads(
    ofMembers indices: [Int], inArchive path: ByteString, version: UInt64
  ) async throws(CatalogError) -> [Int: [UInt8]] {
    var heads: [Int: [UInt8]] = [:]
    let indices = indices.sorted()
    for start in stride(from: 0, to: indices.count, by: ArchiveRequest.headLimit) {
      let part = Array(indices[start..<min(start + ArchiveRequest.headLimit, indices.count)])
      let (answer, _) = try await answer(to: .heads(part), of: path, version: version)
      heads.merge(answer.heads) { $1 }
    }
    return heads
  }

  /// With a version, throws if the file has another one. Cancellation kills the child.
  private func answer(
    to task: ArchiveRequest.Task, of path: ByteString, version: UInt64?
  ) async throws(CatalogError) -> (ArchiveParser, version: UInt64) {
    let client = client()
    let result: Result<(ArchiveParser, version: UInt64), CatalogError>
    do throws(DecodingError) {
      result = try await client.queue.run { [self] cancellation in
        Result { () throws(CatalogError) in
          let file = try Self.open(path)
          // Its descriptor is sent to the decoder.
          defer { withExtendedLifetime(file) {} }
          let found = file.version.archiveVersion
          guard found == version ?? found else { throw .provider("the archive has changed") }
          let answer = try rethrowing(as: { CatalogError.provider("\($0)") }) {
            () throws(DecodingError) in
            try ask(client, task, of: file.number, unless: cancellation)
          }
          return (answer, found)
        }
      }
    } catch {
      throw .provider("\(error)")
    }
    return try result.get()
  }

  /// Does not wait for a FIFO.
  private static func open(_ path: ByteString) throws(CatalogError) -> OpenPhoto {
    guard let file = LongPath.open(path.bytes, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY) else {
      throw CatalogError(SystemError.last)
    }
    guard let archive = try? OpenPhoto(file) else { throw .special }
    return archive
  }

  private func ask(
    _ client: DecoderClient, _ task: ArchiveRequest.Task, of file: Int32,
    unless cancellation: CancellationSignal
  ) throws(DecodingError) -> ArchiveParser {
    let permit = try client.permits.acquire(unless: cancellation)
    defer { withExtendedLifetime(permit) {} }
    return try client.call(.archive, unless: cancellation) {
      process throws(DecodingError) -> ArchiveParser? in
      var call = try DecoderCall(
        ArchiveRequest(task).bytes, files: [file], to: process, parser: ArchiveParser(task),
        limit: client.limit)
      switch call.finish(unless: cancellation.number) {
      case .decoderDied: return nil
      case .reported(_, abandoned: let reason?): throw reason
      case .reported(let end, abandoned: nil):
        // What came before a crash or a limit is shown.
        guard call.parser.end != nil || !call.parser.members.isEmpty else {
          throw DecodingError(end, within: .base)
        }
        return call.parser
      }
    }
  }
}

extension FileVersion {
  fileprivate var archiveVersion: UInt64 {
    Array("\(modified.exactText) \(changed.exactText) \(inode) \(byteCount)".utf8).stableHash
  }
}

/// Records of an untrusted decoder, within the limits of `ArchiveMember`.
private struct ArchiveParser: RecordParser {
  static let readByteCount = 256 << 10
  static let frontByteCount = ArchiveRecord.frontByteCount

  let allowance = DecodingAllowance.base
  private(set) var partCount = 0
  private(set) var members: [ArchiveMember] = []
  private(set) var content: [UInt8] = []
  private(set) var heads: [Int: [UInt8]] = [:]
  private(set) var end: ArchiveEnd?
  private let task: ArchiveRequest.Task
  private var nameByteCount = 0
  var received: [UInt8] = []

  init(_ task: ArchiveRequest.Task) {
    self.task = task
  }

  func byteCount(after front: ArraySlice<UInt8>) -> Int? {
    end == nil ? ArchiveRecord.byteCount(after: front) : nil
  }

  mutating func take(_ record: ArraySlice<UInt8>) -> Bool {
    partCount += 1
    switch ArchiveRecord(parsing: record) {
    case nil: return false
    case .member(let member):
      nameByteCount += member.path.count
      guard accepts(member), member.index > members.last?.index ?? -1,
        members.count < ArchiveMember.countLimit, nameByteCount <= ArchiveMember.pathsLimit
      else { return false }
      members.append(member)
    case .content(let bytes):
      return take(content: bytes)
    case .end(let end): self.end = end
    }
    return true
  }

  private func accepts(_ member: ArchiveMember) -> Bool {
    switch task {
    case .list: true
    case .read: false
    case .heads(let wanted): wanted.contains(member.index)
    }
  }

  private mutating func take(content bytes: [UInt8]) -> Bool {
    if case .heads = task {
      guard let index = members.last?.index else { return false }
      heads[index, default: []] += bytes
      return heads[index, default: []].count <= ArchiveRequest.headByteCount
    }
    guard task != .list, content.count + bytes.count <= ArchiveMember.sizeLimit else {
      return false
    }
    content += bytes
    return true
  }
}
