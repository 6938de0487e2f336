import Catalogs
import ExpiringCache
import ImagePipeline
import Imaging
import Photos
import TestSupport
import Testing

/// A hint of an image is shown while there is nothing better, in every order of responses.
@MainActor
@Suite("Hints in cells", .timeLimit(.minutes(30)))
struct HintTests {
  /// The rank of a content by how much of the photo it shows.
  private static func step(_ content: CellContent) -> Int {
    switch content {
    case .empty, .placeholder, .loading: 0
    case .hint: 1
    case .preview: 2
    case .picture, .failure, .card, .folder: 3
    }
  }

  private static func answers(to request: ImageRequest) -> [ImageResponse] {
    let tile = LoadedTile(picturing: request)
    return [
      .progress(LoadProgress(received: 1, expected: 4)),
      .progress(LoadProgress(received: 3, expected: 4)), .hint(tile.tile), .preview(tile),
      .tile(tile),
    ]
  }

  @Test func `in every order of responses the content never shows less than before`() {
    let request = ImageRequest("A")
    for order in permutations(of: Self.answers(to: request)) {
      let viewModel = PhotoViewModel(
        photo: request.photo, loader: ScriptedLoader(), delivery: .currentGeneration)
      let shown = Recorder<CellContent>()
      viewModel.load(request) { shown.add($0) }
      for answer in order { viewModel.receive(answer, ofLoad: viewModel.currentLoad) }
      let steps = shown.all.map(Self.step)
      #expect(steps == steps.sorted(), "\(order)")
      #expect(steps.last == 3)
      #expect(viewModel.staleResponseCount == 0)
    }
  }

  @Test func `in every order of responses a hint shows the last progress of the transfer`() {
    let request = ImageRequest("A")
    for order in permutations(of: Array(Self.answers(to: request).prefix(3))) {
      let viewModel = PhotoViewModel(
        photo: request.photo, loader: ScriptedLoader(), delivery: .currentGeneration)
      viewModel.load(request) { _ in }
      for answer in order { viewModel.receive(answer, ofLoad: viewModel.currentLoad) }
      let last = order.compactMap(\.progress).last
      #expect(viewModel.content == .hint(LoadedTile(picturing: request).tile, last))
      #expect(viewModel.content.progress?.percent == last?.percent)
    }
  }

  @Test func `a hint has a tile but no information about the photo`() async {
    let script = CellScript()
    await script.run([.bind("A"), .hint(0)], pauses: [true, true])
    let content = script.cell.content
    #expect(script.shown == "A" && !content.isFinal && !content.isTruncated)
    #expect(content.info == nil && content.provenance == nil && script.cell.shownPicture == nil)
  }

  @Test func `a hint never replaces a stand-in`() async {
    let script = CellScript(offersStandIns: true)
    await script.run([.bind("A"), .hint(0), .progress(0)], pauses: [true, true, true])
    #expect(script.changes == [.preview(LoadedTile(picturing: ImageRequest("A")))])
  }

  @Test func `a failure removes a hint`() async {
    let script = CellScript()
    await script.run([.bind("A"), .hint(0), .fail(0)], pauses: [true, true, true])
    #expect(script.cell.content.failureReason == "not an image" && script.shown == nil)
  }

  @Test(
    arguments: CellScript.orders(of: [
      [.bind("A"), .bind("B")], [.hint(0), .complete(0)], [.hint(1), .preview(1)],
    ]))
  func `in every order of responses after A and B the cell never shows A's hint`(
    order: [CellScript.Step]
  ) async {
    for pauses in CellScript.pauses(for: order) {
      let script = CellScript()
      await script.run(order, pauses: pauses)
      #expect(script.wrongPictures == [], "\(order) \(pauses)")
      #expect(Self.step(script.cell.content) == 2, "\(order) \(pauses)")
    }
  }

  @Test(
    arguments: CellScript.orders(of: [
      [.bind("A"), .reset], [.hint(0)], [.hint(1), .complete(1)],
    ]))
  func `a hint of an earlier load never replaces a later image`(order: [CellScript.Step]) async {
    for pauses in CellScript.pauses(for: order) {
      let script = CellScript()
      await script.run(order, pauses: pauses)
      #expect(script.cell.content.isFinal && script.picturesSinceReset == 1, "\(order) \(pauses)")
    }
  }

  @Test func `a reset does not count hints as removed images`() async {
    let (loader, grid) = makeGrid()
    loader.hint(0)
    loader.complete(1)
    await loader.settle()
    #expect(grid.visibleCells.prefix(2).allSatisfy { $0.content.tile != nil })
    #expect(grid.resetVisible().count == 1)
  }

  @Test func `the viewer shows the next photo's hint instead of the previous photo`() async {
    let (loader, grid) = makeGrid()
    let viewer = PhotoViewer(of: grid)
    for load in loader.requests.indices where loader.requests[load].photo == Photo(named: "A") {
      loader.complete(load)
    }
    await loader.settle()
    #expect(viewer.focused.content.isFinal)
    grid.move(.right)
    await loader.settle()
    #expect(viewer.focused.photo == Photo(named: "A") && viewer.status.awaitedName != nil)
    for load in loader.requests.indices where loader.requests[load].photo == Photo(named: "B") {
      loader.hint(load)
      loader.progress(load)
    }
    await loader.settle()
    #expect(
      viewer.focused.photo == Photo(named: "B") && viewer.focused.content.progress?.percent == 43)
    viewer.close()
  }

  private func makeGrid() -> (ScriptedLoader, GridViewModel) {
    let loader = ScriptedLoader()
    let grid = GridViewModel(
      loader: loader, memory: loader.memory, form: TileForm(symbols: .quadrants, colors: .direct),
      area: CellSize(columns: 80, rows: 23), onChange: {})
    grid.show(CatalogSnapshot(listing: ["A", "B", "C"].map(Photo.init(named:))))
    return (loader, grid)
  }
}

extension ImageResponse {
  /// The progress of the transfer, or nil for another response.
  fileprivate var progress: LoadProgress? {
    guard case .progress(let progress) = self else { return nil }
    return progress
  }
}
