internal import Base
import Glibc
package import Imaging

/// The terminal's replies to one round of queries.
///
/// A value is nil until its reply arrives, or if the terminal does not know the query.
package struct TerminalAnswers: Hashable, Sendable {
  package enum Progress: Hashable, Sendable {
    case notAsked
    /// The last query is unanswered, and may remain so.
    case awaited
    /// The last query was answered, so no more replies follow.
    case complete
  }

  package var progress = Progress.notAsked
  /// Name and version (XTVERSION), such as `kitty(0.41.1)`; unsanitized.
  package var version: String?
  /// DECRQSS of a 24-bit color.
  package var keepsExactColors: Bool?
  /// DA1; the first is the type of terminal.
  package var attributes: [Int] = []
  package var takesKittyPictures: Bool?
  /// Whether it found an image in this machine's shared memory.
  package var readsSharedMemory: Bool?
  /// The largest sixel image in pixels (XTSMGRAPHICS).
  package var sixelLimit: PixelSize?
  package var sizes = SizeAnswers()
  package var outer: OuterAnswers?

  package init(progress: Progress = .notAsked) {
    self.progress = progress
  }

  /// Attribute 4, not counting the terminal type.
  package var hasSixel: Bool { attributes.dropFirst().contains(4) }

  package var isTmux: Bool { brand?.value == .tmux }

  /// A plain VT220 without a name, as mosh replies (terminalfunctions.cc, CSI_DA).
  var isLikeMosh: Bool { version == nil && attributes == [62] }

  var brand: Capability<TerminalBrand>? {
    guard let version, let brand = TerminalBrand(version: version) else { return nil }
    return Capability(brand, by: .name(version))
  }

  var colors: Capability<ColorDepth>? {
    if keepsExactColors == true { return Capability(.direct, by: .answer) }
    return brand.map { Capability($0.value.colors, by: $0.source) }
  }
}

extension TerminalAnswers {
  /// A line of text for later runs that cannot query the terminal; nil before the last reply.
  package var record: String? {
    guard progress == .complete else { return nil }
    let fields: [String?] = [
      version, keepsExactColors?.description, takesKittyPictures?.description,
      attributes.map(\.description).joined(separator: ";"), sixelLimit?.description,
      sizes.cell?.description, outer?.version, outer?.takesKittyPictures?.description,
    ]
    return fields.map { field in
      String(String.UnicodeScalarView((field ?? "").unicodeScalars.filter { $0.value >= 0x20 }))
    }.joined(separator: "\t")
  }

  package init?(record: String) {
    let fields = record.split(separator: "\t", omittingEmptySubsequences: false).map {
      $0.isEmpty ? nil : String($0)
    }
    guard fields.count == 8 else { return nil }
    self.init(progress: .complete)
    version = fields[0]
    keepsExactColors = fields[1].flatMap { Bool($0) }
    takesKittyPictures = fields[2].flatMap { Bool($0) }
    attributes = fields[3]?.split(separator: ";").compactMap { Int($0) } ?? []
    sixelLimit = fields[4].flatMap(PixelSize.init(text:))
    sizes.cell = fields[5].flatMap(PixelSize.init(text:))
    guard fields[6] != nil || fields[7] != nil else { return }
    var outer = OuterAnswers()
    outer.progress = .complete
    (outer.version, outer.takesKittyPictures) = (fields[6], fields[7].flatMap { Bool($0) })
    self.outer = outer
  }
}

extension TerminalAnswers.Progress: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notAsked: "terminal not queried"
    case .awaited: "terminal did not answer"
    case .complete: "terminal did not say"
    }
  }
}

package struct OuterAnswers: Hashable, Sendable {
  /// Remains `awaited` if tmux does not pass queries on.
  package var progress = TerminalAnswers.Progress.awaited
  package var version: String?
  package var takesKittyPictures: Bool?

  package init() {}
}

package struct SizeAnswers: Hashable, Sendable {
  /// Cell size in pixels (xterm, Control Sequences, XTWINOPS 16).
  package var cell: PixelSize?
  package var textArea: PixelSize?
  package var sixelArea: PixelSize?

  package init() {}

  var isEmpty: Bool { self == SizeAnswers() }

  /// In pixels; nil if no reply determines a plausible size.
  ///
  /// `limit` is the largest sixel image; an area of that size says nothing about the window.
  func cell(in window: WindowSize?, sixelLimit limit: PixelSize?) -> PixelSize? {
    if let cell, cell.isCharacterCell { return cell }
    guard let window else { return nil }
    let reliableArea = sixelArea.flatMap { area in
      let reachesLimit = limit.map { area.width >= $0.width || area.height >= $0.height } ?? false
      let exceedsWindow =
        window.pixels.area > 0
        && (area.width > window.pixels.width || area.height > window.pixels.height)
      return reachesLimit || exceedsWindow ? nil : area
    }
    return [textArea, reliableArea].lazy.compactMap(\.self)
      .compactMap { PixelSize(ofCellIn: $0, cells: window.cells) }.first
  }
}

extension PixelSize {
  /// In pixels; twice the largest fonts on the finest screens.
  private static let largestCellSide = 256

  /// Whether this is a plausible cell size: no font has wide and flat cells.
  var isCharacterCell: Bool {
    let sides = 1...Self.largestCellSide
    return sides.contains(width) && sides.contains(height)
      && (0.25...1).contains(Double(width) / Double(height))
  }

  fileprivate init?(text: String) {
    let sides = text.split(separator: "x").compactMap { Int($0) }
    guard sides.count == 2, sides.allSatisfy((1...100_000).contains) else { return nil }
    self.init(width: sides[0], height: sides[1])
  }

  init?(ofCellIn area: PixelSize, cells: CellSize) {
    guard cells.columns > 0, cells.rows > 0 else { return nil }
    self.init(width: area.width / cells.columns, height: area.height / cells.rows)
    guard isCharacterCell else { return nil }
  }
}

package struct WindowSize: Hashable, Sendable {
  package let cells: CellSize
  /// Zero if the terminal does not report it.
  package let pixels: PixelSize

  package init(cells: CellSize, pixels: PixelSize) {
    self.cells = cells
    self.pixels = pixels
  }

  /// Nil if the descriptor is not a terminal, or one without a size.
  package init?(of descriptor: Int32) {
    var size = winsize()
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
    else { return nil }
    self.init(
      cells: CellSize(columns: Int(size.ws_col), rows: Int(size.ws_row)),
      pixels: PixelSize(width: Int(size.ws_xpixel), height: Int(size.ws_ypixel)))
  }

  /// The size of the controlling terminal, wherever input and output go.
  package static var ofControllingTerminal: WindowSize? {
    guard let terminal = Descriptor.ofControllingTerminal else { return nil }
    return WindowSize(of: terminal.number)
  }

  package var hasPixels: Bool { pixels.width > 0 && pixels.height > 0 }

  /// In pixels, rounded down; nil if not reported or implausible.
  package func cell(border: PixelSize = PixelSize(width: 0, height: 0)) -> PixelSize? {
    PixelSize(
      ofCellIn: PixelSize(
        width: pixels.width - border.width, height: pixels.height - border.height), cells: cells)
  }

  /// The pixels outside of all cells; zero if not reported.
  package func border(aroundCellsOf cell: PixelSize) -> PixelSize {
    PixelSize(
      width: max(0, pixels.width - cell.width * cells.columns),
      height: max(0, pixels.height - cell.height * cells.rows))
  }
}
