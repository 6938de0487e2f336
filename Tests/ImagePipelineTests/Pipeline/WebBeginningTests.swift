import ImagePipeline
import Imaging
import TestServer
import TestSupport
import Testing

@Suite("First parts and remainders of large web files", .integration, .timeLimit(.minutes(30)))
struct WebBeginningTests {
  private static let withThumbnail = WebHeadTests.photo(withThumbnail: true)
  private static let withoutThumbnail = WebHeadTests.photo(withThumbnail: false)

  /// A request to a server for a photo.
  private struct Asked: Hashable, CustomStringConvertible {
    let path: String
    let isWhole: Bool

    var description: String { "\(isWhole ? "all" : "beginning") of \(path)" }
  }

  /// A server that has the same file under every name and holds responses until they are released.
  private final class Store: Sendable {
    let gates: [String: Gate]
    let server: TestServer

    /// - Parameters:
    ///   - names: The files without an embedded thumbnail.
    ///   - held: The paths whose first parts are held.
    init(without names: Set<String> = [], holding held: [String] = []) {
      let gates = Dictionary(uniqueKeysWithValues: held.map { ($0, Gate()) })
      self.gates = gates
      server = TestServer { request, connection in
        let file = names.contains(request.path) ? withoutThumbnail : withThumbnail
        let lines = ["ETag: \"v1\""]
        guard request.headers["range"] != nil else {
          return connection.answer("200 OK", lines, body: file)
        }
        gates[request.path]?.wait()
        connection.answer(
          "206 Partial Content", lines + ["Content-Range: bytes 0-65535/\(file.count)"],
          body: Array(file[..<65_536]))
      }
    }

    var asked: [Asked] {
      server.asked.map { Asked(path: $0.path, isWhole: $0.headers["range"] == nil) }
    }

    /// Requests for cells of a size, by default larger than the embedded thumbnails.
    func requests(_ count: Int, columns: Int = 120, rows: Int = 60) throws -> [ImageRequest] {
      try (0..<count).map {
        try WebHeadTests.request(
          server, byteCount: withThumbnail.count, name: "\($0).jpg", columns: columns, rows: rows)
      }
    }
  }

  /// A cell that records what it is shown.
  private final class Cell: Sendable {
    enum Shown: Hashable { case preview, tile, failure }

    private let shown = Watched<[Shown]>([])
    private let task: Task<Void, Never>

    init(_ request: ImageRequest, of stage: WebStage) {
      task = Task { [shown] in
        for await answer in await stage.pipeline.responses(for: request) {
          switch answer {
          case .preview: shown.change { $0.append(.preview) }
          case .tile: shown.change { $0.append(.tile) }
          case .failure: shown.change { $0.append(.failure) }
          case .progress, .hint: break
          }
        }
      }
    }

    /// Waits until something is shown.
    func showsSomething() async { await shown.wait { !$0.isEmpty } }

    /// All that has been shown by the end of the load.
    func all() async -> [Shown] {
      await task.value
      return shown.value
    }

    func leave() { task.cancel() }
  }

  private func cells(_ requests: [ImageRequest], of stage: WebStage) -> [Cell] {
    requests.map { Cell($0, of: stage) }
  }

  private func beginnings(_ numbers: Range<Int>) -> Set<Asked> {
    Set(numbers.map { Asked(path: "/\($0).jpg", isWhole: false) })
  }

  @Test(arguments: 0..<4)
  func `no remainder is loaded before all visible photos have their first part`(last: Int)
    async throws
  {
    let store = Store(holding: ["/\(last).jpg"])
    let stage = WebStage(real: WebHeadTests.client, pause: { _ in })
    let requests = try store.requests(4)
    stage.pipeline.prioritise(requests, focused: 0, visible: 4)
    let cells = cells(requests, of: stage)
    // All others have shown something, and wait.
    for (number, cell) in cells.enumerated() where number != last {
      await cell.showsSomething()
    }
    await store.server.wasAsked(4)
    #expect(Set(store.asked) == beginnings(0..<4))
    #expect(store.asked.count == 4)
    store.gates["/\(last).jpg"]?.open()
    for (number, cell) in cells.enumerated() {
      // A preview never follows the tile.
      #expect(await cell.all() == [.preview, .tile], "\(number)")
    }
    #expect(store.asked.dropFirst(4).map(\.isWhole) == [true, true, true, true])
    #expect(Set(store.asked).count == 8)
  }

