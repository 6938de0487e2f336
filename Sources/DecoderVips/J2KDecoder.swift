internal import Base
internal import COpenJPEG
internal import DecoderKit
internal import DecoderProtocol
internal import Imaging

extension VipsDecoder {
  /// Images up to this number of pixels are decoded at full size.
  private static let wholeArea = 1 << 18
  /// Images above this number of pixels are decoded no larger than needed.
  private static let largeArea = 4 << 20
  /// Limit for decoded samples of four bytes, well below the memory limit of the process.
  private static let mostSamples = 160 << 20

  func decodeJ2K(_ bytes: [UInt8]) throws(PictureError) -> DecodedPicture {
    let container = try J2KContainer(bytes)
    let header = try J2KHeader(container.codestream)
    try announce(header.size)
    let tiles = try J2KTiles(header, in: container)
    guard thumbnail != .only else { throw .noThumbnail }
    return try unsafe bytes.span.withUnsafeBytes { file throws(PictureError) in
      let decoder = try unsafe J2KDecoder(file)
      do throws(PictureError) {
        return try picture(of: decoder, container, header, tiles)
      } catch {
        throw error == .damaged && tiles.isCutShort ? .truncated : error
      }
    }
  }

  private func picture(
    of decoder: borrowing J2KDecoder, _ container: J2KContainer, _ header: J2KHeader,
    _ tiles: J2KTiles
  ) throws(PictureError) -> DecodedPicture {
    let image = try decoder.header()
    let cut = rule.cut(of: header.size, decodesWhole: header.unit == nil)
    let reduction = Self.reduction(
      of: cut.area.size, to: cut.target, atMost: decoder.mostReductions(of: image))
    let part = J2KPart(cut, of: header, reduction: reduction)
    guard part.sampleCount <= Self.mostSamples else { throw .tooManyPixels(header.size) }
    try decoder.decode(image, part.decoded, reduction: reduction)
    let pixels = J2KPixels(try image.planes(), in: container)
    var rows = AveragedRows(pixels.size, to: part.size(of: pixels.size), hasAlpha: pixels.hasAlpha)
    pixels.read(into: &rows, tiles, part)
    let isComplete = !tiles.isCutShort && !decoder.hasMissedData
    let plain = part.bitmap(of: rows.finish(isComplete: isComplete))
    let colors = container.profile.map(PictureColors.profile) ?? .standard
    return DecodedPicture(
      bitmap: pixels.isCMYK
        ? plain.fromCMYK(isInverted: false, colors)
        : plain.inStandardColors(colors, isGray: pixels.isGray),
      info: PictureInfo(size: header.size, isComplete: isComplete), region: cut.region)
  }

  /// How many times to halve the image before averaging.
  ///
  /// Each reduction shifts pixels by half a pixel towards the origin. So the image is decoded at
  /// twice the target size, unless that takes too long.
  private static func reduction(of size: PixelSize, to target: PixelSize, atMost most: Int) -> Int {
    guard size.area > wholeArea else { return 0 }
    func covers(_ reduction: Int, _ wanted: PixelSize) -> Bool {
      wanted.width <= size.width >> reduction && wanted.height <= size.height >> reduction
    }
    let double = PixelSize(width: target.width * 2, height: target.height * 2)
    var reduction = 0
    while reduction < most, covers(reduction + 1, double) { reduction += 1 }
    let isLarge = size.area >> (2 * reduction) > largeArea
    return isLarge && reduction < most && covers(reduction + 1, target) ? reduction + 1 : reduction
  }
}

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
    var fields = ByteCursor(content.dropFirst(3))
    return content.first == 1 ? fields.big(4) : nil
  }

  private static func profile(_ content: ArraySlice<UInt8>) -> [UInt8]? {
    guard content.first == 2 || content.first == 3, content.count <= PictureColors.profileByteLimit
    else { return nil }
    return Array(content.dropFirst(3))
  }
}

