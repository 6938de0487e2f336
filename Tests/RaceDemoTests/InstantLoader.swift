import Base
import Catalogs
import ImagePipeline
import Imaging
import TestSupport

@testable import RaceDemo

/// A loader that delivers every tile at once, in the requested form.
struct InstantLoader: ImageLoading {
  /// A photo for each number, whose tiles spell its letter.
  static let photos = (0..<RaceStory.photoCount).map { index in
    Photo(named: String(decoding: [UInt8(ascii: "a") + UInt8(index)], as: UTF8.self))
  }

  func cachedTile(for request: ImageRequest) -> LoadedTile? { nil }

  func responses(for request: ImageRequest) async -> AsyncStream<ImageResponse> {
    AsyncStream { continuation in
      continuation.yield(.tile(tile(of: request)))
      continuation.finish()
    }
  }

  func retryFailures() {}

  func forgetChanged(among shown: [ImageRequest: LoadedTile]) async -> Set<ImageRequest> { [] }

  func prioritise(_ requests: [ImageRequest], focused focusedCount: Int, visible visibleCount: Int)
  {}

  private func tile(of request: ImageRequest) -> LoadedTile {
    let letters = LoadedTile(picturing: request)
    guard case .pixels(let form) = request.form else { return letters }
    var symbols = letters.tile.canvas
    symbols.restyle(symbols.bounds) { $0.foreground = .rgb(RGB(200, 100, 50)) }
    let picture = EncodedPicture(
      symbols: symbols, encoding: form.encoding, pixels: PixelSize(width: 1, height: 1),
      bytes: request.photo.name.bytes)
    return LoadedTile(picturing: request, content: .pixels(picture))
  }
}

extension EncodedPicture {
  /// The number of the photo whose letter is in the pixels.
  var number: PhotoNumber? {
    bytes.first.map { PhotoNumber(value: Int($0 - UInt8(ascii: "a")) + 1) }
  }
}

extension TileForm {
  /// A form of pixels.
  static func ofPixels(_ encoding: PixelEncoding) -> TileForm {
    .pixels(
      PixelForm(
        encoding: encoding, cell: PixelSize(width: 8, height: 16),
        characters: TileForm(symbols: .quadrants, colors: .direct).characters))
  }
}
