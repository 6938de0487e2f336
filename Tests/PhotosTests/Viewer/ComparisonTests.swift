import Base
import Catalogs
import ImagePipeline
import Imaging
import Photos
import TestSupport
import Testing

/// Several photos side by side, whose loads a test completes.
@MainActor
@Suite("Compared photos")
struct ComparisonTests {
  private let loader = ScriptedLoader()
  private let grid: GridViewModel
  private let viewer: PhotoViewer
  private static let names = ["a", "b", "c", "d", "e", "f"]

  init() {
    grid = GridViewModel(
      loader: loader, memory: loader.memory,
      form: TileForm(symbols: .quadrants, colors: .direct), area: CellSize(columns: 80, rows: 23),
      onChange: {})
    grid.show(CatalogSnapshot(photos: Self.names.map(Photo.init(named:))))
    viewer = PhotoViewer(of: grid)
  }

  /// The names of the compared photos, the one with the focus in brackets.
  private var meant: String {
    zip(viewer.cells, viewer.photos).map { cell, visible in
      let name = cell.photo?.name.lossyText ?? "-"
      return visible.hasFocus ? "[\(name)]" : name
    }.joined(separator: " ")
  }

  private func answerAll(where isAnswered: (ImageRequest) -> Bool = { _ in true }) async {
    var answered = 0
    while answered < loader.requests.count {
      while answered < loader.requests.count {
        if isAnswered(loader.requests[answered]) { loader.complete(answered) }
        answered += 1
      }
      await loader.settle()
    }
  }

  @Test(arguments: [
    (0, 2, "[a] b"), (1, 3, "[b] c d"), (5, 2, "e [f]"), (4, 4, "c d [e] f"), (0, 9, "[a] b c d"),
  ])
  func `a comparison shows the selected photo and the next ones, or the last ones`(
    index: Int, count: Int, panes: String
  ) {
    grid.select(index)
    #expect(viewer.compare(count))
    #expect(meant == panes)
  }

  /// Characters are twice as high as wide: two rows of two photos have the largest images.
  @Test func `four photos share a usual window two by two`() {
    #expect(viewer.compare(4))
    #expect(Set(viewer.frames.map(\.origin.column)).count == 2)
    #expect(Set(viewer.frames.map(\.origin.row)).count == 2)
  }

  @Test func `steps change the focused photo and skip the others`() {
    #expect(viewer.compare(2))
    viewer.step(by: 1)
    #expect(meant == "[c] b")
    viewer.step(by: -1)
    #expect(meant == "[a] b")
    viewer.focusNext()
    #expect(meant == "a [b]")
    #expect(grid.selection.index == 1)
    viewer.step(by: 2)
    #expect(meant == "a [d]")
    viewer.step(by: -9)
    #expect(meant == "a [b]")
    viewer.step(by: 9)
    #expect(meant == "a [f]")
    viewer.focusNext()
    #expect(meant == "[a] f")
  }

  @Test func `compared photos load before all others, the focused one first`() {
    grid.select(1)
    #expect(viewer.compare(3))
    viewer.focusNext()
    let first = loader.priorities.prefix(4).map { $0.photo.name.lossyText }
    #expect(first == ["c", "b", "d", "e"])
  }

  @Test func `in every order of responses no image is shown under another photo's name`() async {
    for seed in 0..<6 {
      let stage = ComparisonTests()
      #expect(stage.viewer.compare(2))
      stage.viewer.step(by: 1 + seed % 3)
      stage.viewer.focusNext()
      stage.viewer.step(by: 1)
      var numbers = Array(stage.loader.requests.indices)
      numbers.rotate(by: seed)
      for number in seed.isMultiple(of: 2) ? numbers : numbers.reversed() {
        stage.loader.complete(number)
        await stage.loader.settle()
        for visible in stage.viewer.photos {
          guard case .symbols(let canvas)? = visible.content.tile?.content else { continue }
          let letter = canvas.description.prefix(1)
          #expect(letter == visible.photo?.name.lossyText.prefix(1) ?? "")
        }
      }
      #expect(stage.viewer.photos.allSatisfy { $0.content.isFinal })
    }
  }