/// The size fields of a JPEG 2000 codestream (ISO/IEC 15444-1, section A.5.1).
///
/// openjpeg allocates memory for all tiles and components when it reads them.
struct J2KHeader {
  /// On the reference grid; the tile is the first one.
  let picture, tile: PixelRect
  /// Subsampling: grid points per sample of each component.
  private let steps: [PixelSize]

  private static let mostComponents = 5

  init(_ bytes: ArraySlice<UInt8>) throws(PictureError) {
    var fields = ByteCursor(bytes.dropFirst(2))
    let front = [2, 2, 2].compactMap { fields.big($0) }
    let sides = (0..<8).compactMap { _ in fields.big(4) }
    guard front.count == 3, sides.count == 8, let count = fields.big(2) else { throw .truncated }
    guard front[0] == 0xFF51, count > 0, front[1] == 38 + 3 * count else { throw .damaged }
    guard count <= Self.mostComponents else { throw .unsupported("\(count) channels") }
    steps = (0..<count).compactMap { _ in
      let numbers = (0..<3).compactMap { _ in fields.big(1) }
      return numbers.count == 3 ? PixelSize(width: numbers[1], height: numbers[2]) : nil
    }
    guard steps.count == count else { throw .truncated }
    picture = PixelRect(
      x: sides[2], y: sides[3], width: sides[0] - sides[2], height: sides[1] - sides[3])
    tile = PixelRect(x: sides[6], y: sides[7], width: sides[4], height: sides[5])
    let areas = [picture.size, tile.size] + steps
    guard areas.allSatisfy({ $0.width > 0 && $0.height > 0 }), tile.columns.contains(picture.x),
      tile.rows.contains(picture.y)
    else { throw .damaged }
  }

  /// The size of the largest component in pixels.
  var size: PixelSize {
    let sizes = steps.map { Self.samples(in: picture, every: $0) }
    return PixelSize(width: sizes.map(\.width).max() ?? 0, height: sizes.map(\.height).max() ?? 0)
  }

  /// Grid distance at which samples of all components start; nil if pixels differ from grid points.
  var unit: Int? {
    let unit = steps.map { max($0.width, $0.height) }.max() ?? 1
    guard picture.x == 0, picture.y == 0, size == picture.size,
      steps.allSatisfy({ unit % $0.width == 0 && unit % $0.height == 0 })
    else { return nil }
    return unit
  }

  func sampleCount(in area: PixelRect) -> Int {
    steps.map { Self.samples(in: area, every: $0).area }.reduce(0, +)
  }

  private static func samples(in area: PixelRect, every step: PixelSize) -> PixelSize {
    func count(_ range: Range<Int>, _ step: Int) -> Int {
      (range.upperBound + step - 1) / step - (range.lowerBound + step - 1) / step
    }
    return PixelSize(width: count(area.columns, step.width), height: count(area.rows, step.height))
  }
}

/// The tiles of a JPEG 2000, and whether each has data (ISO/IEC 15444-1, sections A.4.2 and B.3).
struct J2KTiles {
  private(set) var isCutShort = true

  private let header: J2KHeader
  private let countAcross: Int
  /// By tile; true for tiles without samples.
  private var hasData: [Bool]

  /// Lower than the limit of the format: openjpeg needs 9 KB per tile.
  private static let mostTiles = 16_384
  private static let startOfTilePart = 0xFF90
  private static let loneMarkers = 0xFF30...0xFF3F
  private static let endOfCodestream: [UInt8] = [0xFF, 0xD9]

