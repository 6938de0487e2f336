package import Imaging

extension TerminalCapabilities {
  /// How long a screen full of pictures may take on its way to the terminal, in seconds.
  private static let patience = 3.0

  /// How many bytes reach the terminal in a second: what the user says, or what has been measured; nil
  /// where nothing is known.
  package var linkRate: Int? { requestedLinkRate ?? measuredLinkRate }

  /// How finely pictures are written, so that a screen of them takes no more than some seconds.
  /// - Parameter images: How they are sent.
  /// - Returns: The finest detail for which that holds; nil where it holds for none.
  package func detail(of images: PictureProtocol) -> PixelDetail? {
    guard let rate = linkRate, let window, let encoding = images.encoding,
      !readsSharedMemory || encoding == .sixel || encoding == .jpeg
    else { return .full }
    let area = Double(window.cells.area * (cell ?? Self.usualCell).area)
    return PixelDetail.allCases.first {
      area * encoding.bytesPerPixel(in: $0) <= Double(rate) * Self.patience
    }
  }

  /// What is said when pictures become smaller for the sake of the link, or larger again.
  /// - Parameter depth: The colours in use.
  /// - Returns: A sentence; nil where nothing is known of the link.
  package func linkWords(in depth: ColorDepth) -> String? {
    guard linkRate != nil else { return nil }
    let images = images(in: depth)
    if case .slowLink = images.source { return "slow link: pictures are characters" }
    return switch detail(of: images.value) ?? .quarter {
    case .full: "pictures in full detail again"
    case .half: "slow link: pictures in half the detail"
    case .quarter: "slow link: pictures in a quarter of the detail"
    }
  }
}

extension PixelEncoding {
  /// What a pixel of the terminal takes on a slow link, in bytes, as the demo photos do: kitty's as PNG
  /// files of fewer colours, those with alpha compressed.
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
