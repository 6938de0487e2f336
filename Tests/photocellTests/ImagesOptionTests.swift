import ArgumentParser
import Imaging
import Terminal
import Testing

@testable import photocell

@Suite("Image protocol options")
struct ImagesOptionTests {
  @Test(arguments: [
    ("auto", nil), ("kitty", PictureProtocol.kitty), ("kitty-direct", .kittyDirect),
    ("sixel", .sixel), ("iterm2", .iterm2), ("symbols", .symbols),
  ])
  func `--images selects a protocol by its name`(text: String, images: PictureProtocol?) throws {
    let options = try PhotoOptions.parse(["--images", text, "--color", "256"])
    #expect(try #require(options.images).requested == images)
    let capabilities = TerminalCapabilities.expected(with: options)
    #expect(images == nil || capabilities.images.source == .option("--images"))
  }

  @Test func `browse and sheet accept --images, and unknown protocols are refused`() throws {
    #expect(try PhotoOptions.parse([]).images == nil)
    #expect(try SheetCommand.parse(["--images", "sixel"]).options.images?.requested == .sixel)
    #expect(
      try BrowseCommand.parse(["--images", "kitty"]).browsing.options.images?.requested == .kitty)
    for word in ["png", "Kitty", ""] {
      #expect(throws: (any Error).self) { try PhotoOptions.parse(["--images", word]) }
    }
  }

  @Test(arguments: [
    ("200kB", 200_000), ("1MB/s", 1_000_000), ("64KiB/s", 65_536), ("900B", 900),
  ])
  func `--bandwidth sets the rate of the link`(text: String, rate: Int) throws {
    let options = try PhotoOptions.parse(["--bandwidth", text])
    #expect(TerminalCapabilities.expected(with: options).linkRate == rate)
  }

  @Test(arguments: ["0", "12", "fast", "-1MB", "1MB/m", ""])
  func `an invalid bandwidth is refused`(text: String) {
    #expect(throws: (any Error).self) { try PhotoOptions.parse(["--bandwidth", text]) }
  }

  private func capabilities(
    _ images: PictureProtocol?, cell: PixelSize? = nil
  ) -> TerminalCapabilities {
    var answers = TerminalAnswers(progress: .complete)
    answers.sizes.cell = cell
    return TerminalCapabilities(
      environment: TerminalEnvironment(["TERM": "xterm-direct"]), symbols: .half, images: images,
      answers: answers)
  }

  @Test(arguments: [
    (PictureProtocol.kitty, PixelEncoding.rgb), (.kittyDirect, .rgba), (.sixel, .sixel),
    (.iterm2, .jpeg),
  ])
  func `tiles have the pixel size of character cells, or 10x20 if it is unknown`(
    images: PictureProtocol, encoding: PixelEncoding
  ) {
    let cell = PixelSize(width: 9, height: 12)
    let form = TileForm.ofOutput(capabilities(images, cell: cell))
    #expect(form == .pixels(PixelForm(encoding: encoding, cell: cell, characters: form.characters)))
    #expect(form.cellAspect == 0.75 && form.symbols == .half && form.colors == .direct)
    let unknown = TileForm.ofOutput(capabilities(images))
    let usual = PixelSize(width: 10, height: 20)
    #expect(
      unknown == .pixels(PixelForm(encoding: encoding, cell: usual, characters: unknown.characters))
    )
  }

  @Test func `with 16 colours characters use these, and kitty tiles are RGBA`() {
    let cell = PixelSize(width: 9, height: 12)
    let form = TileForm.ofOutput(capabilities(nil, cell: cell), colors: .ansi16)
    #expect(form == .symbols(form.characters))
    #expect(form.colors == .ansi16 && form.cellAspect == 0.75)
    let direct = TileForm.ofOutput(capabilities(.kitty, cell: cell), colors: .ansi16)
    #expect(
      direct == .pixels(PixelForm(encoding: .rgba, cell: cell, characters: direct.characters)))
  }
}
