import Base
import Catalogs
import ImagePipeline
import Imaging
import Storage
import TestSupport
import Testing

@testable import Photos

/// The facts of photos in archives, from their first bytes: the camera is what the archive has at
/// their position.
@Suite("Facts of photos in archives", .timeLimit(.minutes(30)))
@MainActor
struct ArchiveFactsTests {
  private struct Archive: ArchiveReading {
    let names: [String]

    var photos: [Photo] {
      get throws {
        try names.enumerated().map { index, name in
          let address = try WebURL("http://\(ArchiveOrigin.host)/5/\(index)/p/a.zip".utf8)
          var photo = WebPhoto(address: address)
          photo.file = ServedFile(place: ByteString("/p/a.zip/\(name)"))
          return Photo(photo)
        }
      }
    }

    func members(
      ofArchive path: ByteString
    ) async throws(CatalogError) -> (members: [ArchiveMember], version: UInt64, end: ArchiveEnd) {
      ([], 5, .whole)
    }

    func content(
      ofMember index: Int, inArchive path: ByteString, version: UInt64
    ) async throws(CatalogError) -> [UInt8] { [] }

    func heads(
      ofMembers indices: [Int], inArchive path: ByteString, version: UInt64
    ) async throws(CatalogError) -> [Int: [UInt8]] {
      guard path == ByteString("/p/a.zip"), version == 5 else { throw .notFound }
      let heads = indices.map { ($0, Array("camera \($0)".utf8)) }
      return Dictionary(uniqueKeysWithValues: heads.filter { !names[$0.0].hasPrefix("broken") })
    }
  }

  private struct CameraReader: MetadataReading {
    func metadata(
      of sources: [ImageSource], scope: MetadataScope
    ) async -> [DecoderClient.PhotoFacts] {
      sources.map { source in
        guard case .bytes(let bytes) = source else { return .failure(.notAFile) }
        var metadata = PhotoMetadata()
        metadata.model = String(decoding: bytes, as: UTF8.self)
        metadata.keywords = ["lake"]
        metadata.captureDate = CaptureDate(year: 2020, month: 5)
        return .success(metadata)
      }
    }
  }

  @Test func `photos in archives are found by camera, date and keyword`() async throws {
    let archive = Archive(names: ["b.jpg", "broken.jpg", "a.jpg"])
    let entries = [CatalogEntry](of: try archive.photos)
    let reader = IndexedFactsReader(
      PhotoRecordReader(
        index: PhotoIndex(folder: nil), decoder: CameraReader(), archives: archive,
        workingFolder: Array("/".utf8)),
      sidecars: SidecarReader(index: PhotoIndex(folder: nil)))
    let store = PhotoFactsStore(reader: reader, queue: WorkQueue(label: "test"))
    store.list(Listing(entries))
    var options = ViewOptions()
    options.filter = Filter("text:x")
    store.want(options)
    await settleMainActor { store.reading == nil }
    let subjects = FilterSubjects(
      entries, names: FoldedNames(entries.map(\.photo.name)), facts: store.known.table,
      texts: store.known.texts)
    let filters = ["camera:\"camera 0\"", "camera:camera", "year:2020", "keyword:lake"]
    let found = filters.map { filter in
      zip(entries, Filter(filter).result(on: subjects).mask).filter(\.1)
        .map { $0.0.photo.name.lossyText }
    }
    #expect(found == [["b.jpg"]] + Array(repeating: ["b.jpg", "a.jpg"], count: 3))
  }
}
