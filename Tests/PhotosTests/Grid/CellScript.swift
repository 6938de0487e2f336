import ImagePipeline
import Imaging
import Photos
import TestSupport

/// One cell, a scripted loader, and steps for both; records every image that is not the bound one's.
@MainActor
final class CellScript {
  enum Step: Equatable {
    case bind(String)
    case unbind
    case reset
    case resize
    /// The responses of a load, by its number.
    case progress(Int)
    case hint(Int)
    case preview(Int)
    case complete(Int)
    case fail(Int)

    var load: Int? {
      switch self {
      case .progress(let number), .hint(let number), .preview(let number), .complete(let number),
        .fail(let number):
        number
      case .bind, .unbind, .reset, .resize: nil
      }
    }

    var startsLoad: Bool {
      switch self {
      case .bind, .reset, .resize: true
      default: false
      }
    }
  }

  let loader = ScriptedLoader()
  private(set) lazy var cell = PhotoCell { [unowned self] in note() }
  /// Every content the cell has shown.
  private(set) var changes: [CellContent] = []
  /// The images shown that belong to another photo or another size.
  private(set) var wrongPictures: [String] = []
  private(set) var picturesSinceBind = 0
  private(set) var picturesSinceReset = 0
  private var wanted: ImageRequest?
  /// Keeps every view model alive, as a shared load might: stale responses must be dropped without
  /// their release.
  private var viewModels: [PhotoViewModel] = []

  /// - Parameter offersStandIns: Whether memory has every photo at another size.
  init(offersStandIns: Bool = false) {
    if offersStandIns { loader.offerStandIns() }
  }

  /// The letter of the shown image.
  var shown: String? {
    cell.content.tile.map { String($0.canvas[0, 0].scalar) }
  }

  /// Takes the steps, and lets the main actor run after those that are followed by a pause.
  func run(_ steps: [Step], pauses: [Bool]) async {
    for (step, pause) in zip(steps, pauses) {
      take(step)
      if pause { await loader.settle() }
    }
    await loader.settle()
  }

  /// All interleavings of some sequences of steps in which every response follows the start of its load.
  nonisolated static func orders(of sequences: [[Step]]) -> [[Step]] {
    interleavings(of: sequences).filter(isPossible)
  }

  private nonisolated static func isPossible(_ steps: [Step]) -> Bool {
    var started = 0
    for step in steps {
      if step.startsLoad { started += 1 }
      if let load = step.load, load >= started { return false }
    }
    return true
  }

  /// Every choice of steps after which the main actor runs.
  nonisolated static func pauses(for steps: [Step]) -> [[Bool]] {
    (0..<1 << steps.count).map { bits in
      steps.indices.map { bits & (1 << $0) != 0 }
    }
  }

  private func take(_ step: Step) {
    switch step {
    case .bind(let name): bind(ImageRequest(name))
    case .resize: bind(ImageRequest("A", columns: 6, rows: 3))
    case .unbind:
      wanted = nil
      cell.unbind()
    case .reset:
      picturesSinceReset = 0
      cell.reset()
    case .progress(let number): loader.progress(number)
    case .hint(let number): loader.hint(number)
    case .preview(let number): loader.preview(number)
    case .complete(let number): loader.complete(number)
    case .fail(let number): loader.fail(number)
    }
    checkPicture()
  }

  private func bind(_ request: ImageRequest) {
    wanted = request
    picturesSinceBind = 0
    cell.bind(request, loader: loader)
    if let viewModel = cell.viewModel { viewModels.append(viewModel) }
  }

  private func note() {
    changes.append(cell.content)
    if case .picture = cell.content {
      picturesSinceBind += 1
      picturesSinceReset += 1
    }
    checkPicture()
  }

  private func checkPicture() {
    guard let tile = cell.content.tile else { return }
    let own = wanted.map { LoadedTile(picturing: $0).tile }
    if tile != own { wrongPictures.append(shown ?? "") }
  }
}
