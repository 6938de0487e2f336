import Imaging
import Photos
import Terminal
import Testing

@testable import Browser

@MainActor
@Suite("The position in the info panel")
struct FactLinkTests {
  @Test(arguments: [
    (78, 40, ["48.19863, -16.37165, 183 m"]), (40, 20, ["48.19863,", "-16.37165, 183 m"]),
  ])
  func `the position is a link to its geo URI on all of its rows`(
    columns: Int, rows: Int, texts: [String]
  ) throws {
    var metadata = PhotoMetadata()
    metadata.caption = "geo:1,2"
    metadata.position = GeoPosition(latitude: 48.198634, longitude: -16.371648, altitude: 183)
    var frame = Frame(size: CellSize(columns: columns, rows: rows))
    let area = Rect(column: 0, row: 1, columns: columns, rows: rows - 1)
    let panel = FactsPanel(.known(metadata), isFile: true, in: area.size)
    _ = panel.draw(into: &frame, area, Styles(on: TileForm(symbols: .half, colors: .direct)))
    let linked = frame.links.map { link in
      var text = String.UnicodeScalarView()
      text.append(contentsOf: link.columns.map { frame.canvas[$0, link.row].scalar })
      return String(text)
    }
    // The panel decides where lines break.
    #expect(linked.joined(separator: " ") == texts.joined(separator: " "))
    #expect(Set(frame.links.map(\.address.text)) == ["geo:48.198634,-16.371648,183"])
  }
}