  @Test func `remainders are loaded in order of priority`() async throws {
    let store = Store(holding: ["/0.jpg"])
    let stage = WebStage(real: WebHeadTests.client, pause: { _ in })
    let requests = try store.requests(8)
    stage.pipeline.prioritise(requests.reversed(), focused: 0, visible: 8)
    let cells = cells(requests, of: stage)
    // First parts wait for their turn as well, if only for a moment.
    await store.server.wasAsked(8)
    await eventually { await stage.pipeline.bitmapCounts.deferred == 7 }
    #expect(store.asked.count == 8)
    store.gates["/0.jpg"]?.open()
    for cell in cells { #expect(await cell.all() == [.preview, .tile]) }
    // Four at a time, in any order.
    let rest = store.asked.dropFirst(8).map(\.path)
    #expect(Set(rest.prefix(4)) == ["/7.jpg", "/6.jpg", "/5.jpg", "/4.jpg"])
  }

  /// Visible photos whose first parts are held, and others, which wait behind them.
  private func heldUp(_ paths: [String], before otherCount: Int) async throws -> (
    store: Store, stage: WebStage, requests: [ImageRequest], cells: [Cell]
  ) {
    let store = Store(holding: paths)
    let stage = WebStage(real: WebHeadTests.client, pause: { _ in })
    let requests = try store.requests(paths.count + otherCount)
    stage.pipeline.prioritise(requests, focused: 0, visible: paths.count)
    let cells = cells(requests, of: stage)
    await store.server.wasAsked(paths.count)
    await eventually { await stage.pipeline.bitmapCounts.deferred == otherCount }
    return (store, stage, requests, cells)
  }

  @Test func `nothing is loaded ahead while more than four visible first parts are pending`()
    async throws
  {
    let seen = (0..<6).map { "/\($0).jpg" }
    let (store, _, _, cells) = try await heldUp(seen, before: 2)
    store.gates[seen[0]]?.open()
    await cells[0].showsSomething()
    #expect(Set(store.asked) == beginnings(0..<6))
    // Four pending ones do not delay others.
    store.gates[seen[1]]?.open()
    for cell in cells.suffix(2) { await cell.showsSomething() }
    #expect(store.asked.count { !$0.isWhole } == 8)
    for path in seen.dropFirst(2) { store.gates[path]?.open() }
    for cell in cells.prefix(6) { #expect(await cell.all().last == .tile) }
  }

  @Test func `a deferred photo is loaded as soon as it is visible`() async throws {
    let held = (0..<6).map { "/\($0).jpg" }
    let (store, stage, requests, cells) = try await heldUp(held, before: 1)
    stage.pipeline.prioritise(requests.reversed(), focused: 0, visible: 7)
    await cells[6].showsSomething()
    for path in held { store.gates[path]?.open() }
    for cell in cells { #expect(await cell.all().last == .tile) }
  }

  @Test func `only the first part of a photo is loaded ahead until it is visible`() async throws {
    let store = Store()
    let stage = WebStage(real: WebHeadTests.client, pause: { _ in })
    let requests = try store.requests(4)
    stage.pipeline.prioritise(requests, focused: 0, visible: 2)
    let cells = cells(requests, of: stage)
    for cell in cells.prefix(2) { #expect(await cell.all().last == .tile) }
    for cell in cells.suffix(2) { await cell.showsSomething() }
    #expect(store.asked.count == 6)
    #expect(store.asked.count { $0.isWhole } == 2)
    stage.pipeline.prioritise(requests.reversed(), focused: 0, visible: 2)
    for cell in cells.suffix(2) { #expect(await cell.all().last == .tile) }
    #expect(store.asked.count { $0.isWhole } == 4)
  }

  @Test func `a photo scrolled away within the pause costs only its first part`()
    async throws
  {
    let (store, pauses) = (Store(), PauseGate())
    let stage = WebStage(real: WebHeadTests.client, pause: pauses.pause)
    let requests = try store.requests(2)
    stage.pipeline.prioritise(requests, focused: 0, visible: 2)
    let cells = cells(requests, of: stage)
    await pauses.entered(2)
    #expect(pauses.durations == [.milliseconds(300), .milliseconds(300)])
    cells[0].leave()
    await eventually { await stage.pipeline.bitmapCounts.loading == 1 }
    for _ in 0..<2 { pauses.open() }
    #expect(await cells[1].all().last == .tile)
    #expect(Set(store.asked) == beginnings(0..<2).union([Asked(path: "/1.jpg", isWhole: true)]))
  }

  @Test func `symbols accept a thumbnail with half the pixels of their box`() async throws {
    let store = Store()
    let stage = WebStage(real: WebHeadTests.client, pause: { _ in })
    let request = try store.requests(1, columns: 70, rows: 30)[0]
    #expect(request.pixels == PixelSize(width: 280, height: 240))
    #expect(await Cell(request, of: stage).all() == [.tile])
    #expect(store.asked.map(\.isWhole) == [false])
    // A larger cell needs the whole file, and shows the thumbnail until then.
    let larger = try store.requests(1)[0]
    let shown = await Cell(larger, of: stage).all()
    #expect(shown.last == .tile && shown.dropLast().allSatisfy { $0 == .preview })
    #expect(shown.count > 1)
    #expect(store.asked.map(\.isWhole) == [false, true])
    #expect(await Cell(request, of: stage).all() == [.tile])
  }

  @Test func `a file without a thumbnail is loaded whole after the others' first parts`()
    async throws
  {
    let store = Store(without: ["/0.jpg"], holding: ["/2.jpg"])
    let stage = WebStage(real: WebHeadTests.client, pause: { _ in })
    let requests = try store.requests(3)
    stage.pipeline.prioritise(requests, focused: 0, visible: 3)
    let cells = cells(requests, of: stage)
    await cells[1].showsSomething()
    await eventually { await stage.pipeline.runningCount == 1 }
    #expect(store.asked.count { $0.isWhole } == 0)
    store.gates["/2.jpg"]?.open()
    #expect(await cells[0].all() == [.tile])
  }

  @Test func `the remainder of a focused photo is loaded without a pause`() async throws {
    let store = Store()
    let pauses = PauseGate()
    let stage = WebStage(real: WebHeadTests.client, pause: pauses.pause)
    let requests = try store.requests(1)
    stage.pipeline.prioritise(requests, focused: 1, visible: 1)
    #expect(await Cell(requests[0], of: stage).all() == [.preview, .tile])
    // A cell larger than any thumbnail as well, past the lanes of cells.
    let other = try store.requests(1, columns: 300, rows: 150)
    stage.pipeline.prioritise(other, focused: 1, visible: 1)
    #expect(await Cell(other[0], of: stage).all().last == .tile)
    #expect(pauses.durations.isEmpty)
  }
}
