import Base
import Catalogs
import Glibc
import ImagePipeline
import Imaging
import TestSupport
import Testing

@Suite("Archives in the decoder", .integration, .timeLimit(.minutes(30)))
struct ArchiveReaderTests {
  private let folder = TemporaryFolder()
  private let reader = ArchiveReader { [client = DecoderClient(programs: .installed())] in client }

  private func path(_ name: String) -> ByteString { ByteString("\(folder.path)/\(name)") }

  /// A ZIP file (APPNOTE.TXT) with stored members.
  private func zip(_ files: [(name: String, content: [UInt8])], flags: UInt16 = 0) -> [UInt8] {
    var (bytes, directory) = ([UInt8](), [UInt8]())
    for (name, content) in files {
      let start = bytes.count
      let facts =
        little(UInt16(20)) + little(flags) + little(UInt16(0)) + little(UInt32(0))
        + little(checksum(content)) + little(UInt32(content.count))
        + little(UInt32(content.count)) + little(UInt16(name.utf8.count)) + little(UInt16(0))
      bytes += [0x50, 0x4B, 3, 4] + facts + Array(name.utf8) + content
      directory +=
        [0x50, 0x4B, 1, 2] + little(UInt16(20)) + facts + little(UInt16(0)) + little(UInt16(0))
        + little(UInt16(0)) + little(UInt32(0)) + little(UInt32(start)) + Array(name.utf8)
    }
    let count = little(UInt16(files.count))
    return bytes + directory + [0x50, 0x4B, 5, 6] + little(UInt32(0)) + count + count
      + little(UInt32(directory.count)) + little(UInt32(bytes.count)) + little(UInt16(0))
  }

  /// A tar file (POSIX.1-1988, ustar).
  private func tar(_ files: [(name: String, content: [UInt8])]) -> [UInt8] {
    files.flatMap { name, content in
      var header = [UInt8](repeating: 0, count: 512)
      func put(_ text: String, at place: Int) {
        header.replaceSubrange(place..<place + text.utf8.count, with: Array(text.utf8))
      }
      put(name, at: 0)
      put("0000644", at: 100)
      put(octal(content.count), at: 124)
      put(octal(1_700_000_000), at: 136)
      put("        ", at: 148)
      put("0", at: 156)
      put("ustar\u{0}00", at: 257)
      put(octal(header.reduce(0) { $0 + Int($1) }).suffix(6) + "\u{0}", at: 148)
      return header + content + [UInt8](repeating: 0, count: (512 - content.count % 512) % 512)
    } + [UInt8](repeating: 0, count: 1024)
  }

  private func octal(_ number: Int) -> String {
    let digits = String(number, radix: 8)
    return String(repeating: "0", count: 11 - digits.count) + digits
  }

