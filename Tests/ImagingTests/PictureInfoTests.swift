import Imaging
import TestSupport
import Testing

@Suite("PictureInfo") struct PictureInfoTests {
  /// Tests of stores and messages compare with `PictureInfo.whole`: set new properties there.
  @Test func `PictureInfo.whole differs from an empty PictureInfo in each property`() {
    let (nothing, whole) = (PictureInfo(size: nil), PictureInfo.whole)
    for (plain, told) in zip(
      Mirror(reflecting: nothing).children, Mirror(reflecting: whole).children)
    where plain.label != "isComplete" {
      #expect("\(plain.value)" != "\(told.value)", "\(plain.label ?? "")")
    }
  }

  @Test func `facts are restored from their texts, and invalid texts are ignored`() {
    var info = PictureInfo(size: nil)
    for fact in PictureFact.allCases { fact.take(fact.text(of: .whole) ?? "", into: &info) }
    #expect(info.orientation == PictureInfo.whole.orientation)
    #expect(info.captureDate == PictureInfo.whole.captureDate)
    #expect(info.camera == PictureInfo.whole.camera)
    #expect(info.duration == PictureInfo.whole.duration)
    for fact in PictureFact.allCases {
      for text in ["", "9", "\u{1B}[2J", "é", String(repeating: "x", count: 65)] {
        var info = PictureInfo(size: nil)
        fact.take(text, into: &info)
        if ![.camera, .duration].contains(fact) || text != "9" {
          #expect(info == PictureInfo(size: nil))
        }
      }
    }
  }

  @Test func `the file's metadata replaces that of a thumbnail`() {
    var metadata = PhotoMetadata()
    metadata.size = PixelSize(width: 3, height: 4)
    (metadata.make, metadata.orientation) = ("SONY", .rightTop)
    metadata.captureDate = CaptureDate(text: "1978")
    var info = PictureInfo(size: PixelSize(width: 4, height: 3), format: .jpeg, byteCount: 5)
    info.update(from: metadata)
    #expect(
      info
        == PictureInfo(
          size: PixelSize(width: 3, height: 4), orientation: .rightTop, format: .jpeg, byteCount: 5,
          captureDate: metadata.captureDate, camera: "SONY"))
  }
}
