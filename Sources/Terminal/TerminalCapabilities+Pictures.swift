package import Imaging

extension TerminalCapabilities {
  /// In pixels: the cell size of Windows Terminal with any font.
  package static let usualCell = PixelSize(width: 10, height: 20)

  /// In pixels; nil if unknown.
  package var cell: PixelSize? { knownCell?.value }

  /// Width over height of a cell; 0.5 if unknown, as in most fonts.
  package var cellAspect: Double {
    cell.map { Double($0.width) / Double($0.height) } ?? 0.5
  }

  /// Whether the terminal reads images from shared memory; never through tmux, whose terminal may
  /// be on another machine.
  package var readsSharedMemory: Bool {
    answers.readsSharedMemory == true && multiplexer == nil
  }

  /// In pixels; nil if unknown.
  package var sixelLimit: PixelSize? { answers.sixelLimit }

  /// A reported name takes precedence, as a terminal started inside tmux inherits its variables.
  package var multiplexer: Multiplexer? {
    guard answers.version != nil else { return environment.multiplexer }
    return answers.isTmux ? .tmux : nil
  }

  /// Whether image data must be wrapped so that tmux passes it on (tmux(1), `allow-passthrough`);
  /// sixels are handled by tmux itself.
  package var wrapsForTmux: Bool {
    guard multiplexer == .tmux else { return false }
    return switch images.value {
    case .kitty, .kittyDirect, .iterm2: true
    case .sixel, .symbols: false
    }
  }

  package var images: Capability<PictureProtocol> { images(in: colors.value) }

  /// Options take precedence; without, images are characters until the terminal has replied.
  ///
  /// `depth` may be less than the terminal's.
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

  /// Why images are characters whatever the terminal supports; nil if there is no reason.
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
    case nil: kittyOffer ?? inlineOffer ?? otherOffer
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
    guard let brand = answers.brand, brand.value == .kitty else {
      return Capability(.kittyDirect, by: .answer)
    }
    return Capability(.kittyDirect, by: brand.source)
  }

  /// A nameless terminal may be known by the environment, which mosh passes on, but no images.
  private var inlineOffer: Capability<PictureProtocol>? {
    if let brand = answers.brand, brand.value.showsInlineFiles {
      return Capability(.iterm2, by: brand.source)
    }
    guard answers.version == nil, !answers.isLikeMosh else { return nil }
    return environment.inlineFiles.map { Capability(.iterm2, by: $0) }
  }

  private var otherOffer: Capability<PictureProtocol> {
    answers.hasSixel
      ? Capability(.sixel, by: .answer) : Capability(.symbols, by: .unanswered(.complete))
  }

  private static func placeholderName(_ version: String?) -> String? {
    guard let version, let brand = TerminalBrand(version: version) else { return nil }
    return brand.showsPlaceholders(version) ? version : nil
  }
}

extension TerminalCapabilities {
  package var advice: String? {
    images.source == .tmux(isOpen: false)
      ? "for kitty's pictures: tmux set -p allow-passthrough on" : nil
  }

  /// The advice, if it is likely enough to help to be shown unasked.
  package var hint: String? { environment.mentionsPlaceholders ? advice : nil }
}
