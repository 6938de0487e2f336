package import Imaging

/// Each with its source, derived from options, the environment and the replies so far.
package struct TerminalCapabilities: Hashable, Sendable {
  package var answers: TerminalAnswers
  package private(set) var window: WindowSize?
  /// Bytes per second; nil until measured.
  package var measuredLinkRate: Int?

  let environment: TerminalEnvironment
  let requestedSymbols: SymbolSet?
  let requestedImages: PictureProtocol?
  let requestedLinkRate: Int?
  private let requestedColors: ColorDepth?
  /// Pixels of the window outside of all cells.
  private var border = PixelSize(width: 0, height: 0)

  package init(
    environment: TerminalEnvironment, colors: ColorDepth? = nil, symbols: SymbolSet? = nil,
    images: PictureProtocol? = nil, linkRate: Int? = nil,
    answers: TerminalAnswers = TerminalAnswers(), window: WindowSize? = nil
  ) {
    self.environment = environment
    requestedColors = colors
    requestedSymbols = symbols
    requestedImages = images
    requestedLinkRate = linkRate
    self.answers = answers
    self.window = window
  }

  /// Sizes are kept until new ones arrive or the window changes.
  package mutating func adopt(_ answers: TerminalAnswers) {
    let sizes = self.answers.sizes
    self.answers = answers
    if answers.sizes.isEmpty { self.answers.sizes = sizes }
  }

  /// The cell size follows from the kernel's pixels without the previous border. Without pixels it
  /// is kept until the terminal has replied again.
  package mutating func resize(to window: WindowSize) {
    let cell = knownCell
    if let cell, cell.source == .answer, let old = self.window, old.hasPixels {
      border = old.border(aroundCellsOf: cell.value)
    }
    answers.sizes = SizeAnswers()
    if !window.hasPixels { answers.sizes.cell = cell?.value }
    self.window = window
  }

  /// In pixels; nil if unknown.
  package var knownCell: Capability<PixelSize>? {
    if let cell = answers.sizes.cell(in: window, sixelLimit: answers.sixelLimit) {
      return Capability(cell, by: .answer)
    }
    return window?.cell(border: border).map { Capability($0, by: .window) }
  }

  /// By precedence: `--color`, `NO_COLOR` (no-color.org), `COLORTERM`, the reply, `TERM`.
  ///
  /// A reply never reduces the depth, and adds none to a type without colors.
  package var colors: Capability<ColorDepth> {
    if let requestedColors { return Capability(requestedColors, by: .option("--color")) }
    if let depth = environment.colorDepthByVariables { return depth }
    let named = environment.colorDepthByType
    guard named.value != .none, let answered = answers.colors, answered.value > named.value else {
      return named
    }
    return answered
  }

  /// By precedence: `--symbols`, the locale's character set, the terminal type.
  ///
  /// Terminals that draw sextants themselves get those if the others allow it.
  package var symbols: Capability<SymbolSet> {
    if let requestedSymbols { return Capability(requestedSymbols, by: .option("--symbols")) }
    let usual = environment.symbols
    guard usual.value == .quadrants else { return usual }
    guard let brand = answers.brand ?? environment.brand, brand.value.drawsSextants else {
      return usual
    }
    return Capability(.sextants, by: brand.source)
  }
}

extension ColorDepth {
  fileprivate static func > (one: ColorDepth, other: ColorDepth) -> Bool {
    (allCases.firstIndex(of: one) ?? 0) > (allCases.firstIndex(of: other) ?? 0)
  }
}

extension TerminalCapabilities {
  /// In pixels: the cell size of Windows Terminal with any font.
  package static let usualCell = PixelSize(width: 10, height: 20)

  package var cell: PixelSize? { knownCell?.value }

  /// Width over height of a cell; 0.5 if unknown, as in most fonts.
  package var cellAspect: Double { cell.map { Double($0.width) / Double($0.height) } ?? 0.5 }

  /// Never through tmux, whose terminal may be on another machine.
  package var readsSharedMemory: Bool { answers.readsSharedMemory == true && multiplexer == nil }