  /// Throws `.truncated` if there is no data, `.unsupported` for too many tiles.
  init(_ header: J2KHeader, in container: J2KContainer) throws(PictureError) {
    self.header = header
    let (picture, tile) = (header.picture, header.tile)
    let width = picture.columns.upperBound - tile.x
    let countAcross = (width + tile.size.width - 1) / tile.size.width
    self.countAcross = countAcross
    let height = picture.rows.upperBound - tile.y
    let countDown = (height + tile.size.height - 1) / tile.size.height
    guard countAcross <= Self.mostTiles, countDown <= Self.mostTiles / countAcross else {
      throw .unsupported("JPEG 2000 of so many tiles")
    }
    hasData = (0..<countAcross * countDown).map { number in
      let x = tile.x + number % countAcross * tile.size.width
      let y = tile.y + number / countAcross * tile.size.height
      let area = PixelRect(
        columns: (x..<x + tile.size.width).clamped(to: picture.columns),
        rows: (y..<y + tile.size.height).clamped(to: picture.rows))
      return header.sampleCount(in: area) == 0
    }
    guard walk(container.codestream.dropFirst(2), isWhole: container.isWhole) else {
      throw .truncated
    }
  }

  /// Walks over marker segments and tile-parts; returns whether any tile has data.
  ///
  /// `isWhole` means that the end of the codestream is not missing, as far as known.
  private mutating func walk(_ segments: ArraySlice<UInt8>, isWhole: Bool) -> Bool {
    var rest = segments
    var isAny = false
    while !rest.isEmpty, !rest.starts(with: Self.endOfCodestream) {
      var fields = ByteCursor(rest)
      guard let marker = fields.big(2) else { return isAny }
      // Garbage is left to openjpeg.
      guard marker > 0xFF00 else { break }
      var length = 2
      if !Self.loneMarkers.contains(marker) {
        guard let segmentLength = fields.big(2) else { return isAny }
        length += segmentLength
      }
      if marker == Self.startOfTilePart {
        guard let number = fields.big(2), let partLength = fields.big(4) else { return isAny }
        isAny = true
        if hasData.indices.contains(number) { hasData[number] = true }
        // The last tile-part may have no length and extend to the end.
        let isEnded = isWhole || rest.suffix(2).elementsEqual(Self.endOfCodestream)
        length = partLength == 0 && isEnded ? rest.count : partLength
        guard length > 0 else { return true }
      }
      guard length <= rest.count else { return isAny }
      rest = rest.dropFirst(length)
    }
    isCutShort = hasData.contains(false)
    return isAny
  }

  func missingColumns(inRow y: Int, of shown: PixelSize) -> [Range<Int>] {
    guard isCutShort, hasData.contains(false) else { return [] }
    let (picture, tile) = (header.picture, header.tile)
    let line = picture.y + y * picture.size.height / shown.height
    let first = (line - tile.y) / tile.size.height * countAcross
    return (0..<countAcross).compactMap { index in
      guard !hasData[first + index] else { return nil }
      let left = max(picture.x, tile.x + index * tile.size.width)
      let right = min(picture.columns.upperBound, tile.x + (index + 1) * tile.size.width)
      return column(left, shown)..<column(right, shown)
    }
  }

  private func column(_ x: Int, _ shown: PixelSize) -> Int {
    (x - header.picture.x) * shown.width / header.picture.size.width
  }
}

/// The decoded area of a JPEG 2000, extended so that all its samples are as in the whole image.
struct J2KPart {
  let decoded: PixelRect?
  let sampleCount: Int

  private let cut: CropScale
  private let reduction: Int
  private let whole: PixelSize
  private let pixels: PixelRect

  init(_ cut: CropScale, of header: J2KHeader, reduction: Int) {
    (self.cut, self.reduction) = (cut, reduction)
    whole = header.size
    decoded = cut.region.flatMap { _ in Self.area(around: cut.area, of: header, reduction) }
    pixels = decoded ?? PixelRect(header.size)
    sampleCount = header.sampleCount(in: decoded ?? header.picture) >> (2 * reduction)
  }

  /// A rectangle aligned to samples of all components after reduction.
  private static func area(
    around area: PixelRect, of header: J2KHeader, _ reduction: Int
  ) -> PixelRect? {
    guard let unit = header.unit.map({ $0 << reduction }) else { return nil }
    func end(_ place: Int, _ length: Int) -> Int { min((place + unit - 1) / unit * unit, length) }
    return PixelRect(
      columns: area.x / unit * unit..<end(area.columns.upperBound, header.size.width),
      rows: area.y / unit * unit..<end(area.rows.upperBound, header.size.height))
  }

