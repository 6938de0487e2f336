import Base
import Catalogs
import ImagePipeline
import Imaging
import Photos
import TestSupport
import Testing

/// Covers of folders, over all orders in which folders are read and images arrive: an image of another
/// folder is never shown.
@MainActor
@Suite("Folder covers", .timeLimit(.minutes(30)))
struct FolderCoverTests {
  private enum Step {
    case look(String)
    case complete(String)
    case leave
  }

  private let loader = ScriptedLoader()
  private let folders = ScriptedFolders()
  private let covers = [
    "x": ["A.jpg", "B.jpg"], "y": ["C.jpg"], "z": ["D.jpg", "E.jpg", "F.jpg"],
  ]

  private func grid(_ names: [String], photos: [String] = []) -> GridViewModel {
    let grid = GridViewModel(
      loader: loader, memory: loader.memory,
      form: TileForm(symbols: .quadrants, colors: .direct),
      area: CellSize(columns: 40, rows: 14), folders: folders, onChange: {})
    grid.show(CatalogSnapshot(photos, folders: names, in: ByteString("")))
    return grid
  }

  /// Lets the contents of a folder or an image arrive, and what follows from it.
  private func settle() async {
    await settleMainActor(turns: 4)
    await loader.settle()
  }

  /// Answers the pending readings of a folder.
  private func look(into name: String, finding peek: Result<FolderPreview, CatalogError>? = nil) {
    for (number, path) in folders.looks.questions.enumerated()
    where path == ByteString("\(name)/") && !answered.contains(number) {
      answered.insert(number)
      let peek = peek ?? .success(FolderPreview(covers[name] ?? [], in: name))
      folders.looks.give(peek, to: number)
    }
  }

  private let answered = NumberSet()

  private func take(_ step: Step, _ grid: GridViewModel) {
    switch step {
    case .look(let name): look(into: name)
    case .complete(let letter):
      for (number, request) in loader.requests.enumerated()
      where request.photo.name == ByteString("\(letter).jpg") && !completed.contains(number) {
        completed.insert(number)
        loader.complete(number)
      }
    case .leave: grid.show(CatalogSnapshot([], folders: ["z"], in: ByteString("")))
    }
  }

  private let completed = NumberSet()

  /// The cover of each folder: the letters of its images, a point for those that are not loaded.
  private func seen(_ grid: GridViewModel) -> [String] {
    grid.visibleCells.map { cell in
      guard case .folder(let folder) = cell.content else { return "?" }
      return folder.cover.map { $0.tile?.letter ?? "." }.joined()
    }
  }

  private func isRight(_ seen: String, _ whole: String) -> Bool {
    seen.isEmpty
      || seen.count == whole.count && zip(seen, whole).allSatisfy { $0 == $1 || $0 == "." }
  }

  @Test func `a folder is read again when it or a folder of its cover changes`() async {
    let changes = folders.scriptedChanges
    let grid = grid(["x", "y"])
    await settle()
    look(into: "x", finding: .success(FolderPreview(["deep/A.jpg"], in: "x")))
    look(into: "y")
    await settle()
    #expect(changes.watched == Set(["x/", "x/deep/", "y/"].map { ByteString($0) }))
    changes.tell("x/deep/", "elsewhere/")
    await settle()
    #expect(folders.looks.questions.map(\.lossyText) == ["x/", "y/", "x/"])
    // During that reading it changes again.
    changes.tell("x/")
    await settle()
    look(into: "x")
    await settle()
    #expect(folders.looks.questions.map(\.lossyText) == ["x/", "y/", "x/", "x/"])
    grid.show(CatalogSnapshot([], folders: ["z"], in: ByteString("")))
    await settle()
    #expect(changes.watched == [ByteString("z/")])
  }

  @Test func `an overwritten archive is read again, and keeps its cover meanwhile`() async {
    let grid = grid(["x"])
    var snapshot = CatalogSnapshot([], folders: ["x.zip"], in: ByteString(""))
    grid.show(snapshot)
    await settle()
    look(into: "x.zip", finding: .success(FolderPreview(["A.jpg"], in: "x.zip")))
    await settle()
    let cover = seen(grid)
    snapshot.folders[0] = snapshot.folders[0].revised()
    grid.show(snapshot)
    await settle()
    #expect(folders.looks.questions.suffix(2).map(\.lossyText) == ["x.zip/", "x.zip/"])
    #expect(seen(grid) == cover)
  }

  /// The 210 orders are split over this many test cases, each with a time limit of its own.
  private nonisolated static let parts = 5

