import Base
import Catalogs
import ImagePipeline
import Imaging
import Photos
import Storage
import TestSupport
import Testing

/// Fails to read any file: all facts are from the index.
struct UnreadFiles: MetadataReading {
  func metadata(
    of sources: [ImageSource], scope: MetadataScope
  ) async -> [DecoderClient.PhotoFacts] {
    Issue.record("files are read")
    return sources.map { _ in .failure(.notAFile) }
  }
}

/// The cards of saved filters.
@Suite("Previews of saved filters", .timeLimit(.minutes(30)))
struct FilteredPreviewTests {
  private let home = TemporaryFolder()
  private let index = PhotoIndex(folder: nil)

  /// Ratings of photos in the index; the others are unknown.
  private func preview(
    _ filter: String, of names: [String], knowing ratings: [String: Int], isComplete: Bool = true,
    hidden: @escaping LocalFolderPreviews.HiddenNames = { _ in [] }
  ) async -> FolderPreview {
    for (name, rating) in ratings {
      var metadata = PhotoMetadata()
      (metadata.rating, metadata.keywords) = (rating, rating > 3 ? ["best"] : [])
      let version = IndexedVersion(byteCount: 1, modified: 2, changed: 3, inode: 4)
      await index.keep(
        [(name: ByteString(name), record: PhotoRecord(metadata, version: version))],
        in: ByteString(home.path))
    }
    let reader = IndexedFactsReader(
      PhotoRecordReader(index: index, decoder: UnreadFiles(), workingFolder: Array("/".utf8)),
      sidecars: SidecarReader(index: index))
    var snapshot = CatalogSnapshot(
      listing: names.map { Photo(path: home.entry($0)) }, isComplete: isComplete)
    snapshot.filter = filter
    return await FilteredPreviews(reader, hidden: hidden).preview(of: snapshot)
  }

  private static let ratings = ["a.jpg": 5, "b.jpg": 3, "c.jpg": 4, "d.jpg": 1]

  @Test(
    arguments: [
      ("rating:>=4", ["a.jpg", "c.jpg"]), ("keyword:best", ["a.jpg", "c.jpg"]),
      ("best", ["a.jpg", "c.jpg"]), ("b", ["a.jpg", "b.jpg", "c.jpg"]), ("^b", ["b.jpg"]),
      ("rating:2", []), ("size:<2", ["a.jpg", "b.jpg", "c.jpg", "d.jpg"]),
    ] as [(String, [String])])
  func `a preview has the photos that pass the filter, and reads none`(
    filter: String, names: [String]
  ) async {
    let preview = await preview(
      filter, of: Self.ratings.keys.sorted(), knowing: Self.ratings)
    #expect(preview.cover.map { $0.name.lossyText } == names)
    #expect(preview.photoCount == names.count && !preview.hasMore)
  }

  @Test func `there may be more if photos are not in the index, or not all are listed`() async {
    let unknown = await preview("rating:5", of: ["a.jpg", "x.jpg"], knowing: Self.ratings)
    #expect(unknown.photoCount == 1 && unknown.hasMore)
    let unlisted = await preview("^a", of: ["a.jpg"], knowing: [:], isComplete: false)
    #expect(unlisted.photoCount == 1 && unlisted.hasMore)
    let named = await preview("^a", of: ["a.jpg", "x.jpg"], knowing: [:])
    #expect(named.photoCount == 1 && !named.hasMore)
  }

  @Test func `raw files beside a picture do not count`() async {
    let preview = await preview("", of: ["a.cr2", "a.jpg", "b.cr2"], knowing: [:]) {
      RawPairs.raws(withPictureAmong: $0)
    }
    #expect(preview.photoCount == 2)
    #expect(preview.cover.map { $0.name.lossyText } == ["a.jpg", "b.cr2"])
  }
}
