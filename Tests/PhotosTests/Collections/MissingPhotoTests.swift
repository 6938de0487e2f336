import Base
import Catalogs
import FileActions
import ImagePipeline
import Imaging
import Photos
import Storage
import TestSupport
import Testing

/// Photos that other programs have moved or renamed, found by what the index knows.
@Suite("Missing photos", .timeLimit(.minutes(30)))
struct MissingPhotoTests {
  private let home = TemporaryFolder()
  private let index = PhotoIndex(folder: nil)

  private var reader: IndexedFactsReader {
    IndexedFactsReader(
      PhotoRecordReader(index: index, decoder: UnreadFiles(), workingFolder: Array("/".utf8)),
      sidecars: SidecarReader(index: index))
  }

  /// Stores the file as a photo taken at a second.
  private func index(_ name: String, second: Int64 = 1) async throws {
    let path = home.entry(name)
    var metadata = PhotoMetadata()
    metadata.size = PhotoMetadata.size(width: 40, height: 30)
    metadata.captureDate = CaptureDate(wallMilliseconds: second * 1_000, utcOffset: nil)
    let version = try #require(FileVersion(path: path.bytes))
    await index.keep(
      [(name: path.lastName, record: PhotoRecord(metadata, version: IndexedVersion(version)))],
      in: path.folderPath)
  }

  private func write(_ name: String, _ text: String = "photo") {
    _ = home.write(Array(text.utf8), as: name)
  }

  private func found(_ names: String...) async -> [String: String] {
    let paths = await reader.newPaths(ofMissing: names.map(home.entry))
    return Dictionary(
      uniqueKeysWithValues: paths.map {
        (
          $0.lossyText.replacing("\(home.path)/", with: ""),
          $1.lossyText.replacing("\(home.path)/", with: "")
        )
      })
  }

  @Test func `a renamed photo is found when the index knows both names`() async throws {
    write("a.jpg")
    try await index("a.jpg")
    home.rename("a.jpg", to: "b.jpg")
    #expect(await found("a.jpg").isEmpty)
    try await index("b.jpg")
    #expect(await found("a.jpg") == ["a.jpg": "b.jpg"])
    #expect(await found("x.jpg").isEmpty)
    home.remove("b.jpg")
    #expect(await found("a.jpg").isEmpty)
  }

  @Test func `two candidates, or one for two photos, leave the photos missing`() async throws {
    for name in ["a.jpg", "b.jpg", "c.jpg"] {
      write(name)
      try await index(name)
    }
    home.remove("a.jpg")
    #expect(await found("a.jpg").isEmpty)
    home.remove("b.jpg")
    #expect(await found("a.jpg") == ["a.jpg": "c.jpg"])
    #expect(await found("a.jpg", "b.jpg").isEmpty)
  }

  @Test func `a candidate that has changed since, or differs, is none`() async throws {
    for (number, name) in ["a.jpg", "b.jpg", "c.jpg"].enumerated() {
      write(name)
      try await index(name, second: number == 2 ? 2 : 1)
    }
    home.remove("a.jpg")
    write("b.jpg", "another")
    #expect(await found("a.jpg").isEmpty)
  }

  @Test func `of a folder that is gone, too, only the file itself is taken, and no copy`()
    async throws
  {
    home.folder("disk")
    home.folder("backup")
    write("disk/a.jpg")
    try await index("disk/a.jpg")
    write("backup/a.jpg")
    try await index("backup/a.jpg")
    home.rename("disk", to: "hidden")
    #expect(await found("disk/a.jpg").isEmpty)
    try await index("hidden/a.jpg")
    #expect(await found("disk/a.jpg") == ["disk/a.jpg": "hidden/a.jpg"])
  }
}
