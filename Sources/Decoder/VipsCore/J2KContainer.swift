internal import DecoderCore
internal import DecoderMessages

/// What a JPEG 2000 file says around its codestream (ISO/IEC 15444-1, annex I; ISO/IEC 15444-2,
/// annex M); nothing where the file is a bare codestream.
struct J2KContainer {
  /// The codestream, as far as the bytes go.
  let codestream: ArraySlice<UInt8>
  /// Whether all of the codestream is there, as far as what is around it says.
  let isWhole: Bool
  /// The number of the colour space; nil where a profile describes the colours, or nothing does.
  let colorSpace: Int?
  /// The ICC profile of the colours.
  let profile: [UInt8]?

  static let cmyk = 12
  private static let luminanceAndChroma = [18, 24]
  /// The colour spaces of JPX whose channels are neither red, green and blue, nor greys, nor any of the
  /// above.
  private static let foreignColorSpaces = [0, 1, 3, 4, 9, 11, 13, 14, 15, 19, 20, 21, 22, 23]

  /// Whether the channels are luminance and chroma of sYCC or e-sYCC.
  var hasLuminance: Bool { colorSpace.map(Self.luminanceAndChroma.contains) ?? false }

  /// Whether the channels are cyan, magenta, yellow and black.
  var isCMYK: Bool {
    colorSpace == Self.cmyk || profile.map { $0.dropFirst(16).starts(with: "CMYK".utf8) } ?? false
  }

  /// Finds the codestream.
  /// - Throws: `PictureError.truncated` where there is none, `.unsupported`.
  init(_ file: [UInt8]) throws(PictureError) {
    guard file.first != 0xFF else {
      (codestream, isWhole, colorSpace, profile) = (file[...], false, nil, nil)
      return
    }
    let boxes = ISOBMFFBox.prefix(of: file[...])
    guard let box = boxes.first(where: { $0.kind == "jp2c" }) else { throw Self.reason(boxes) }
    codestream = box.content
    isWhole = !box.isCutShort
    let header = boxes.first { $0.kind == "jp2h" }?.content ?? []
    let colors = ISOBMFFBox.all(in: header).filter { $0.kind == "colr" }.map(\.content)
    profile = colors.lazy.compactMap(Self.profile).first
    colorSpace = profile == nil ? colors.lazy.compactMap(Self.colorSpace).first : nil
    if let colorSpace, Self.foreignColorSpaces.contains(colorSpace) {
      throw .unsupported("JPEG 2000 color space \(colorSpace)")
    }
  }

  /// Why there is no codestream.
  private static func reason(_ boxes: [ISOBMFFBox]) -> PictureError {
    let brand = boxes.first { $0.kind == "ftyp" }?.content.prefix(4) ?? []
    if brand.elementsEqual("mjp2".utf8) { return .unsupported("Motion JPEG 2000") }
    if brand.elementsEqual("jpm ".utf8) { return .unsupported("JPM") }
    return .truncated
  }

  /// The number in a box for colours; nil where it holds something else.
  private static func colorSpace(_ content: ArraySlice<UInt8>) -> Int? {
    var fields = ISOBMFFReader(content.dropFirst(3))
    return content.first == 1 ? fields.take(4) : nil
  }

  /// The profile in a box for colours, restricted or not; nil where it holds something else.
  private static func profile(_ content: ArraySlice<UInt8>) -> [UInt8]? {
    guard content.first == 2 || content.first == 3, content.count <= PictureColors.profileByteLimit
    else { return nil }
    return Array(content.dropFirst(3))
  }
}
