import Base
import Catalogs
import Imaging
import TestSupport
import Testing

@testable import Photos

@Suite("Arrangement and selection")
struct GridSelectionTests {
  /// Four cells in a row, three rows on a screen.
  private let layout = GridLayout(
    area: CellSize(columns: 80, rows: 23), columns: 4, cellAspect: 0.5)

  private func arrangement(_ names: String) -> Arrangement {
    Arrangement(of: [CatalogEntry](of: names.map { Photo(named: String($0)) }))
  }

  private func name(_ selection: GridSelection, in arrangement: Arrangement) -> String? {
    selection.id.flatMap { id in
      arrangement.first { $0.id == id }?.photo?.name.lossyText
    }
  }

  @Test(
    arguments: [
      ("abcdef", 3, "xyabcdef", "d"), ("abcdef", 3, "abcxdef", "d"), ("abcdef", 3, "fedcba", "d"),
      ("abcdef", 3, "abcef", "e"), ("abcdef", 3, "abc", "c"), ("abcdef", 3, "af", "f"),
      ("abcdef", 5, "abc", "c"), ("abcdef", 3, "xyz", "x"), ("abcdef", 3, "", nil),
      ("abcdef", 0, "xabcdef", "x"), ("", 0, "abc", "a"), ("aab", 1, "xaab", "a"),
    ] as [(String, Int, String, String?)])
  func `the selected entry stays selected, or else the next one, or else the previous one`(
    before: String, index: Int, after: String, selected: String?
  ) {
    let (old, new) = (arrangement(before), arrangement(after))
    var selection = GridSelection()
    selection.select(index, of: old)
    selection.follow(from: old, to: new, in: layout)
    #expect(name(selection, in: new) == selected)
    #expect(selected == nil || new[selection.index].id == selection.id)
  }

  @Test func `the selected one of two entries of a photo stays selected`() {
    let (old, new) = (arrangement("aab"), arrangement("xaab"))
    var selection = GridSelection()
    selection.select(1, of: old)
    selection.follow(from: old, to: new, in: layout)
    #expect(selection.index == 2)
  }

  @Test func `the selected entry keeps its row on the screen when entries are added before it`() {
    let old = arrangement("abcdefghijklmnopqrstuvwxyz")
    let new = arrangement("01234567abcdefghijklmnopqrstuvwxyz")
    var selection = GridSelection()
    selection.select(9, of: old)
    selection.scroll(byRows: 1, in: layout, of: old)
    #expect(selection.firstRow == 1)
    selection.follow(from: old, to: new, in: layout)
    #expect(selection.firstRow == 3)
    selection.follow(from: new, to: old, in: layout)
    #expect(selection.firstRow == 1)
  }

  @Test func `an unmoved selection stays at the first entry, and the screen never passes the end`()
  {
    let (old, new) = (arrangement("abcdefghijklmnopqrstuvwxyz"), arrangement("yz"))
    var selection = GridSelection()
    selection.select(0, of: old)
    selection.follow(from: old, to: new, in: layout)
    #expect(selection.index == 0 && selection.firstRow == 0)
    selection.select(25, of: old)
    selection.reveal(in: layout, of: old)
    #expect(selection.firstRow == 4)
    selection.follow(from: old, to: new, in: layout)
    #expect(selection.index == 1 && selection.firstRow == 0)
  }

  private func follow(
    _ selection: inout GridSelection, from old: Arranged, showing letters: String
  ) -> Arranged {
    var (options, listing) = (ViewOptions(), old.listing)
    options.filter = Filter(letters)
    if listing.entries.isEmpty { listing = Listing(Array(arrangement("abcdef").photos)) }
    let new = Arranger(
      listing: listing, options: options, facts: KnownFacts(), marks: Marks(), marksVersion: 0,
      scan: nil, previous: old
    ).run()
    selection.follow(from: old, to: new, in: layout, raws: [:], named: nil)
    return new
  }

  @Test func `a photo that a filter hid is selected again, unless the user has moved`() {
    for moves in [false, true] {
      var selection = GridSelection()
      var arranged = follow(&selection, from: Arranged(), showing: "")
      selection.select(2, of: arranged.arrangement)
      arranged = follow(&selection, from: arranged, showing: "d|e")
      #expect(name(selection, in: arranged.arrangement) == "d")
      if moves { selection.select(1, of: arranged.arrangement) }
      arranged = follow(&selection, from: arranged, showing: "")
      #expect(name(selection, in: arranged.arrangement) == (moves ? "e" : "c"))
    }
  }

  @Test func `an awaited entry is selected when it is listed, until the user moves`() {
    var selection = GridSelection(
      awaiting: Array(arrangement("abcdef").photos)[4].photo.name, firstRow: 0)
    let arranged = follow(&selection, from: Arranged(), showing: "")
    #expect(selection.index == 4)
    selection.select(1, of: arranged.arrangement)
    _ = follow(&selection, from: arranged, showing: "")
    #expect(selection.index == 1)
  }
}