  @Test(arguments: [true, false], 0..<parts)
  func `in every order of readings and images a folder shows its own images or none`(
    isSettled: Bool, part: Int
  ) async {
    let orders: [[Step]] = interleavings(of: [
      [.look("x"), .complete("A"), .complete("B")], [.look("y"), .complete("C")],
      [.leave, .look("z")],
    ])
    for order in orders[part * orders.count / Self.parts..<(part + 1) * orders.count / Self.parts] {
      let test = FolderCoverTests()
      let grid = test.grid(["x", "y"])
      await test.settle()
      var hasLeft = false
      for step in order {
        test.take(step, grid)
        if case .leave = step { hasLeft = true }
        if isSettled { await test.settle() }
        let expected = hasLeft ? ["DEF"] : ["AB", "C"]
        let shown = test.seen(grid)
        #expect(zip(shown, expected).allSatisfy { test.isRight($0, $1) }, "\(order) \(shown)")
      }
      await test.settle()
      test.look(into: "z")
      await test.settle()
      for letter in ["D", "E", "F"] { test.take(.complete(letter), grid) }
      await test.settle()
      #expect(test.seen(grid) == ["DEF"], "\(order)")
      #expect(grid.isAtRest)
    }
  }

  @Test func `images of a cover are requested to fill their parts of the card`() async {
    let grid = grid(["x"])
    await settle()
    #expect(loader.requests.isEmpty && !grid.isAtRest)
    look(into: "x")
    await settle()
    let layout = CoverLayout(in: grid.layout.frame(inRow: 0, column: 0))
    #expect(loader.requests.map(\.cells) == (0...1).map { layout.frame(of: $0, among: 2).size })
    #expect(loader.requests.allSatisfy { $0.extent == .covering })
  }

  @Test(arguments: [6, 11, 12, 23, 24, 40, 85], [2, 4, 6, 7, 9, 13, 14, 30])
  func `covers and caption are inside the card and do not overlap`(columns: Int, rows: Int) {
    let card = Rect(column: 3, row: 5, columns: columns, rows: rows)
    let layout = CoverLayout(in: card)
    for count in 1...4 {
      let parts = (0..<count).map { layout.frame(of: $0, among: count) } + [layout.caption]
      for (index, part) in parts.enumerated() {
        #expect(part.size.area > 0)
        #expect(rows < 4 || part.intersection(card) == part)
        for other in parts[..<index] where rows > 3 {
          #expect(part.intersection(other).size.area == 0)
        }
      }
    }
  }

  @Test func `a folder out of sight is not read, and the loads of its images are left`() async {
    let grid = grid((0..<40).map { "\($0 + 10)" })
    await settle()
    let visible = grid.visibleCells.count
    #expect(folders.looks.questions.count == 4)
    for number in 0..<4 {
      let path = folders.looks.questions[number].lossyText
      folders.looks.give(
        .success(FolderPreview(["P.jpg"], in: String(path.dropLast()))), to: number)
    }
    await settle()
    #expect(folders.looks.questions.count == min(8, visible))
    #expect(loader.requests.count == 4)
    grid.move(.last)
    await settle()
    #expect(loader.leftLoads == [0, 1, 2, 3])
    #expect(folders.looks.cancelled == Set(4..<min(8, visible)))
  }

  @Test func `a folder that becomes visible again shows its known cover and is read again`() async {
    let grid = grid((0..<40).map { "\($0 + 10)" })
    await settle()
    folders.looks.give(.success(FolderPreview(["P.jpg"], in: "10")), to: 0)
    await settle()
    grid.move(.last)
    for number in 1..<4 { folders.looks.give(.success(FolderPreview()), to: number) }
    await settle()
    let count = folders.looks.questions.count
    grid.move(.first)
    #expect(seen(grid).first == ".")
    for number in 4..<count { folders.looks.give(.success(FolderPreview()), to: number) }
    await settle()
    #expect(folders.looks.questions.dropFirst(count).contains(ByteString("10/")))
  }

  @Test func `a folder that cannot be read shows the reason`() async {
    let grid = grid(["x"])
    await settle()
    look(into: "x", finding: .failure(.accessDenied))
    await settle()
    #expect(grid.visibleCells.first?.content == .folder(FolderContent(.unreadable(.accessDenied))))
    #expect(grid.isAtRest)
  }
}

/// Numbers that a test has already used.
private final class NumberSet {
  private var numbers: Set<Int> = []

  func contains(_ number: Int) -> Bool { numbers.contains(number) }

  func insert(_ number: Int) { numbers.insert(number) }
}

extension Tile {
  /// The letter by which test doubles distinguish images.
  fileprivate var letter: String? {
    guard case .symbols(let canvas) = content else { return nil }
    return canvas.description.first.map(String.init)
  }
}
