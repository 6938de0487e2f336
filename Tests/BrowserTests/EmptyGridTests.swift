import Base
import Browser
import Catalogs
import Imaging
import Photos
import Terminal
import TestSupport
import Testing

@MainActor
@Suite("Screens without photos", .timeLimit(.minutes(30)))
struct EmptyGridTests {
  private func stage(
    _ snapshot: CatalogSnapshot, columns: Int = 60, rows: Int = 8
  ) -> BrowserStage {
    let stage = BrowserStage([], columns: columns, rows: rows, home: ByteString("/home/ann"))
    stage.grid.show(snapshot)
    return stage
  }

  private let pictures = EmptyFolder(path: ByteString("/home/ann/Pictures"), subfolderCount: 2)

  @Test func `a folder with subfolders only suggests photocell -r in the middle`() {
    #expect(
      stage(CatalogSnapshot(emptyFolders: [pictures])).text == """


             No photos in ~/Pictures itself, but 2 subfolders.
                photocell -r ~/Pictures shows their photos.



         no photos                       Enter open  ? keys  q quit
        """)
  }

  @Test func `an empty folder is reported as empty`() {
    let empty = EmptyFolder(path: ByteString("x"), isEmpty: true)
    #expect(
      stage(CatalogSnapshot(emptyFolders: [empty]), columns: 42, rows: 4).text == """

           No photos in x: the folder is empty.

         no photos     Enter open  ? keys  q quit
        """)
  }

  @Test func `no empty folder is reported while reading, or if there is a photo`() {
    let reading = stage(CatalogSnapshot(emptyFolders: [pictures], isComplete: false))
    #expect(!reading.text.contains("Pictures"))
    let entry = CatalogEntry(Photo(named: "a.jpg"))
    let some = stage(CatalogSnapshot(entries: [entry], emptyFolders: [pictures]))
    #expect(!some.text.contains("Pictures"))
  }

  @Test func `a failed source is reported before empty folders`() {
    let notice = CatalogNotice(source: "b", problem: "permission denied", isFailure: true)
    let lines = stage(CatalogSnapshot(emptyFolders: [pictures], notices: [notice])).text
      .split(separator: "\n").map { $0.drop { $0 == " " } }
    #expect(lines[0] == "b: permission denied")
    #expect(lines[1].hasPrefix("No photos in ~/Pictures"))
  }

  @Test func `control characters in names of folders are replaced`() {
    let folder = EmptyFolder(path: ByteString("a\u{1B}[2Jb"), subfolderCount: 1)
    let text = stage(CatalogSnapshot(emptyFolders: [folder])).text
    #expect(text.contains("No photos in a\u{FFFD}[2Jb itself"))
    #expect(text.contains("photocell -r shows its photos."))
    #expect(!text.unicodeScalars.contains("\u{1B}"))
  }

  @Test(arguments: [(1, 1), (2, 3), (5, 2), (12, 4), (200, 50)])
  func `the report of an empty folder is drawn at every screen size`(columns: Int, rows: Int) {
    let stage = stage(CatalogSnapshot(emptyFolders: [pictures]), columns: columns, rows: rows)
    #expect(stage.browser.frame().size == CellSize(columns: columns, rows: rows))
  }
}
