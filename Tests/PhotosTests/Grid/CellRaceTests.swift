import Base
import Catalogs
import ImagePipeline
import Imaging
import Photos
import TestSupport
import Testing

/// The invariants of cell reuse, over all orders of responses, and with every choice of when the main
/// actor runs between two steps: a response may be on its way when a cell is bound to another photo.
@MainActor
@Suite("Race of reused cells", .timeLimit(.minutes(30)))
struct CellRaceTests {
  @Test(
    arguments: CellScript.orders(of: [
      [.bind("A"), .bind("B")], [.preview(0), .complete(0)], [.preview(1), .complete(1)],
    ]), [false, true])
  func `in every order of responses after A and B the cell shows its own photo or none`(
    order: [CellScript.Step], offersStandIns: Bool
  ) async {
    for pauses in CellScript.pauses(for: order) {
      let script = CellScript(offersStandIns: offersStandIns)
      await script.run(order, pauses: pauses)
      #expect(script.wrongPictures == [], "\(order) \(pauses)")
      #expect(script.shown == "B", "\(order) \(pauses)")
    }
  }

  @Test(
    arguments: CellScript.orders(of: [[.bind("A"), .bind("B")], [.progress(0), .progress(0)]]))
  func `progress of the previous photo is dropped`(order: [CellScript.Step]) async {
    for pauses in CellScript.pauses(for: order) {
      let script = CellScript()
      await script.run(order, pauses: pauses)
      #expect(script.cell.content == .placeholder, "\(order) \(pauses)")
    }
  }

  @Test func `progress does not replace a preview`() async {
    let script = CellScript()
    await script.run([.bind("A"), .progress(0)], pauses: [true, true])
    #expect(script.cell.content.progress?.percent == 43)
    await script.run([.preview(0), .progress(0)], pauses: [true, true])
    #expect(script.shown == "A")
    #expect(!script.cell.content.isFinal)
    await script.run([.complete(0)], pauses: [true])
    #expect(script.cell.content.isFinal)
  }

  @Test(arguments: CellScript.orders(of: [[.bind("A"), .unbind], [.preview(0), .complete(0)]]))
  func `an unbound cell never shows its previous photo`(order: [CellScript.Step]) async {
    for pauses in CellScript.pauses(for: order) {
      let script = CellScript()
      await script.run(order, pauses: pauses)
      #expect(script.wrongPictures == [], "\(order) \(pauses)")
      #expect(script.cell.content == .empty, "\(order) \(pauses)")
    }
  }

  @Test(arguments: CellScript.orders(of: [[.bind("A"), .bind("B")], [.complete(0)], [.fail(1)]]))
  func `a photo that fails never shows the previous one`(order: [CellScript.Step]) async {
    for pauses in CellScript.pauses(for: order) {
      let script = CellScript()
      await script.run(order, pauses: pauses)
      #expect(script.wrongPictures == [], "\(order) \(pauses)")
      #expect(script.cell.content.failureReason == "not an image", "\(order) \(pauses)")
    }
  }

  @Test(arguments: CellScript.orders(of: [[.bind("A"), .bind("B")], [.fail(0)], [.complete(1)]]))
  func `a late failure never replaces the image of another photo`(
    order: [CellScript.Step]
  ) async {
    for pauses in CellScript.pauses(for: order) {
      let script = CellScript()
      await script.run(order, pauses: pauses)
      #expect(script.shown == "B", "\(order) \(pauses)")
    }
  }

  @Test(
    arguments: CellScript.orders(of: [
      [.bind("A"), .bind("B"), .bind("A")], [.complete(0)], [.complete(1)], [.complete(2)],
    ]))
  func `binding away and back shows the photo once, with at most two loads of it`(
    order: [CellScript.Step]
  )
    async
  {
    for pauses in CellScript.pauses(for: order) {
      let script = CellScript()
      await script.run(order, pauses: pauses)
      #expect(script.wrongPictures == [], "\(order) \(pauses)")
      #expect(script.shown == "A", "\(order) \(pauses)")
      #expect(script.picturesSinceBind == 1, "\(order) \(pauses)")
      #expect(script.loader.requests.count { $0.photo.name.lossyText == "A" } <= 2)
    }
  }

