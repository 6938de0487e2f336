package import Imaging

extension TerminalCapabilities {
  /// The size of a character cell that pictures are made for where nobody says, in pixels: that of
  /// Windows Terminal, whatever its font.
  package static let usualCell = PixelSize(width: 10, height: 20)

  /// The size of one character cell in pixels; nil where nobody says.
  package var cell: PixelSize? { knownCell?.value }

  /// Width over height of one character cell; a half where nobody says, as in most fonts.
  package var cellAspect: Double {
    cell.map { Double($0.width) / Double($0.height) } ?? 0.5
  }

  /// Whether the terminal reads pictures from the shared memory of this machine, in the form that
  /// kitty's protocol has for that; never through tmux, whose terminal may be elsewhere.
  package var readsSharedMemory: Bool {
    answers.readsSharedMemory == true && multiplexer == nil
  }

  /// The size of the largest sixel image that the terminal shows, in pixels; nil where it does not say.
  package var sixelLimit: PixelSize? { answers.sixelLimit }

  /// The multiplexer between the program and the terminal.
  ///
  /// Who tells its name is believed: a terminal that was started inside tmux has inherited tmux's
  /// variables.
  package var multiplexer: Multiplexer? {
    guard answers.version != nil else { return environment.multiplexer }
    return answers.isTmux ? .tmux : nil
  }

  /// Whether what is sent for pictures must be wrapped, so that tmux passes it on (tmux(1),
  /// `allow-passthrough`); sixels are for tmux itself.
  package var wrapsForTmux: Bool {
    guard multiplexer == .tmux else { return false }
    return switch images.value {
    case .kitty, .kittyDirect, .iterm2: true
    case .sixel, .symbols: false
    }
  }

  /// How pictures are sent, with all the colours that there are.
  package var images: Capability<PictureProtocol> { images(in: colors.value) }

  /// How pictures are sent.
  ///
  /// The options decide. Otherwise pictures are characters until the terminal has answered, and
  /// afterwards what it has shown itself to be capable of.
  /// - Parameter depth: The colours in use, which may be fewer than the terminal has.
  /// - Returns: The protocol, and why it is that one.
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

  /// Why pictures are characters whatever the terminal can do; nil where nothing speaks for that.
  private func reasonForSymbols(in depth: ColorDepth) -> CapabilitySource? {
    if requestedSymbols != nil { return .option("--symbols") }
    if depth == .none { return colors.value == .none ? colors.source : .fewColors(.none) }
    if environment.symbols.value == .ascii { return environment.symbols.source }
    return answers.progress == .complete ? nil : .unanswered(answers.progress)
  }

  /// The best that the answers promise.
  private var offer: Capability<PictureProtocol> {
    switch multiplexer {
    case .screen: Capability(.symbols, by: .screen)
    case .tmux: offerThroughTmux
    case nil: kittyOffer ?? inlineOffer ?? otherOffer
    }
  }

  /// Only placeholders keep their place in tmux, which moves characters and knows of no picture.
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

  /// A terminal that tells no name may be known by the environment; mosh hands that on, and no pictures.
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

  /// The version, where it is that of a terminal which shows placeholders.
  private static func placeholderName(_ version: String?) -> String? {
    guard let version, let brand = TerminalBrand(version: version) else { return nil }
    return brand.showsPlaceholders(version) ? version : nil
  }
}

extension TerminalCapabilities {
  /// What the user could do for better pictures, in a few words; nil where nothing is known.
  package var advice: String? {
    images.source == .tmux(isOpen: false)
      ? "for kitty's pictures: tmux set -p allow-passthrough on" : nil
  }

  /// The advice where it is likely to help, so that it may be given unasked.
  package var hint: String? { environment.mentionsPlaceholders ? advice : nil }
}
