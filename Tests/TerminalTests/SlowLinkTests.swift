import Imaging
import Terminal
import Testing

@Suite("Images over a slow link")
struct SlowLinkTests {
  /// A terminal of 140 by 45 cells, 1400 by 900 pixels.
  private func capabilities(
    _ images: PictureProtocol?, rate: Int?, isMeasured: Bool = true, sharesMemory: Bool = false,
    hasSixel: Bool = false
  ) -> TerminalCapabilities {
    var answers = TerminalAnswers(progress: .complete)
    answers.readsSharedMemory = sharesMemory
    if hasSixel { answers.attributes = [62, 4] }
    let window = WindowSize(
      cells: CellSize(columns: 140, rows: 45), pixels: PixelSize(width: 1400, height: 900))
    var capabilities = TerminalCapabilities(
      environment: TerminalEnvironment(["TERM": "xterm-direct"]), images: images,
      linkRate: isMeasured ? nil : rate, answers: answers, window: window)
    if isMeasured { capabilities.measuredLinkRate = rate }
    return capabilities
  }

  @Test(
    arguments: [
      (PictureProtocol.kitty, nil, PixelDetail.full), (.kitty, 1_000_000, .full),
      (.kitty, 100_000, .full), (.kitty, 50_000, .half), (.kitty, 10_000, .quarter),
      (.kittyDirect, 1_000_000, .half), (.kittyDirect, 100_000, .quarter),
      (.kittyDirect, 50_000, nil), (.iterm2, 50_000, .half), (.iterm2, 1_000_000, .full),
      (.sixel, 1_000_000, .full), (.sixel, 400_000, .half), (.sixel, 200_000, .quarter),
      (.sixel, 20_000, nil), (.symbols, 1_000, .full),
    ] as [(PictureProtocol, Int?, PixelDetail?)])
  func `a slower link gets less detail`(
    images: PictureProtocol, rate: Int?, detail: PixelDetail?
  ) {
    for isMeasured in [true, false] {
      let capabilities = capabilities(images, rate: rate, isMeasured: isMeasured)
      #expect(capabilities.detail(of: images) == detail)
      // The protocol that the user chose is used all the same.
      #expect(capabilities.images.value == images)
    }
  }

  @Test func `a link rate set by the user takes precedence over the measured one`() {
    var capabilities = capabilities(.kitty, rate: 50_000, isMeasured: false)
    capabilities.measuredLinkRate = 1 << 30
    #expect(capabilities.linkRate == 50_000 && capabilities.detail(of: .kitty) == .half)
  }

  @Test func `over shared memory kitty images have full detail on any link`() {
    let capabilities = capabilities(nil, rate: 1_000, sharesMemory: true)
    #expect(capabilities.detail(of: .kitty) == .full)
    #expect(capabilities.detail(of: .kittyDirect) == .full)
    #expect(capabilities.detail(of: .sixel) == nil)
  }

  @Test func `a link too slow for sixels of any detail gets characters`() {
    let slow = capabilities(nil, rate: 20_000, hasSixel: true)
    #expect(slow.images == Capability(.symbols, by: .slowLink(20_000)))
    #expect("\(slow.images.source)" == "the link takes 20 kB/s")
    #expect(capabilities(nil, rate: 400_000, hasSixel: true).images.value == .sixel)
  }

  @Test(
    arguments: [
      (nil, nil), (1_000_000, "Images in full detail again"),
      (400_000, "Slow link: images in half the detail"),
      (200_000, "Slow link: images in a quarter of the detail"),
      (20_000, "Slow link: images are drawn as characters"),
    ] as [(Int?, String?)])
  func `a message describes the detail of images on a slow link`(rate: Int?, words: String?) {
    #expect(capabilities(nil, rate: rate, hasSixel: true).linkWords(in: .direct) == words)
  }
}
