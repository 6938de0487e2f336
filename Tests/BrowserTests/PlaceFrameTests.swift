import Base
import Catalogs
import Imaging
import Photos
import Storage
import Terminal
import TestSupport
import Testing

@testable import Browser

/// The first and the third photo were taken in Paris, the second in Zermatt, the last nowhere.
private struct Travels: PhotoFactsReading {
  private static let paris = Town(
    name: "Paris", region: "Île-de-France", country: "France", countryCodes: ["FR", "FRA"])
  private static let zermatt = Town(
    name: "Zermatt", region: "Valais", country: "Switzerland", countryCodes: ["CH", "CHE"])

  func read(_ depth: FactsDepth, of photos: PhotoList, send: @escaping FactsHandler) async {
    guard await send(.texts(texts(of: photos))) else { return }
    let facts = photos.indices.map { _ in
      var facts = PhotoFacts()
      facts.isRead = true
      return facts as PhotoFacts?
    }
    _ = await send(.found(photos.indices, facts))
  }

  func readTexts(of photos: PhotoList, send: @escaping TextsHandler) async {
    _ = await send(texts(of: photos))
  }

  private func texts(of photos: PhotoList) -> TextTable {
    var texts = TextTable()
    for (place, town) in zip(photos.indices, [Self.paris, Self.zermatt, Self.paris]) {
      var description = PhotoDescription()
      description.position = GeoPosition(latitude: 1, longitude: 2)
      texts.set(description, at: town, of: photos.id(at: place))
    }
    return texts
  }
}

@MainActor
@Suite("The screen of places")
struct PlaceFrameTests {
  private func stage(_ keys: KeyScript, columns: Int = 110, rows: Int = 24) async -> BrowserStage {
    let stage = BrowserStage(
      ["a.jpg", "b.jpg", "c.jpg", "d.jpg"], columns: columns, rows: rows, facts: Travels())
    await stage.arrange(keys)
    return stage
  }

  @Test func `gp groups by town`() async {
    let stage = await stage("gp", columns: 46, rows: 60)
    let headings = stage.text.split(separator: "\n").filter {
      $0.contains("─  ") || $0.contains("  ─")
    }
    #expect(
      headings == [
        " Paris, Île-de-France, France  2 photos  ────",
        " Zermatt, Valais, Switzerland  1 photo  ─────",
        " no known place  1 photo  ───────────────────",
      ])
  }

  @Test(
    arguments: [
      ("fplace:par<Enter>", "1/2 of 4  a.jpg"), ("fplace:valais<Enter>", "1/1 of 4  b.jpg"),
      ("fcountry:fr<Enter>l", "2/2 of 4  c.jpg"), ("fcountry:switz<Enter>", "1/1 of 4  b.jpg"),
      ("fcountry:s<Tab><Enter>", "1/1 of 4  b.jpg"),
      ("/zermatt<Enter>", "2/4  b.jpg"), ("ffrance<Enter>", "1/2 of 4  a.jpg"),
    ] as [(KeyScript, String)])
  func `photos are found by place and country`(keys: KeyScript, line: String) async {
    let stage = await stage(keys)
    await stage.settle()
    await stage.takePendingEvents()
    #expect(stage.statusLine.hasPrefix(" \(line)"))
  }

  @Test(
    arguments: [
      ("fplace:", ["Paris", "Île-de-France", "Valais", "Zermatt"], ["2", "2", "1", "1"]),
      ("fcountry:", ["France", "Switzerland"], ["2", "1"]),
    ] as [(KeyScript, [String], [String])])
  func `Tab lists the places of the photos with their number`(
    keys: KeyScript, names: [String], counts: [String]
  ) async {
    let stage = await stage(keys)
    await stage.settle()
    stage.type("<Tab>")
    let rows = stage.text.split(separator: "\n").filter {
      $0.hasPrefix("│ ") || $0.hasPrefix("│›")
    }.map { $0.dropFirst(2).split(separator: " ") }
    #expect(rows.map { String($0[0]) } == names)
    #expect(rows.map { $0.dropFirst().first.map(String.init) ?? "" } == counts)
    stage.type("<Tab><Enter>")
    #expect(stage.grid.arrangement.count == Int(counts[0]))
  }

  @Test(arguments: [(150, true), (50, false)])
  func `the status line shows the place once it is known, where it fits`(
    columns: Int, isShown: Bool
  ) async {
    let stage = await stage("", columns: columns)
    #expect(!stage.statusLine.contains("Paris"))
    await stage.arrange("gp")
    for key in ["", "<Enter>"] as [KeyScript] {
      stage.type(key)
      for _ in 0..<2 {
        _ = stage.text
        await stage.settle()
      }
      #expect(
        stage.statusLine.contains("1.2 kB  Paris, Île-de-France, France") == isShown, "\(key)")
    }
  }
}
