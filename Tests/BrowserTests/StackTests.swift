import Base
import Browser
import Catalogs
import Imaging
import Photos
import TestSupport
import Testing

/// Bursts as stacks, by keys and on the screen.
@MainActor
struct StackTests {
  private func stage(_ keys: KeyScript) async -> BrowserStage {
    let stage = BrowserStage(
      ["a.jpg", "b.jpg", "c.jpg", "d.jpg"], columns: 90, rows: 6, facts: BurstReader())
    await stage.arrange(keys)
    await stage.settle()
    return stage
  }

  private func listed(_ stage: BrowserStage) -> String {
    stage.grid.arrangement.photos.map { "\($0.photo.name)".prefix(1) }.joined()
  }

  @Test(
    arguments: [
      ("gs", "ad", " 1/2 of 4  a.jpg"), ("gs<Enter>", "abcd", " 1/4 of 4  a.jpg"),
      ("gsl<Enter>", "ad", " 2/2 of 4  d.jpg"), ("gs<Enter>l<Backspace>", "ad", " 1/2 of 4  a.jpg"),
      ("gs<Enter>ll<Esc>", "ad", " 1/2 of 4  a.jpg"), ("gs<Enter>gs", "abcd", " 1/4  a.jpg"),
      ("gsf!^a<Enter>", "bd", " 1/2 of 4  b.jpg"),
    ] as [(KeyScript, String, String)])
  func `keys open stacks and fold them again`(
    keys: KeyScript, letters: String, status: String
  ) async {
    let stage = await stage(keys)
    #expect(listed(stage) == letters)
    #expect(stage.statusLine.hasPrefix(status))
  }

  @Test func `a folded stack shows its number of frames, and a photo opens the viewer`() async {
    let stage = await stage("gs")
    #expect(stage.text.contains("3 frames"))
    #expect(stage.statusLine.contains("bursts stacked"))
    stage.type("l<Enter>")
    await stage.settle()
    #expect(stage.grid.viewer != nil)
  }
}

/// Three frames of one second, and a photo of the next day with the same perceptual hash.
struct BurstReader: PhotoFactsReading {
  func read(
    _ depth: FactsDepth, of photos: PhotoList,
    send: @escaping @MainActor @Sendable (FactsEvent) -> Bool
  ) async {
    let facts = photos.indices.map { place in
      var facts = PhotoFacts()
      let isLate = photos.name(at: place).lossyText == "d.jpg"
      facts.taken = TakenTime(wallMilliseconds: isLate ? 86_400_000 : 0, source: .photo)
      facts.isRead = true
      return facts as PhotoFacts?
    }
    guard await send(.found(photos.indices, facts)), depth == .hashes else { return }
    _ = await send(.hashed(photos.indices.map { ($0, DifferenceHash(bits: 7)) }))
  }
}