  /// The size to average rows to: the target for a whole image; regions are scaled later.
  func size(of decoded: PixelSize) -> PixelSize {
    guard cut.region == nil else { return decoded }
    return PixelSize(
      width: min(cut.target.width, decoded.width), height: min(cut.target.height, decoded.height))
  }

  func bitmap(of plain: Bitmap) -> Bitmap {
    guard cut.region != nil else { return plain }
    func scaled(_ side: Range<Int>, from start: Int) -> Range<Double> {
      let scale = Double(1 << reduction)
      return Double(side.lowerBound - start) / scale..<Double(side.upperBound - start) / scale
    }
    return plain.part(
      scaled(cut.area.columns, from: pixels.x), scaled(cut.area.rows, from: pixels.y),
      scaledTo: cut.target)
  }

  func missingColumns(inRow y: Int, of size: PixelSize, _ tiles: J2KTiles) -> [Range<Int>] {
    guard decoded != nil else { return tiles.missingColumns(inRow: y, of: size) }
    let (left, top) = (pixels.x >> reduction, pixels.y >> reduction)
    let shown = PixelSize(
      width: (whole.width - 1) >> reduction + 1, height: (whole.height - 1) >> reduction + 1)
    return tiles.missingColumns(inRow: top + y, of: shown).map {
      let part = $0.clamped(to: left..<left + size.width)
      return part.lowerBound - left..<part.upperBound - left
    }
  }
}

/// libvips 8.14 writes out of bounds and crashes the process if chroma is subsampled.
@safe
struct J2KDecoder: ~Copyable {
  private let diagnostics: UnsafeMutablePointer<J2KDiagnostics>
  private let stream: UnsafeMutablePointer<opj_stream_t?>
  private let codec: UnsafeMutablePointer<opj_codec_t?>

  /// Keeps a pointer to the bytes.
  init(_ file: UnsafeRawBufferPointer) throws(PictureError) {
    let format = unsafe file.first == 0xFF ? OPJ_CODEC_J2K : OPJ_CODEC_JP2
    guard let stream = unsafe OpenJPEGStream(file.baseAddress, file.count) else {
      throw .outOfMemory
    }
    guard let codec = unsafe opj_create_decompress(format) else {
      unsafe opj_stream_destroy(stream)
      throw .outOfMemory
    }
    let diagnostics = UnsafeMutablePointer<J2KDiagnostics>.allocate(capacity: 1)
    unsafe diagnostics.initialize(to: J2KDiagnostics())
    unsafe self.diagnostics = unsafe diagnostics
    unsafe self.stream = unsafe stream
    unsafe self.codec = unsafe codec
    unsafe opj_set_warning_handler(codec, J2KDiagnostics.hear, diagnostics)
    unsafe opj_set_error_handler(codec, J2KDiagnostics.hear, diagnostics)
    var parameters = opj_dparameters_t()
    unsafe opj_set_default_decoder_parameters(&parameters)
    unsafe opj_setup_decoder(codec, &parameters)
    // Decode truncated data as far as possible.
    unsafe opj_decoder_set_strict_mode(codec, OPJ_FALSE)
  }

  deinit {
    unsafe opj_destroy_codec(codec)
    unsafe opj_stream_destroy(stream)
    unsafe diagnostics.deallocate()
  }

  var hasMissedData: Bool { unsafe diagnostics.pointee.hasMissedData }

  borrowing func header() throws(PictureError) -> J2KImage {
    var image: UnsafeMutablePointer<opj_image_t>?
    let isRead = unsafe opj_read_header(stream, codec, &image) != 0
    guard let image = unsafe image else { throw failure }
    let picture = unsafe J2KImage(image)
    guard isRead else { throw failure }
    return picture
  }

