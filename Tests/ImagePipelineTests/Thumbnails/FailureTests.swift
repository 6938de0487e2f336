import ExpiringCache
import Glibc
import ImagePipeline
import TestSupport
import Testing

@Suite("Photos that cannot be decoded") struct FailureTests {
  @Test func `a failure is remembered until the file changes`() {
    let stage = Stage()
    #expect(stage.store().failure(of: stage.photo()) == nil)
    #expect(stage.store().keepFailure(of: stage.photo(), reason: "damaged"))
    #expect(stage.store().failure(of: stage.photo()) == "damaged")
    #expect(Stage.exists(stage.failurePath()))
    stage.addPhoto("a.jpg", bytes: [9])
    #expect(stage.store().failure(of: stage.photo()) == nil)
  }

  @Test func `a failure stored by another program version is ignored`() {
    let stage = Stage()
    stage.store(version: "1.0").keepFailure(of: stage.photo(), reason: "unsupported HEIC")
    #expect(stage.store(version: "1.1").failure(of: stage.photo()) == nil)
  }

  @Test func `a stored reason is reduced to 200 printable ASCII characters`() {
    let stage = Stage()
    let reason = "bad\u{1B}[2J\n\u{202E}é" + String(repeating: "x", count: 300)
    stage.store().keepFailure(of: stage.photo(), reason: reason)
    #expect(
      stage.store().failure(of: stage.photo()) == "bad[2J" + String(repeating: "x", count: 194))
  }

  @Test func `clearing failures removes them and preserves thumbnails`() {
    let stage = Stage()
    stage.store().keepSample(stage.photo())
    stage.store().keepFailure(of: stage.photo(), reason: "damaged")
    #expect(stage.store().clearFailures().count == 1)
    #expect(stage.store().failure(of: stage.photo()) == nil)
    #expect(stage.store().found(stage.photo()) != nil)
  }

  @Test func `every changed byte of a failure leads to a miss`() {
    let stage = Stage()
    let (store, photo) = (stage.store(), stage.photo())
    store.keepFailure(of: photo, reason: "damaged")
    let whole = Stage.bytes(of: stage.failurePath())
    for index in whole.indices {
      var changed = whole
      changed[index] ^= 0x20
      Stage.write(changed, to: stage.failurePath())
      #expect(store.failure(of: photo) == nil, "byte \(index)")
    }
  }
}
