import Imaging
import Testing

@testable import Terminal

@MainActor
@Suite("Printed previews")
struct PicturePrinterTests {
  private static let box = Rect(column: 10, row: 4, columns: 12, rows: 6)

  private func printer(_ images: PictureProtocol, pane: UInt64? = 7) -> PicturePrinter {
    PicturePrinter(
      capabilities: TerminalCapabilities(
        environment: TerminalEnvironment(["TERM": "xterm-256color"]), colors: .direct,
        images: images),
      colors: .direct, previewIn: pane)
  }

  private func frame(_ encoding: PixelEncoding) -> Frame {
    var frame = Frame(size: CellSize(columns: 12, rows: 5))
    frame.draw(
      Tile(.pixels(PictureSamples.picture(1, 8, 4, encoding: encoding))),
      at: CellPoint(column: 2, row: 0), within: Rect(column: 0, row: 0, columns: 12, rows: 4))
    frame.canvas.draw(
      DisplayText("words"), at: CellPoint(column: 0, row: 4), columns: 12, style: .blank)
    return frame
  }

  private nonisolated static let protocols: [(PictureProtocol, PixelEncoding, String)] = [
    (.kitty, .rgb, "\u{1B}_Ga=T,U=1"), (.kittyDirect, .rgba, "\u{1B}_Ga=p"),
    (.iterm2, .jpeg, "\u{1B}]1337;File="), (.symbols, .rgb, "▀"),
  ]

  @Test(arguments: protocols)
  func `a placed preview is one update inside its box, from which the cursor returns`(
    images: PictureProtocol, encoding: PixelEncoding, start: String
  ) {
    var printer = printer(images)
    let text = String(decoding: printer.bytes(of: frame(encoding), in: Self.box), as: UTF8.self)
    #expect(text.hasPrefix("\u{1B}[?2026h") && text.hasSuffix("\u{1B}[?2026l"))
    #expect(text.contains(start) && text.contains("words") && !text.contains("\n"))
    let moves = text.matches(of: /\e7\e\[(\d+);(\d+)H/)
    #expect(moves.count == text.ranges(of: "\u{1B}8").count)
    for move in moves {
      #expect(Self.box.rows.contains((Int(move.1) ?? 0) - 1))
      #expect(Self.box.columns.contains((Int(move.2) ?? 0) - 1))
    }
    let erased = text.ranges(of: "\u{1B}[m" + String(repeating: " ", count: 12)).count
    #expect(erased == Self.box.size.rows)
  }

  @Test(arguments: [PictureProtocol.kitty, .kittyDirect])
  func `the next preview frees the images of the last one before it sends its own`(
    images: PictureProtocol
  ) throws {
    var (first, second) = (printer(images), printer(images))
    let encoding = images == .kitty ? PixelEncoding.rgb : .rgba
    let sent = String(decoding: first.bytes(of: frame(encoding), in: Self.box), as: UTF8.self)
    let id = try #require(sent.firstMatch(of: /a=[Tt][^;]*,i=(\d+)/)?.1)
    let next = String(decoding: second.bytes(of: frame(encoding), in: Self.box), as: UTF8.self)
    let freed = try #require(next.firstRange(of: "a=d,d=I,i=\(id),"))
    let transmitted = try #require(next.firstMatch(of: /a=[Tt][^;]*,i=/)?.range)
    #expect(freed.upperBound < transmitted.lowerBound)
    #expect(String(decoding: second.clearing(nil), as: UTF8.self).contains("d=I,i=\(id),"))
  }

  @Test(arguments: [(PictureProtocol.kittyDirect, PixelEncoding.rgba), (.iterm2, .jpeg)])
  func `behind a pipe the image code is the first line, without moves of the cursor`(
    images: PictureProtocol, encoding: PixelEncoding
  ) throws {
    var printer = printer(images)
    let text = String(decoding: printer.bytesForPipe(of: frame(encoding)), as: UTF8.self)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 3 && lines[1] == "words" && lines[2].isEmpty)
    #expect(!text.contains("\u{1B}[") && !text.contains("\u{1B}7"))
  }

  @Test func `numbers of previews are outside of all random ranges`() {
    for pane in [UInt64(0), 1, 59, 60, 12_345, .max] {
      let ids = PictureIDs(previewIn: pane)
      #expect(ids.all.lowerBound & 0xFF >= 16 && ids.all.upperBound & 0xFFFF < 256)
      // Some terminals show no larger ones.
      #expect(ids.all.upperBound < 1 << 31)
      for seed in UInt64(0)..<50 {
        for colors in [ColorDepth.direct, .indexed256] {
          #expect(!PictureSamples.ids(colors, seed: seed).all.overlaps(ids.all))
        }
      }
    }
  }

  @Test func `without images nothing is freed, and only a box is erased`() {
    #expect(printer(.symbols).clearing(nil).isEmpty)
    #expect(!printer(.symbols).clearing(Self.box).isEmpty)
  }
}