  /// A reported name takes precedence, as a terminal started inside tmux inherits its variables.
  package var multiplexer: Multiplexer? {
    guard answers.version != nil else { return environment.multiplexer }
    return answers.isTmux ? .tmux : nil
  }

  /// Whether tmux passes image data only if wrapped (tmux(1), `allow-passthrough`); not sixels.
  package var wrapsForTmux: Bool {
    guard multiplexer == .tmux else { return false }
    return switch images.value {
    case .kitty, .kittyDirect, .iterm2: true
    case .sixel, .symbols: false
    }
  }

  package var images: Capability<PictureProtocol> { images(in: colors.value) }

  /// Images are characters until the terminal has replied; `depth` may be less than its own.
  package func images(in depth: ColorDepth) -> Capability<PictureProtocol> {
    let mayNumber = depth == .indexed256 || depth == .direct
    if let requestedImages {
      return requestedImages == .kitty && !mayNumber
        ? Capability(.kittyDirect, by: .fewColors(depth))
        : Capability(requestedImages, by: .option("--images"))
    }
    if let reason = reasonForSymbols(in: depth) { return Capability(.symbols, by: reason) }
    let offer = offer
    if offer.value == .kitty, !mayNumber { return Capability(.symbols, by: .fewColors(depth)) }
    if let rate = linkRate, detail(of: offer.value) == nil {
      return Capability(.symbols, by: .slowLink(rate))
    }
    return offer
  }

  private func reasonForSymbols(in depth: ColorDepth) -> CapabilitySource? {
    if requestedSymbols != nil { return .option("--symbols") }
    if depth == .none { return colors.value == .none ? colors.source : .fewColors(.none) }
    if environment.symbols.value == .ascii { return environment.symbols.source }
    return answers.progress == .complete ? nil : .unanswered(answers.progress)
  }

  private var offer: Capability<PictureProtocol> {
    switch multiplexer {
    case .screen: Capability(.symbols, by: .screen)
    case .tmux: offerThroughTmux
    case nil:
      kittyOffer ?? inlineOffer
        ?? (answers.hasSixel
          ? Capability(.sixel, by: .answer) : Capability(.symbols, by: .unanswered(.complete)))
    }
  }

  /// Only placeholders work in tmux, which moves characters and knows nothing of images.
  private var offerThroughTmux: Capability<PictureProtocol> {
    let outer = answers.outer
    if outer?.takesKittyPictures == true, let name = Self.placeholderName(outer?.version) {
      return Capability(.kitty, by: .name(name))
    }
    return Capability(.symbols, by: .tmux(isOpen: outer?.progress == .complete))
  }

  private var kittyOffer: Capability<PictureProtocol>? {
    guard answers.takesKittyPictures == true else { return nil }
    if let name = Self.placeholderName(answers.version) {
      return Capability(.kitty, by: .name(name))
    }
    let kitty = answers.brand.flatMap { $0.value == .kitty ? $0 : nil }
    return Capability(.kittyDirect, by: kitty?.source ?? .answer)
  }

  /// A nameless terminal may be known by the environment, which mosh passes on, but no images.
  private var inlineOffer: Capability<PictureProtocol>? {
    if let brand = answers.brand, brand.value.showsInlineFiles {
      return Capability(.iterm2, by: brand.source)
    }
    guard answers.version == nil, !answers.isLikeMosh else { return nil }
    return environment.inlineFiles.map { Capability(.iterm2, by: $0) }
  }

  private static func placeholderName(_ version: String?) -> String? {
    guard let version, let brand = TerminalBrand(version: version) else { return nil }
    return brand.showsPlaceholders(version) ? version : nil
  }

  package var advice: String? {
    images.source == .tmux(isOpen: false)
      ? "for kitty's pictures: tmux set -p allow-passthrough on" : nil
  }

  /// If it is likely enough to help to be shown unasked.
  package var hint: String? { environment.mentionsPlaceholders ? advice : nil }