  borrowing func mostReductions(of image: borrowing J2KImage) -> Int {
    var info = unsafe opj_get_cstr_info(codec)
    defer { unsafe opj_destroy_cstr_info(&info) }
    guard let components = unsafe info?.pointee.m_default_tile_info.tccp_info else { return 0 }
    let counts = (0..<image.componentCount).map { unsafe Int(components[$0].numresolutions) }
    return max(0, (counts.min() ?? 1) - 1)
  }

  /// `area` is on the reference grid, nil for all of it; each reduction halves the size.
  borrowing func decode(
    _ image: borrowing J2KImage, _ area: PixelRect?, reduction: Int
  ) throws(PictureError) {
    guard unsafe opj_set_decoded_resolution_factor(codec, UInt32(reduction)) != 0,
      area.map({
        unsafe opj_set_decode_area(
          codec, image.handle, Int32($0.x), Int32($0.y), Int32($0.columns.upperBound),
          Int32($0.rows.upperBound))
      }) ?? 1 != 0,
      unsafe opj_decode(codec, stream, image.handle) != 0
    else { throw failure }
  }

  private var failure: PictureError {
    unsafe diagnostics.pointee.isShortOfMemory ? .outOfMemory : .damaged
  }
}

/// Warnings and errors of openjpeg, which reports only text.
private struct J2KDiagnostics {
  private(set) var hasMissedData = false
  private(set) var isShortOfMemory = false

  /// Texts for missing data; most warnings are about other things.
  private static let losses = ["segment too long", "inconsistent with stream length"]

  static let hear: opj_msg_callback = { text, diagnostics in
    guard let text = unsafe text.map({ unsafe String(cString: $0) }),
      let diagnostics = unsafe diagnostics?.assumingMemoryBound(to: J2KDiagnostics.self)
    else { return }
    if losses.contains(where: text.contains(text:)) {
      unsafe diagnostics.pointee.hasMissedData = true
    }
    if text.contains(text: "memory") { unsafe diagnostics.pointee.isShortOfMemory = true }
  }
}

/// An image of openjpeg with a plane of samples per component.
@safe
struct J2KImage: ~Copyable {
  let handle: UnsafeMutablePointer<opj_image_t>

  /// Takes ownership.
  init(_ handle: UnsafeMutablePointer<opj_image_t>) {
    unsafe self.handle = unsafe handle
  }

  deinit {
    unsafe opj_image_destroy(handle)
  }

  var componentCount: Int { unsafe Int(handle.pointee.numcomps) }

  /// The decoded components, valid only as long as this value; throws if one has no samples.
  borrowing func planes() throws(PictureError) -> [J2KPlane] {
    let planes = (0..<componentCount).compactMap { unsafe J2KPlane(handle.pointee.comps[$0]) }
    guard planes.count == componentCount else { throw .damaged }
    return planes
  }
}

@safe
struct J2KPlane {
  /// Channel definitions (ISO/IEC 15444-1, section I.5.3.6).
  enum Role: UInt16 {
    case color = 0
    case alpha = 1
    case multipliedAlpha = 2
    case unspecified = 65_535
  }

  /// Smaller than the image if the component is subsampled.
  let size: PixelSize
  let role: Role
  let step: PixelSize
  private let samples: UnsafeMutablePointer<Int32>
  private let bits, offset: Int32

  fileprivate init?(_ component: opj_image_comp_t) {
    guard let samples = unsafe component.data, unsafe component.w > 0, unsafe component.h > 0,
      unsafe (1...31).contains(component.prec)
    else { return nil }
    unsafe self.samples = unsafe samples
    size = unsafe PixelSize(width: Int(component.w), height: Int(component.h))
    step = unsafe PixelSize(width: Int(component.dx), height: Int(component.dy))
    role = unsafe Role(rawValue: component.alpha) ?? .unspecified
    bits = unsafe Int32(component.prec)
    offset = unsafe component.sgnd != 0 ? 1 << (bits - 1) : 0
  }

