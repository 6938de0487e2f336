import Base
import Browser
import Imaging
import Photos
import Terminal
import TestSupport
import Testing

/// A photo of 40 by 30 pixels with two people; a character is 8 by 16 pixels.
@MainActor
@Suite("Boxes around people", .timeLimit(.minutes(30)))
struct FaceBoxTests {
  private static let faces = [
    Face("Ann\u{202E} B", center: SIMD2(0.25, 0.5), size: SIMD2(0.3, 0.6)),
    Face("Chae-won", center: SIMD2(0.85, 0.3), size: SIMD2(0.3, 0.4)),
  ].compactMap(\.self)

  private func stage(_ keys: KeyScript, faces: [Face] = faces) async -> BrowserStage {
    let stage = BrowserStage(["a.jpg", "b.jpg"], columns: 60, rows: 24)
    stage.type("<Enter>")
    await stage.settle()
    var answered = 0
    for key in keys.keys {
      stage.browser.handle(.terminal(.key(key)))
      await stage.settle()
      _ = stage.text
      if answered < stage.loader.readings.questions.count {
        var metadata = PhotoMetadata()
        metadata.faces = faces
        await stage.read(.success(metadata))
        answered += 1
      }
      await stage.settle()
    }
    return stage
  }

  @Test(arguments: ["F", "WF", "WF+l", "WF>", "99+9h9kF", "99+9l9jF"] as [KeyScript])
  func `boxes around people follow zoom, position and rotation within the photo`(
    keys: KeyScript
  ) async throws {
    let stage = await stage(keys)
    let canvas = stage.browser.frame().canvas
    let view = try #require(stage.grid.viewer?.view)
    var drawn = 0
    for face in Self.faces {
      let box = view.place(of: face)
      let (left, bottom) = (box.columns.lowerBound, box.rows.upperBound - 1)
      for (column, scalar) in [(left, "╰"), (box.columns.upperBound - 1, "╯")] {
        guard box.size.columns > 1, box.size.rows > 1,
          view.covered.contains(CellPoint(column: column, row: bottom))
        else { continue }
        #expect("\(canvas[column, bottom].scalar)" == scalar)
        drawn += 1
      }
    }
    #expect(drawn > 0 || view.isCut)
    // Beside the photo there is no line.
    for row in 0..<22 {
      for column in canvas.bounds.columns
      where !view.covered.contains(CellPoint(column: column, row: row)) {
        #expect(!"╭╮╰╯─│".unicodeScalars.contains(canvas[column, row].scalar))
      }
    }
  }

  @Test func `names are on the upper edges, or in the first row if those are above it`() async {
    let whole = await stage("WF").text.split(separator: "\n")
    #expect(whole.contains { $0.contains("╭Chae-won─") })
    #expect(whole.contains { $0.contains("╭Ann") })
    let cut = await stage("99+F").text.split(separator: "\n")
    #expect(cut.first?.contains("Ann") == true)
  }

  @Test(arguments: ["FF", "Fb", "F"] as [KeyScript])
  func `no boxes are drawn where they or all texts are hidden, or no person is marked`(
    keys: KeyScript
  ) async {
    let text = await stage(keys, faces: keys.keys.count == 1 ? [] : Self.faces).text
    #expect(!text.contains("╭") && !text.contains("Chae"))
  }

  @Test func `a photo says that no person is marked, where that is known`() async {
    #expect(await stage("eF", faces: []).statusLine.contains("No person is marked in this photo"))
    #expect(await stage("F").statusLine.contains("Names of people shown"))
  }
}
