import Imaging
import TestSupport
import Testing

@testable import ImagePipeline

@Suite("Whether a thumbnail's photo moves") struct MotionTextTests {
  @Test(
    arguments: [
      ("image/gif", nil, true), ("image/webp", nil, true), ("image/jxl", nil, true),
      ("image/avif", nil, true),
      ("image/png", nil, false), ("image/jpeg", nil, false), (nil, nil, false),
      ("image/gif", true, false), ("image/gif", false, false),
    ] as [(String?, Bool?, Bool)])
  func `one that does not say so counts for nothing where its kind may move`(
    mimeType: String?, isMoving: Bool?, isHidden: Bool
  ) {
    let stage = Stage()
    var texts = ThumbnailTexts()
    if let mimeType { texts.add(mimeType, for: .mimeType) }
    if let isMoving { texts.add(isMoving: isMoving) }
    let info = texts.info(of: stage.photo())
    #expect(texts.hidesMotion(info) == isHidden)
    #expect(info.isMoving == (isMoving ?? false))
  }
}