  /// Writes one row of an image of size `shown` to a channel of RGBA, from the nearest samples.
  func write(row y: Int, of shown: PixelSize, to row: inout [UInt8], channel: Int) {
    let start = unsafe samples + y * size.height / shown.height * size.width
    for x in 0..<shown.width {
      let sample = unsafe start[size.width == shown.width ? x : x * size.width / shown.width]
      row[x * 4 + channel] = byte(sample)
    }
  }

  /// Scales a sample to eight bits; of deeper samples the upper eight.
  private func byte(_ sample: Int32) -> UInt8 {
    let highest = Int64(1) << Int64(bits) - 1
    let value = min(max(0, Int64(sample) + Int64(offset)), highest)
    if bits >= 8 { return UInt8(truncatingIfNeeded: value >> Int64(bits - 8)) }
    return UInt8(truncatingIfNeeded: (value * 510 + highest) / (2 * highest))
  }
}

/// The rows of a decoded JPEG 2000: RGBA, or CMYK.
struct J2KPixels {
  let size: PixelSize
  let isCMYK: Bool
  private let colors: [J2KPlane]
  private let alpha: J2KPlane?
  private let hasLuminance: Bool

  var isGray: Bool { colors.count == 1 }
  var hasAlpha: Bool { alpha.map { $0.role != .multipliedAlpha } ?? false }

  /// Assigns the planes; there must be at least one.
  ///
  /// Without channel definitions the last of two or four is alpha, and subsampled ones are chroma,
  /// as in openjpeg's own programs.
  init(_ planes: [J2KPlane], in container: J2KContainer) {
    size = PixelSize(
      width: planes.map(\.size.width).max() ?? 1, height: planes.map(\.size.height).max() ?? 1)
    var colors = planes.filter { $0.role == .color }
    var alpha = planes.first { $0.role == .alpha || $0.role == .multipliedAlpha }
    isCMYK = container.isCMYK && colors.count > 3
    if !isCMYK, alpha == nil, colors.count == 2 || colors.count == 4 { alpha = colors.popLast() }
    if colors.isEmpty { colors = planes }
    hasLuminance =
      !isCMYK && colors.count > 2
      && (container.hasLuminance || colors[1].step.width > colors[0].step.width)
    self.colors = Array(colors.prefix(isCMYK ? 4 : colors.count < 3 ? 1 : 3))
    self.alpha = isCMYK ? nil : alpha
  }

  func read(into rows: inout AveragedRows, _ tiles: J2KTiles, _ part: J2KPart) {
    var row = [UInt8](repeating: 255, count: size.width * 4)
    for y in 0..<size.height {
      for (channel, plane) in colors.enumerated() {
        plane.write(row: y, of: size, to: &row, channel: channel)
      }
      alpha?.write(row: y, of: size, to: &row, channel: 3)
      if isGray {
        for start in stride(from: 0, to: row.count, by: 4) {
          row[start + 1] = row[start]
          row[start + 2] = row[start]
        }
      }
      if hasLuminance { row.turnLuminanceIntoColors() }
      let missing = part.missingColumns(inRow: y, of: size, tiles)
      for columns in missing { row.fill(columns, with: 0) }
      unsafe row.withUnsafeBytes { unsafe rows.take($0) }
      for columns in missing { row.fill(columns, with: 255) }
    }
  }
}

extension [UInt8] {
  fileprivate mutating func fill(_ columns: Range<Int>, with value: UInt8) {
    for index in columns.lowerBound * 4..<columns.upperBound * 4 { self[index] = value }
  }

  /// Converts YCC to RGB (IEC 61966-2-1, amendment 1, annex G).
  fileprivate mutating func turnLuminanceIntoColors() {
    for start in stride(from: 0, to: count, by: 4) {
      let light = Float(self[start])
      let (blue, red) = (Float(self[start + 1]) - 128, Float(self[start + 2]) - 128)
      let color = SIMD3(
        light + 1.402 * red, light - 0.344136 * blue - 0.714136 * red, light + 1.772 * blue)
      for channel in 0..<3 {
        self[start + channel] = UInt8(Swift.max(0, Swift.min(255, color[channel].rounded())))
      }
    }
  }
}
