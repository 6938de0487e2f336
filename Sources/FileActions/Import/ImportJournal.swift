package import Base
import Glibc
import Synchronization

/// What imports have copied and verified: a file that only grows, locked while it is open for
/// writing. Thread-safe, but blocks.
///
/// A line is `begin DESTINATION SIZE SUM PATH` before a file is copied, or `done DESTINATION SIZE SUM
/// HASH PATH` when it is on the disk; numbers are in base 36, paths percent-encoded. A line without
/// its end is that of a program that was killed.
package final class ImportJournal: Sendable {
  package struct Record: Sendable {
    /// XXH64 of the content.
    let hash: UInt64
    /// Absolute.
    let path: ByteString
  }

  private struct Place: Hashable {
    let key: ContentKey
    let destination: Int
  }

  fileprivate static let radix = 36

  private struct Content {
    var done: [Place: [Record]] = [:]
    var begun: [Place: ByteString] = [:]
    var sizes: Set<Int> = []

    init(_ lines: ArraySlice<UInt8>) {
      for line in lines.split(separator: UInt8(ascii: "\n")) {
        let words = line.split(separator: UInt8(ascii: " "))
        let numbers = words.dropFirst().dropLast().map {
          UInt64(String(decoding: $0, as: UTF8.self), radix: ImportJournal.radix)
        }
        guard words.count >= 5, let path = PercentEncoding.strictlyDecoded(words[words.count - 1]),
          let number = numbers[0].flatMap({ Int(exactly: $0) }),
          let size = numbers[1].flatMap({ Int(exactly: $0) }), let sum = numbers[2]
        else { continue }
        let place = Place(key: ContentKey(byteCount: size, sum: sum), destination: number)
        switch (String(decoding: words[0], as: UTF8.self), numbers.count) {
        case ("begin", 3): note(begun: ByteString(path), at: place)
        case ("done", 4):
          if let hash = numbers[3] { note(Record(hash: hash, path: ByteString(path)), at: place) }
        default: break
        }
      }
    }

    mutating func note(begun path: ByteString, at place: Place) {
      sizes.insert(place.key.byteCount)
      begun[place] = path
    }

    mutating func note(_ record: Record, at place: Place) {
      sizes.insert(place.key.byteCount)
      begun[place] = nil
      done[place, default: []].append(record)
    }
  }

  private let file: Descriptor
  private let content: Mutex<Content>

  /// Opens a file in an existing folder for writing, and makes it if it is missing. `onWait` is
  /// called before waiting for another import to end.
  package init(writing path: String, onWait: () -> Void) throws(SystemError) {
    let flags = O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC
    guard let file = Descriptor(opened: unsafe open(path, flags, 0o600)) else { throw .last }
    if flock(file.number, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
      onWait()
      while flock(file.number, LOCK_EX) != 0, errno == EINTR {}
    }
    let lines = try Self.lines(of: file)
    guard ftruncate(file.number, lines.count) == 0 else { throw .last }
    self.file = file
    content = Mutex(Content(lines))
  }

  /// Reads a file; a missing one is empty.
  package init(reading path: String) throws(SystemError) {
    let flags = O_RDONLY | O_NOFOLLOW | O_CLOEXEC
    var number = unsafe open(path, flags)
    if number < 0, errno == ENOENT { number = unsafe open("/dev/null", flags) }
    guard let file = Descriptor(opened: number) else { throw .last }
    let lines = try Self.lines(of: file)
    self.file = file
    content = Mutex(Content(lines))
  }

  private static func lines(of file: borrowing Descriptor) throws(SystemError) -> ArraySlice<UInt8>
  {
    guard let status = file.status else { throw .last }
    var bytes: [UInt8] = []
    let failure = file.read(status.st_size, at: 0, into: &bytes)
    guard failure == 0 else { throw SystemError(failure) }
    return bytes[..<(bytes.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0)]
  }

  /// Of all files that were copied or begun.
  var sizes: Set<Int> { content.withLock { $0.sizes } }

  /// Copies to a destination, which is 1 or 2.
  func records(of key: ContentKey, _ destination: Int) -> [Record] {
    content.withLock { $0.done[Place(key: key, destination: destination)] ?? [] }
  }

  /// Where an import that did not end wanted to copy a file.
  func begun(_ key: ContentKey, _ destination: Int) -> ByteString? {
    content.withLock { $0.begun[Place(key: key, destination: destination)] }
  }

  func begin(
    _ files: [(key: ContentKey, path: ByteString)], _ destination: Int
  ) throws(SystemError) {
    try write(files.map { ("begin", $0.key, [], $0.path) }, destination)
    content.withLock {
      for file in files {
        $0.note(begun: file.path, at: Place(key: file.key, destination: destination))
      }
    }
  }

  /// Durable when it returns (fsync).
  func end(
    _ files: [(key: ContentKey, record: Record)], _ destination: Int
  ) throws(SystemError) {
    try write(files.map { ("done", $0.key, [$0.record.hash], $0.record.path) }, destination)
    guard fsync(file.number) == 0 else { throw .last }
    content.withLock {
      for file in files { $0.note(file.record, at: Place(key: file.key, destination: destination)) }
    }
  }

  private func write(
    _ lines: [(word: String, key: ContentKey, hashes: [UInt64], path: ByteString)],
    _ destination: Int
  ) throws(SystemError) {
    var bytes: [UInt8] = []
    for line in lines {
      let numbers = [UInt64(destination), UInt64(line.key.byteCount), line.key.sum] + line.hashes
      let words = [line.word] + numbers.map { String($0, radix: Self.radix) }
      bytes += "\(words.joined(separator: " ")) ".utf8
      PercentEncoding.append(path: line.path.bytes, to: &bytes)
      bytes.append(UInt8(ascii: "\n"))
    }
    if let failure = writeAll(bytes, to: file.number) { throw failure }
  }
}
