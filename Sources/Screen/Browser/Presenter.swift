package import Imaging
package import Terminal
package import Values

/// Shows layers on a screen, or has them said line by line where nothing is drawn.
///
///     let presenter = Presenter(on: screen, clock: clock, theme: .terminal) { form }
///     presenter.show(layers)
package final class Presenter {
  let screen: any Screen
  /// How everything but pictures looks.
  package var theme: Theme
  /// How long frames took, from when they were drawn until the screen had them.
  package private(set) var frameTimes = DurationHistogram()
  private let teller: PlainTeller?
  private let formForScreen: () -> TileForm
  private let stopwatch: Stopwatch

  /// Makes a presenter.
  /// - Parameters:
  ///   - screen: Where everything is shown.
  ///   - clock: What frames are timed by.
  ///   - theme: How everything but pictures looks.
  ///   - teller: What says everything instead of its being drawn; nil where it is drawn.
  ///   - formForScreen: Says what pictures are drawn with now; asked again after a resize, because
  ///     the font may have changed, and when the terminal's capabilities have.
  package init(
    on screen: any Screen, clock: any Clock<Duration>, theme: Theme = .terminal,
    teller: PlainTeller? = nil, formForScreen: @escaping () -> TileForm
  ) {
    self.screen = screen
    self.theme = theme
    self.teller = teller
    self.formForScreen = formForScreen
    stopwatch = Stopwatch(clock)
  }

  /// The part of a screen that layers have: all but the status line.
  package static func area(of size: CellSize) -> CellSize {
    CellSize(columns: max(1, size.columns), rows: max(1, size.rows - 1))
  }

  /// The part of the screen that layers have.
  var area: CellSize { Self.area(of: screen.size) }

  /// What pictures are drawn with now.
  var form: TileForm { formForScreen() }

  /// Shows the frame that belongs on the screen now.
  func show(_ layers: LayerStack) {
    let elapsed = stopwatch.start()
    if let teller { teller.tell(layers) } else { screen.present(frame(of: layers)) }
    frameTimes.add(elapsed())
  }

  /// The frame that belongs on the screen now.
  func frame(of layers: LayerStack) -> Frame {
    var frame = Frame(size: screen.size)
    let styles = Styles(theme, on: layers.form)
    layers.draw(into: &frame, styles)
    layers.shownStatus?.draw(into: &frame.canvas, on: layers.form, styles)
    if layers.form.symbols == .ascii { frame.canvas = frame.canvas.inASCII }
    return frame
  }
}
