import ImagePipeline
import Imaging
import TestSupport
import Testing

@Suite("Animation recorded in thumbnails") struct MotionTextTests {
  private func motion(_ isMoving: Bool) -> String { isMoving ? "moving" : "still" }

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
    stage.store().keepSample(stage.photo())
    let texts = [("Thumb::Mimetype", mimeType), ("X-Photocell::Motion", isMoving.map(motion))]
    let parts = PNGParts(Stage.bytes(of: stage.path()))
    let others = parts.chunks.filter { chunk in
      !texts.contains { chunk.dropFirst(4).starts(with: Array("tEXt\($0.0)\0".utf8)) }
    }
    let added = texts.compactMap { key, value in value.map { PNGParts.text(key, $0) } }
    Stage.write(PNGParts(chunks: others).inserting(added, count: 1), to: stage.path())
    guard
      let found = stage.store().thumbnail(
        of: stage.photo(), filling: PixelSize(width: 9, height: 9))
    else {
      Issue.record("nothing found")
      return
    }
    let (hidesMotion, info) = (found.hidesMotion, found.info)
    #expect(hidesMotion == isHidden)
    #expect(info.isMoving == (isMoving ?? false))
  }
}
