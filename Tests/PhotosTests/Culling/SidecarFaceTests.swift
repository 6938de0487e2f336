import Base
import Catalogs
import ImagePipeline
import Imaging
import Photos
import Storage
import TestSupport
import Testing

/// People marked in sidecars, as digiKam and Lightroom write them.
@Suite("Faces in sidecars", .timeLimit(.minutes(30)))
struct SidecarFaceTests {
  private let home = TemporaryFolder()

  private func faces(of name: String) async -> [Face] {
    let index = PhotoIndex(folder: nil)
    let reader = IndexedFactsReader(
      PhotoRecordReader(index: index, decoder: UnreadFiles(), workingFolder: Array("/".utf8)),
      sidecars: SidecarReader(index: index))
    return await reader.sidecarFaces(of: Photo(path: home.entry(name)))
  }

  private static func sidecar(_ name: String) -> [UInt8] {
    Array(
      """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF \
      xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description \
      xmlns:mwg-rs="http://www.metadataworkinggroup.com/schemas/regions/" \
      xmlns:stArea="http://ns.adobe.com/xmp/sType/Area#">\
      <mwg-rs:Regions rdf:parseType="Resource"><mwg-rs:RegionList><rdf:Bag><rdf:li>\
      <rdf:Description mwg-rs:Name="\(name)" mwg-rs:Type="Face"><mwg-rs:Area stArea:x="0.5" \
      stArea:y="0.25" stArea:w="0.2" stArea:h="0.1" stArea:unit="normalized"/></rdf:Description>\
      </rdf:li></rdf:Bag></mwg-rs:RegionList></mwg-rs:Regions>\
      </rdf:Description></rdf:RDF></x:xmpmeta>
      """.utf8)
  }

  @Test(arguments: ["a.jpg.xmp", "a.xmp"])
  func `the faces of a sidecar are read whatever its form of name`(name: String) async throws {
    home.file("a.jpg")
    home.file("b.jpg")
    _ = home.write(Self.sidecar("Ann"), as: name)
    let face = try #require(Face("Ann", center: SIMD2(0.5, 0.25), size: SIMD2(0.2, 0.1)))
    #expect(await faces(of: "a.jpg") == [face])
    #expect(await faces(of: "b.jpg").isEmpty)
  }

  @Test func `a sidecar without faces, or a damaged one, has none`() async {
    home.file("a.jpg")
    #expect(await faces(of: "a.jpg").isEmpty)
    for text in ["", "<x", "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'/>"] {
      _ = home.write(Array(text.utf8), as: "a.jpg.xmp")
      #expect(await faces(of: "a.jpg").isEmpty)
    }
  }
}