  /// Whether the terminal accepts images for its clipboard (kitty, "Copying all data types to the
  /// clipboard", OSC 5522).
  ///
  /// kitty does since 0.27 but reports it only recently: its name decides. Multiplexers block it.
  package var copiesPictures: Bool { multiplexer == nil && answers.brand?.value == .kitty }

  /// Whether files can be dragged out of it (kitty, "The Drag and Drop protocol", OSC 72), by URIs of
  /// this machine.
  var takesDrags: Bool {
    !environment.isRemote && isKitty([0, 47])
  }

  /// Whether images can be marked as transient (kitty, "Terminal graphics protocol", `N`).
  var hintsTransient: Bool { isKitty([0, 48]) }

  /// Whether images disappear while an update is awaited, if none was shown at the last one (kitty
  /// since 0.43: `prepare_to_render_os_window` checks counts before they are renewed).
  var losesLayers: Bool { isKitty([0, 43]) }

  /// Whether images disappear during an update that begins before the last one was drawn: kitty
  /// draws a copy of the screen then, and adds the images of placeholders that it has not drawn yet
  /// to the original (`screen_render_line_graphics`).
  var losesUndrawnImages: Bool { isKitty([0]) }

  /// Directly, and at least of this version.
  private func isKitty(_ least: [Int]) -> Bool {
    guard multiplexer == nil, let version = answers.version else { return false }
    return TerminalBrand(version: version) == .kitty && TerminalBrand.isAtLeast(least, version)
  }

  /// Whether an image with transparent pixels is drawn visibly slowly: xterm draws it line by line,
  /// and any other at once (graphics.c, `refresh_graphics`).
  package var drawsGapsInLines: Bool { answers.version?.hasPrefix("XTerm(") ?? false }

  /// OSC 8; cannot be queried, but most terminals without support skip the command.
  package var hyperlinks: Capability<Bool> { environment.hyperlinks }

  /// How long sending a screen full of images may take, in seconds.
  private static let patience = 3.0

  package var linkRate: Int? { requestedLinkRate ?? measuredLinkRate }

  /// Whether the images of a screen arrive visibly one after another: below 500 kB/s.
  var isLinkSlow: Bool { linkRate.map { $0 < 500_000 } ?? false }

  /// The finest detail at which a screen of images is sent within `patience`; nil if there is none.
  package func detail(of images: PictureProtocol) -> PixelDetail? {
    guard let rate = linkRate, let window, let encoding = images.encoding,
      !readsSharedMemory || encoding == .sixel || encoding == .jpeg
    else { return .full }
    let area = Double(window.cells.area * (cell ?? Self.usualCell).area)
    return PixelDetail.allCases.first {
      area * encoding.bytesPerPixel(in: $0) <= Double(rate) * Self.patience
    }
  }

  package func linkWords(in depth: ColorDepth) -> String? {
    guard linkRate != nil else { return nil }
    let images = images(in: depth)
    if case .slowLink = images.source { return "Slow link: images are drawn as characters" }
    return switch detail(of: images.value) ?? .quarter {
    case .full: isLinkSlow ? "Slow link: images arrive one by one" : "Images in full detail again"
    case .half: "Slow link: images in half the detail"
    case .quarter: "Slow link: images in a quarter of the detail"
    }
  }
}

extension PixelEncoding {
  /// Bytes per pixel on a slow link, measured with the demo photos; kitty's as PNG with fewer
  /// colors, with alpha as compressed pixels.
  fileprivate func bytesPerPixel(in detail: PixelDetail) -> Double {
    switch (self, detail) {
    case (.sixel, .full): 1.4
    case (.sixel, .half): 0.8
    case (.sixel, .quarter): 0.4
    case (.rgb, _): 0.2 / Double(detail.rawValue * detail.rawValue)
    case (.rgba, _): 3 / Double(detail.rawValue * detail.rawValue)
    case (.jpeg, .full): 0.3
    case (.jpeg, .half): 0.11
    case (.jpeg, .quarter): 0.05
    }
  }
}

