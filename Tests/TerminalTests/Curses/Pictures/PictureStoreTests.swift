import Imaging
import Testing

@testable import Terminal

@Suite struct PictureStoreTests {
  private func store(pictures count: Int, ids: PictureIDs = PictureSamples.ids()) -> PictureStore {
    PictureStore(ids: ids, budget: count * PictureSamples.picture(1, 8, 3).pixels.area * 4)
  }

  /// The id of an image that is added, and the ids that are freed for it.
  private func add(
    _ number: Int, to store: inout PictureStore
  ) throws -> (id: PictureID, freed: [PictureID]) {
    let added = store.add(picture(number))
    return try #require(added)
  }

  private func picture(_ number: Int) -> EncodedPicture { PictureSamples.picture(number, 8, 3) }

  @Test func `the least recently shown image is evicted first`() throws {
    var store = store(pictures: 2)
    var ids: [PictureID] = []
    for number in 1...2 {
      store.beginFrame()
      ids.append(try add(number, to: &store).id)
    }
    store.beginFrame()
    var known = store.id(of: picture(1))
    #expect(known == ids[0])
    store.beginFrame()
    store.beginFrame()
    let third = try add(3, to: &store)
    known = store.id(of: picture(2))
    #expect(third.freed == [ids[1]] && known == nil)
    known = store.id(of: picture(1))
    #expect(known == ids[0] && store.holdings.count == 2)
  }

  @Test func `images on the screen are not evicted, even beyond the budget`() throws {
    var store = store(pictures: 2)
    store.beginFrame()
    var freed: [PictureID] = []
    for number in 1...3 { freed += try add(number, to: &store).freed }
    store.beginFrame()
    freed += try add(4, to: &store).freed
    #expect(freed.isEmpty)
    store.beginFrame()
    store.beginFrame()
    freed = try add(5, to: &store).freed
    #expect(freed.count == 3)
  }

  @Test func `a lost image is added again under its own number`() throws {
    var store = store(pictures: 9)
    store.beginFrame()
    var ids: [PictureID] = []
    for number in 1...3 { ids.append(try add(number, to: &store).id) }
    let lost = store.loseAll()
    #expect(Set(lost) == Set(ids) && store.holdings.count == 0)
    let known = store.id(of: picture(2))
    #expect(known == nil)
    let (fourth, second) = (try add(4, to: &store).id, try add(2, to: &store).id)
    #expect(!ids.contains(fourth) && second == ids[1])
  }

  @Test(arguments: [ColorDepth.direct, .indexed256])
  func `image numbers are unique, in one range and below two to the power of 31`(
    depth: ColorDepth
  ) {
    let ids = PictureSamples.ids(depth, seed: 7)
    let numbers = Set((0..<ids.count).map { ids[$0].number })
    #expect(numbers.count == ids.count && numbers.allSatisfy { ids.all.contains($0) })
    #expect(numbers.allSatisfy { $0 < 1 << 31 && $0 >> 24 < UInt32(Placeholder.marks.count) })
    if depth != .direct {
      #expect(numbers.allSatisfy { (16...255).contains($0 & 0xFF_FFFF) })
    }
  }

  @Test func `no image is added while all numbers are on the screen`() {
    var store = PictureStore(ids: PictureSamples.ids(.indexed256))
    store.beginFrame()
    let added = (0..<1920).map { store.add(wide($0))?.id }
    #expect(Set(added).count == 1920 && !added.contains(nil))
    let last = store.add(wide(1920))
    #expect(last == nil)
  }

  /// An image of a size of its own.
  private func wide(_ number: Int) -> EncodedPicture { PictureSamples.picture(1, number + 1, 1) }
}
