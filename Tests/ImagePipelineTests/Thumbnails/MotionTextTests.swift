import Imaging
import TestSupport
import Testing

@testable import ImagePipeline

@Suite("Animation recorded in thumbnails") struct MotionTextTests {
  @Test(
    arguments: [
      ("image/gif", nil, true), ("image/webp", nil, true), ("image/jxl", nil, true),
      ("image/avif", nil, true),
      ("image/png", nil, false), ("image/jpeg", nil, false), (nil, nil, false),
      ("image/gif", true, false), ("image/gif", false, false),
    ] as [(String?, Bool?, Bool)])
  func `a thumbnail may hide motion if its format can move and it does not record it`(
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
