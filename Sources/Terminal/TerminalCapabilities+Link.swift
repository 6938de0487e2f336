package import Imaging

extension TerminalCapabilities {
  /// How long sending a screen full of images may take, in seconds.
  private static let patience = 3.0

  /// Bytes per second, set by the user or measured; nil if unknown.
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

  /// Nil if the link speed is unknown.
  package func linkWords(in depth: ColorDepth) -> String? {
    guard linkRate != nil else { return nil }
    let images = images(in: depth)
    if case .slowLink = images.source { return "Slow link: images are drawn as characters" }
    return switch detail(of: images.value) ?? .quarter {
    case .full:
      isLinkSlow ? "Slow link: images arrive one by one" : "Images in full detail again"
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