  @Test func `binding to the same photo again starts no load and shows no second placeholder`()
    async
  {
    let script = CellScript()
    await script.run([.bind("A"), .bind("A")], pauses: [false, true])
    #expect(script.loader.requests.count == 1)
    #expect(script.changes == [.placeholder])
    await script.run([.complete(0), .bind("A")], pauses: [true, true])
    #expect(script.loader.requests.count == 1)
    #expect(script.changes.count == 2)
    #expect(script.shown == "A")
  }

  @Test func `a tile in memory is shown in the frame that binds, without a placeholder`() {
    let script = CellScript()
    script.loader.remember(ImageRequest("A"))
    script.cell.bind(ImageRequest("A"), loader: script.loader)
    #expect(script.shown == "A")
    #expect(script.changes.contains(.placeholder) == false)
    #expect(script.loader.requests.isEmpty)
  }

  @Test func `a stand-in is shown in the frame that binds, until the image is loaded`() async {
    let script = CellScript(offersStandIns: true)
    script.cell.bind(ImageRequest("A"), loader: script.loader)
    #expect(script.shown == "A" && !script.cell.content.isFinal)
    await script.run([.progress(0), .complete(0)], pauses: [true, true])
    #expect(!script.changes.contains(.placeholder) && script.changes.count == 2)
    #expect(script.loader.requests.count == 1)
  }

  @Test func `a failure and unbinding remove a stand-in`() async {
    let script = CellScript(offersStandIns: true)
    await script.run([.bind("A"), .fail(0)], pauses: [true, true])
    #expect(script.cell.content.failureReason == "not an image")
    await script.run([.bind("B"), .unbind], pauses: [true, true])
    #expect(script.cell.content == .empty)
  }

  @Test(
    arguments: [CellScript.Step.preview(0), .fail(0), .complete(0)].flatMap {
      CellScript.orders(of: [[.bind("A"), .reset], [$0], [.complete(1)]])
    })
  func `a response of an earlier load never replaces the image of a later one`(
    order: [CellScript.Step]
  ) async {
    for pauses in CellScript.pauses(for: order) {
      let script = CellScript()
      await script.run(order, pauses: pauses)
      #expect(script.shown == "A", "\(order) \(pauses)")
      #expect(script.cell.content.isFinal, "\(order) \(pauses)")
      #expect(script.picturesSinceReset == 1, "\(order) \(pauses)")
    }
  }

  @Test(arguments: CellScript.orders(of: [[.bind("A"), .resize], [.complete(0)], [.complete(1)]]))
  func `after a resize the tile of the old size is never shown`(order: [CellScript.Step]) async {
    for pauses in CellScript.pauses(for: order) {
      let script = CellScript()
      await script.run(order, pauses: pauses)
      #expect(script.wrongPictures == [], "\(order) \(pauses)")
      #expect(script.cell.content.tile?.canvas.size == CellSize(columns: 6, rows: 3))
    }
  }

  @Test func `a response for a view model that is only kept alive is dropped and counted as stale`()
    async throws
  {
    let script = CellScript()
    script.cell.bind(ImageRequest("A"), loader: script.loader)
    let kept = try #require(script.cell.viewModel)
    script.loader.complete(0)
    script.cell.bind(ImageRequest("B"), loader: script.loader)
    await script.loader.settle()
    #expect(script.cell.content == .placeholder)
    #expect(script.cell.staleDeliveryCount == 1)
    withExtendedLifetime(kept) {}
  }

  @Test func `an unbound view model is released, and its load is left`() async {
    let script = CellScript()
    script.cell.bind(ImageRequest("A"), loader: script.loader)
    weak let viewModel = script.cell.viewModel
    script.cell.unbind()
    await script.loader.settle()
    #expect(viewModel == nil)
    #expect(script.loader.leftLoads == [0])
  }

  @Test func `a cell that is released while its photo loads leaves the load`() async {
    let loader = ScriptedLoader()
    var cell: PhotoCell? = PhotoCell {}
    cell?.bind(ImageRequest("A"), loader: loader)
    weak let viewModel = cell?.viewModel
    cell = nil
    await loader.settle()
    #expect(viewModel == nil)
    #expect(loader.leftLoads == [0])
  }
}