  @Test func `compared photos share the zoom and the position`() async throws {
    #expect(viewer.compare(2))
    await answerAll()
    #expect(
      viewer.look {
        $0.zoom(to: .scale(32))
        $0.pan(columns: 9, rows: 5)
      })
    await answerAll()
    let sights = viewer.photos.compactMap(\.view)
    #expect(sights.count == 2)
    #expect(sights[0].scale == 32 && sights[1].scale == 32)
    #expect(sights[0].viewport == sights[1].viewport)
    #expect(viewer.photos.allSatisfy { $0.content.isFinal && $0.place != nil })
    viewer.endComparison()
    #expect(viewer.view?.scale == 32)
  }

  /// Close-ups have no tile of another size to be shown meanwhile.
  @Test(arguments: ["a", "b"])
  func `a photo stays until all compared ones can be drawn, and these until it can`(
    last: String
  ) async throws {
    await answerAll()
    #expect(viewer.look { $0.zoom(to: .scale(32)) })
    await answerAll()
    let alone = viewer.photos.map(\.frame)
    #expect(viewer.compare(2))
    await answerAll { $0.photo.name.lossyText != last }
    #expect(viewer.photos.map(\.frame) == alone)
    await answerAll()
    #expect(viewer.photos.map(\.frame) == viewer.frames)
    viewer.endComparison()
    #expect(viewer.photos.count == 2)
    await answerAll()
    #expect(viewer.photos.map(\.frame) == alone)
  }

  @Test func `a removed photo leaves the comparison, and the others stay`() {
    #expect(viewer.compare(3))
    let entries = Array(grid.arrangement.photos)
    grid.show(CatalogSnapshot(entries: [entries[0], entries[2], entries[4]]))
    #expect(meant == "[a] c")
    grid.show(CatalogSnapshot(entries: [entries[2], entries[4]]))
    #expect(meant == "[c]")
    #expect(!viewer.isComparing)
  }

  @Test func `ending a comparison shows the focused photo`() {
    #expect(viewer.compare(3))
    viewer.focusNext(by: 2)
    #expect(meant == "a b [c]")
    viewer.endComparison()
    #expect(meant == "[c]")
    #expect(viewer.photos[0].caption == nil)
  }

  private var blended: (first: String?, blend: BlendedPhoto?) {
    let request = viewer.focusedCell.viewModel?.request
    return (request?.photo.name.lossyText, request?.blended)
  }

  private nonisolated static let half = ComparisonView.blended(.divided(at: 0.5))

  @Test func `in turn, one photo is shown at a time in the whole window, with its letter`() async {
    #expect(viewer.compare(3))
    await answerAll()
    let narrow = viewer.photos[0].frame
    viewer.show(.inTurn)
    await answerAll()
    #expect(viewer.photos.count == 1 && viewer.photos[0].frame.size.area > 2 * narrow.size.area)
    var captions: [String] = []
    for _ in 0..<4 {
      captions.append(String(decoding: viewer.photos[0].caption ?? [], as: UTF8.self))
      // All are loaded, so that no step waits.
      #expect(viewer.photos[0].content.isFinal)
      viewer.focusNext()
    }
    #expect(captions == ["A a", "B b", "C c", "A a"])
    viewer.show(.sideBySide)
    #expect(viewer.photos.count == 3 && viewer.photos[0].frame == narrow)
  }

  @Test(arguments: [ComparisonView.blended(.difference), half])
  func `two photos in one place are the first and the focused one, else the second`(
    comparison: ComparisonView
  ) async {
    #expect(viewer.compare(3))
    await answerAll()
    viewer.show(comparison)
    #expect(blended.first == "a" && blended.blend?.photo.name.lossyText == "b")
    #expect(blended.blend.map { ComparisonView.blended($0.blend) } == comparison)
    // Until it is there, the former image stays.
    #expect(viewer.photos.map { $0.content.tile != nil } == [true])
    await answerAll()
    #expect(viewer.photos.count == 1 && viewer.photos[0].content.isFinal)
    viewer.focusNext(by: 2)
    #expect(blended.first == "a" && blended.blend?.photo.name.lossyText == "c")
    await answerAll()
    let sign = comparison == Self.half ? "|" : "-"
    #expect(viewer.photos[0].caption == Array("A a \(sign) C c".utf8))
    #expect(viewer.status.awaitedName == nil)
    viewer.endComparison()
    #expect(meant == "[c]" && viewer.comparison == .sideBySide)
  }

  @Test func `zoom and position are those of both photos in one place`() async {
    #expect(viewer.compare(2))
    await answerAll()
    viewer.focusNext()
    viewer.show(.blended(.difference))
    #expect(viewer.look { $0.zoom(to: .scale(32)) })
    await answerAll()
    let request = viewer.focusedCell.viewModel?.request
    #expect(request?.part != nil && request?.part == request?.blended?.part)
    viewer.show(.sideBySide)
    await answerAll()
    #expect(viewer.photos.allSatisfy { $0.view?.scale == 32 })
  }

  @Test func `the divider moves within what is visible`() async {
    #expect(viewer.compare(2))
    await answerAll()
    viewer.moveDivider(by: 3)
    #expect(viewer.comparison == .sideBySide)
    viewer.show(Self.half)
    await answerAll()
    viewer.moveDivider(by: 2)
    #expect(viewer.photos[0].content.tile != nil)
    #expect(blended.blend?.blend == .divided(at: 0.6))
    viewer.moveDivider(by: 90)
    #expect(blended.blend?.blend == .divided(at: 1))
    #expect(
      viewer.look {
        $0.zoom(to: .scale(32))
        $0.pan(columns: -900, rows: 0)
      })
    viewer.moveDivider(by: 1)
    guard case .divided(let place)? = blended.blend?.blend else {
      Issue.record("no divider")
      return
    }
    #expect(place > 0 && place < 1)
  }

  @Test func `two photos in one place become one when the other is removed`() async {
    #expect(viewer.compare(2))
    await answerAll()
    viewer.show(.blended(.difference))
    await answerAll()
    let entries = Array(grid.arrangement.photos)
    grid.show(CatalogSnapshot(entries: [entries[0]]))
    await answerAll()
    #expect(viewer.comparison == .sideBySide && meant == "[a]")
    #expect(viewer.photos[0].content.isFinal)
  }

  @Test func `a single photo is shown in no other way`() {
    viewer.show(.inTurn)
    #expect(viewer.comparison == .sideBySide)
  }

  @Test func `a single photo cannot be compared`() {
    grid.show(CatalogSnapshot(photos: [Photo(named: "a")]))
    #expect(!viewer.compare(2))
    #expect(meant == "[a]")
  }
}

extension Array {
  fileprivate mutating func rotate(by count: Int) {
    guard !isEmpty else { return }
    self = Array(self[(count % self.count)...] + self[..<(count % self.count)])
  }
}
