import Base
import Glibc
import ImagePipeline
import Imaging
import TestSupport
import Testing

@Suite("Thumbnails beside the photos") struct SharedRepositoryTests {
  /// Moves the user's thumbnail of a photo into a repository beside it, under a relative address.
  private func share(_ stage: Stage, _ name: String, address: String) {
    stage.store().keepSample(stage.photo(name))
    let parts = PNGParts(Stage.bytes(of: stage.path(of: name)))
    let others = parts.chunks.filter {
      !$0.starts(with: $0.prefix(4) + Array("tEXtThumb::URI".utf8))
    }
    let shared = PNGParts(chunks: others).inserting(
      [PNGParts.text("Thumb::URI", address)], count: 1)
    stage.folder.folder("photos/.sh_thumbnails")
    stage.folder.folder("photos/.sh_thumbnails/normal")
    let file = "photos/.sh_thumbnails/normal/\(MD5.hexDigits(of: address.utf8)).png"
    Stage.write(shared, to: stage.folder.name(file))
    unlink(stage.path(of: name))
  }

  @Test(arguments: ["./a%20b.jpg", "a%20b.jpg"])
  func `a thumbnail beside the photo is found by its relative address`(address: String) {
    let stage = Stage()
    stage.addPhoto("a b.jpg")
    share(stage, "a b.jpg", address: address)
    let box = PixelSize(width: 100, height: 100)
    guard let found = stage.store().thumbnail(of: stage.photo("a b.jpg"), filling: box) else {
      Issue.record("nothing found")
      return
    }
    let isShared = found.isShared
    #expect(isShared)
  }

  @Test func `the user's own thumbnail takes precedence`() {
    let stage = Stage()
    share(stage, "a.jpg", address: "./a.jpg")
    stage.store().keepSample(stage.photo(), seed: 7)
    #expect(stage.store().found(stage.photo()) == Stage.bytes(of: stage.path()))
  }

  @Test func `a thumbnail beside a changed photo is a miss`() {
    let stage = Stage()
    share(stage, "a.jpg", address: "./a.jpg")
    #expect(stage.store().found(stage.photo()) != nil)
    stage.addPhoto("a.jpg", bytes: [1])
    #expect(stage.store().found(stage.photo()) == nil)
  }

  @Test(arguments: ["b.jpg", "../photos/a.jpg", "file:///a.jpg"])
  func `a thumbnail beside the photo with another address is a miss`(address: String) {
    let stage = Stage()
    share(stage, "a.jpg", address: address)
    #expect(stage.store().found(stage.photo()) == nil)
  }
}
