package import Base
package import Imaging
package import Terminal

package final class Presenter {
  let screen: any Screen
  package var theme: Theme
  package private(set) var frameTimes = DurationHistogram()
  private let announcer: ScreenReaderAnnouncer?
  private let formForScreen: () -> TileForm
  private let stopwatch: Stopwatch

  package init(
    on screen: any Screen, clock: any Clock<Duration>, theme: Theme = .calm,
    announcer: ScreenReaderAnnouncer? = nil, formForScreen: @escaping () -> TileForm
  ) {
    self.screen = screen
    self.theme = theme
    self.announcer = announcer
    self.formForScreen = formForScreen
    stopwatch = Stopwatch(clock)
  }

  /// The screen without the status line.
  package static func area(of size: CellSize) -> CellSize {
    CellSize(columns: max(1, size.columns), rows: max(1, size.rows - 1))
  }

  var area: CellSize { Self.area(of: screen.size) }

  var form: TileForm { formForScreen() }

  func show(_ layers: LayerStack) {
    let elapsed = stopwatch.start()
    if let announcer { announcer.announce(layers) } else { screen.present(frame(of: layers)) }
    frameTimes.add(elapsed())
  }

  func frame(of layers: LayerStack) -> Frame {
    var frame = Frame(size: screen.size)
    let styles = Styles(theme, on: layers.form)
    layers.draw(into: &frame, styles)
    layers.shownStatus?.draw(into: &frame.canvas, on: layers.form, styles)
    if layers.form.symbols == .ascii { frame.canvas = frame.canvas.inASCII }
    return frame
  }
}