package struct Capability<Value: Hashable & Sendable>: Hashable, Sendable {
  package let value: Value
  package let source: CapabilitySource

  package init(_ value: Value, by source: CapabilitySource) {
    self.value = value
    self.source = source
  }
}

package enum CapabilitySource: Hashable, Sendable, CustomStringConvertible {
  case option(String)
  /// An environment variable with its unsanitized value; nil if not set.
  case variable(String, String?)
  case answer
  /// The terminal's own name; unsanitized.
  case name(String)
  case usual
  case window
  /// The terminal did not reply, or not to this query.
  case unanswered(TerminalAnswers.Progress)
  /// Too few colors to encode image IDs in placeholders.
  case fewColors(ColorDepth)
  /// The link is too slow for anything better, in bytes per second.
  case slowLink(Int)
  case screen
  case tmux(isOpen: Bool)

  package var description: String {
    switch self {
    case .option(let option): option
    case .variable(let name, let value?) where !value.isEmpty: "\(name)=\(value)"
    case .variable(let name, _): "\(name) is not set"
    case .answer: "the terminal's answer"
    case .name(let name): "the terminal is \(name)"
    case .usual: "most terminals support them"
    case .window: "the window's size in pixels"
    case .unanswered(let progress): "\(progress)"
    case .fewColors(let depth): "placeholders need 256 colours, and there are \(depth.rawValue)"
    case .slowLink(let rate): "the link takes \(rate / 1000) kB/s"
    case .screen: "inside GNU screen"
    case .tmux(isOpen: true): "inside tmux, on a terminal without kitty's placeholders"
    case .tmux(isOpen: false): "inside tmux without passthrough"
    }
  }
}

enum TerminalBrand: String, CaseIterable, Hashable, Sendable {
  case kitty
  case foot
  case wezTerm = "wezterm"
  case ghostty
  case konsole
  case vte
  case rio
  case iTerm2 = "iterm2"
  case mintty
  case tmux

  /// A name followed by a blank or parenthesis.
  init?(version: String) {
    let name = version.prefix { $0 != "(" && $0 != " " }
    self.init(rawValue: name.lowercased())
  }

  init?(type: String) {
    let named: [TerminalBrand] = [.kitty, .foot, .wezTerm, .ghostty]
    let words = type.split(separator: "-")
    guard let brand = named.first(where: { words.contains(Substring($0.rawValue)) }) else {
      return nil
    }
    self = brand
  }

  /// Whether it draws sextants itself, independent of the font.
  var drawsSextants: Bool {
    switch self {
    case .kitty, .foot, .wezTerm, .ghostty, .konsole, .vte: true
    case .rio, .iTerm2, .mintty, .tmux: false
    }
  }

  /// iTerm2's protocol; iTerm2 3.5 and later also accept kitty's and report that.
  var showsInlineFiles: Bool { self == .iTerm2 || self == .mintty }

  /// kitty's Unicode placeholders, which few terminals with kitty's protocol support.
  func showsPlaceholders(_ version: String) -> Bool {
    switch self {
    case .ghostty, .rio: true
    case .kitty: Self.isAtLeast([0, 28], version)
    default: false
    }
  }

  static func isAtLeast(_ least: [Int], _ version: String) -> Bool {
    !version.split { !("0"..."9").contains($0) }.compactMap { Int($0) }
      .lexicographicallyPrecedes(least)
  }

  /// tmux also accepts 24-bit colors but may reduce them to 256 for its terminal.
  var colors: ColorDepth { self == .tmux ? .indexed256 : .direct }
}

package enum PictureProtocol: String, CaseIterable, Hashable, Sendable {
  case symbols
  case kitty
  case kittyDirect = "kitty-direct"
  /// DEC STD 070, section 9.
  case sixel
  case iterm2

  package var encoding: PixelEncoding? {
    switch self {
    case .symbols: nil
    case .kitty: .rgb
    case .kittyDirect: .rgba
    case .sixel: .sixel
    case .iterm2: .jpeg
    }
  }
}