  private func little(_ number: some FixedWidthInteger) -> [UInt8] {
    stride(from: 0, to: number.bitWidth, by: 8).map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  private func checksum(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~UInt32(0)) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum >> 1 ^ (sum & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
  }

  private static let files: [(name: String, content: [UInt8])] = [
    ("readme.txt", [1]), ("a.jpg", [0xFF, 0xD8, 1, 2, 3]),
    ("../../b.png", Array(repeating: 7, count: 200_000)),
  ]

  @Test(arguments: ["zip", "tar"])
  func `photos are listed and read; what would lead out of the archive does not`(
    kind: String
  ) async throws {
    _ = folder.write(kind == "zip" ? zip(Self.files) : tar(Self.files), as: "x.\(kind)")
    let (members, version, end) = try await reader.members(ofArchive: path("x.\(kind)"))
    #expect(end == .whole)
    #expect(members.map { String(decoding: $0.path, as: UTF8.self) } == ["a.jpg", "b.png"])
    #expect(members.map(\.byteCount) == [5, 200_000])
    for (member, file) in Swift.zip(members, Self.files.dropFirst()) {
      let content = try await reader.content(
        ofMember: member.index, inArchive: path("x.\(kind)"), version: version)
      #expect(content == file.content)
    }
    let heads = try await reader.heads(
      ofMembers: [2, 0, 1, 99], inArchive: path("x.\(kind)"), version: version)
    #expect(heads == [1: Self.files[1].content, 2: Self.files[2].content])
    await #expect(throws: CatalogError.provider("no longer in the archive")) {
      try await reader.content(ofMember: 99, inArchive: path("x.\(kind)"), version: version)
    }
    await #expect(throws: CatalogError.provider("the archive has changed")) {
      try await reader.content(ofMember: 1, inArchive: path("x.\(kind)"), version: version &+ 1)
    }
  }

  @Test(arguments: ["gzip", "bzip2", "xz"])
  func `compressed tar files are read`(program: String) async throws {
    let file = folder.write(tar(Self.files), as: "x.tar")
    let compression = ChildProcess("\(program) -c \"$0\" > \"$0.z\"", [file])
    compression.end()
    close(compression.output)
    let (members, version, end) = try await reader.members(ofArchive: path("x.tar.z"))
    #expect(end == .whole && members.count == 2)
    let content = try await reader.content(
      ofMember: members[1].index, inArchive: path("x.tar.z"), version: version)
    #expect(content == Self.files[2].content)
  }

  @Test func `what is no archive, and what is missing, is an error`() async throws {
    _ = folder.write(Array("no archive at all".utf8), as: "x.zip")
    _ = folder.write([], as: "empty.zip")
    for name in ["x.zip", "empty.zip"] {
      let (members, _, end) = try await reader.members(ofArchive: path(name))
      #expect(members.isEmpty && end == .notAnArchive)
    }
    await #expect(throws: CatalogError.notFound) {
      try await reader.members(ofArchive: path("missing.zip"))
    }
    folder.folder("folder.zip")
    await #expect(throws: CatalogError.special) {
      try await reader.members(ofArchive: path("folder.zip"))
    }
  }

  @Test(arguments: [0, 20, 100, 600, 1024, 1100, 100_000])
  func `an archive that is cut off shows the photos before the cut, and never crashes`(
    length: Int
  ) async throws {
    for (kind, bytes) in [("zip", zip(Self.files)), ("tar", tar(Self.files))] {
      _ = folder.write(Array(bytes.prefix(length)), as: "cut.\(kind)")
      let (members, version, _) = try await reader.members(ofArchive: path("cut.\(kind)"))
      #expect(members.count <= 2)
      for member in members {
        _ = try? await reader.content(
          ofMember: member.index, inArchive: path("cut.\(kind)"), version: version)
      }
    }
  }

  @Test func `an encrypted member is refused by name`() async throws {
    _ = folder.write(zip(Self.files, flags: 1), as: "x.zip")
    let (members, version, _) = try await reader.members(ofArchive: path("x.zip"))
    let member = try #require(members.first)
    await #expect(throws: CatalogError.provider("encrypted")) {
      try await reader.content(ofMember: member.index, inArchive: path("x.zip"), version: version)
    }
  }

  /// By `7z a -psecret -mhe=on`.
  private static let encryptedNames = """
    377abcaf271c0004ba64b92180000000000000002e000000000000005cdf57afc09709ab7d5204e69b9794ae71d4
    42ca5ef2d7dfdd3ce66c6197cbf58850b8911dc9207e7bfcaefecc2823cb758acfd66d0dc98409e381751577b71a
    76149935eef1ac6d2f7d8482047dfa288013136e784ff271a67859817fbc62325ac45fffe8058d251aa402df4062
    6c3198fe95613e8d0aa31bcd7e55770e28ffadf11d0817061001097000070b0100012406f1070112530f03b29cd3
    0d7d3c2491ddcf2164eaa9080c620a01281fbe920000
    """

  /// `ü日.jpg`, by `7z a -mx=0`.
  private static let letters = """
    377abcaf271c00043ac419a901000000000000004a00000000000000287c3098780104060001090100070b010001
    01000c0100080a018316dc8c00000501110f00fc00e5652e006a00700067000000190400000000140a01008792ef
    edff80dd01150601002080a4810000
    """

  private func bytes(_ text: String) -> [UInt8] {
    let digits = text.filter(\.isHexDigit)
    return stride(from: 0, to: digits.count, by: 2).compactMap { place in
      UInt8(digits.dropFirst(place).prefix(2), radix: 16)
    }
  }

  @Test func `photos with other than ASCII letters in their names are listed`() async throws {
    _ = folder.write(bytes(Self.letters), as: "x.7z")
    // Flag 11: names are UTF-8 (APPNOTE.TXT, 4.4.4).
    _ = folder.write(zip([("ü日.jpg", [1])], flags: 1 << 11), as: "x.zip")
    _ = folder.write(tar([("ü日.jpg", [1])]), as: "x.tar")
    for name in ["x.7z", "x.zip", "x.tar"] {
      let (members, _, end) = try await reader.members(ofArchive: path(name))
      #expect(members.map(\.path) == [Array("ü日.jpg".utf8)], "\(name)")
      #expect(end == .whole, "\(name)")
    }
  }

  @Test func `an archive that is cut off before its names is damaged`() async throws {
    _ = folder.write(Array(bytes(Self.letters).dropLast(20)), as: "x.7z")
    let (members, _, end) = try await reader.members(ofArchive: path("x.7z"))
    #expect(members.isEmpty && end == .damaged)
  }

  @Test func `an archive with encrypted names is encrypted, not damaged`() async throws {
    _ = folder.write(bytes(Self.encryptedNames), as: "x.7z")
    let (members, _, end) = try await reader.members(ofArchive: path("x.7z"))
    #expect(members.isEmpty && end == .encrypted)
  }

  @Test func `names with escape sequences arrive as bytes`() async throws {
    _ = folder.write(tar([("\u{1B}[2J\u{7}.jpg", [1])]), as: "x.tar")
    let (members, _, _) = try await reader.members(ofArchive: path("x.tar"))
    #expect(members.map(\.path) == [Array("\u{1B}[2J\u{7}.jpg".utf8)])
  }
}
