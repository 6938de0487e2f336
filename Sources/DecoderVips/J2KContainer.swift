internal import DecoderKit
internal import DecoderProtocol
internal import Imaging

/// The boxes around a JPEG 2000 codestream (ISO/IEC 15444-1, annex I; ISO/IEC 15444-2, annex M).
struct J2KContainer {
  let codestream: ArraySlice<UInt8>
  /// Whether the codestream box is complete; false for a bare codestream.
  let isWhole: Bool
  /// The enumerated color space; nil if there is a profile or nothing.
  let colorSpace: Int?
  let profile: [UInt8]?

  static let cmyk = 12
  private static let luminanceAndChroma = [18, 24]
  private static let foreignColorSpaces = [0, 1, 3, 4, 9, 11, 13, 14, 15, 19, 20, 21, 22, 23]

  var hasLuminance: Bool { colorSpace.map(Self.luminanceAndChroma.contains) ?? false }

  var isCMYK: Bool {
    colorSpace == Self.cmyk || profile.map { $0.dropFirst(16).starts(with: "CMYK".utf8) } ?? false
  }

  init(_ file: [UInt8]) throws(PictureError) {
    guard file.first != 0xFF else {
      (codestream, isWhole, colorSpace, profile) = (file[...], false, nil, nil)
      return
    }
    let boxes = Array(ISOBMFFBox.prefix(of: file[...]))
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

  private static func reason(_ boxes: [ISOBMFFBox]) -> PictureError {
    let brand = boxes.first { $0.kind == "ftyp" }?.content.prefix(4) ?? []
    if brand.elementsEqual("mjp2".utf8) { return .unsupported("Motion JPEG 2000") }
    if brand.elementsEqual("jpm ".utf8) { return .unsupported("JPM") }
    return .truncated
  }

  private static func colorSpace(_ content: ArraySlice<UInt8>) -> Int? {
    var fields = ISOBMFFReader(content.dropFirst(3))
    return content.first == 1 ? fields.take(4) : nil
  }

  private static func profile(_ content: ArraySlice<UInt8>) -> [UInt8]? {
    guard content.first == 2 || content.first == 3, content.count <= PictureColors.profileByteLimit
    else { return nil }
    return Array(content.dropFirst(3))
  }
}
