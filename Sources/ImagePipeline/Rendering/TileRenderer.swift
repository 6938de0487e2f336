package import Imaging

/// Renders tiles from bitmaps: as glyphs, or as encoded pixels.
///
/// Stateless and deterministic; callable from any thread.
package struct TileRenderer: Sendable {
  package init() {}

  /// Renders an image as large as it fits into a box, or a part of it (see `CellGeometry`).
  ///
  /// Transparency shows the form's backdrop. If the pixel encoding is not available (JPEG without
  /// TurboJPEG), the form's characters are used.
  ///
  /// `region` is the bitmap's area, in pixels of the image, nil for all; `pictureSize` is the whole
  /// image as displayed, in pixels. `marksClipping` marks clipped pixels at the rendered scale.
  /// `second` is shown with a part. The tile is empty if any side is zero.
  package func tile(
    from bitmap: Bitmap, of region: PixelRect? = nil, pictureSize: PixelSize,
    extent: PictureExtent = .filling, fitting box: CellSize, form: TileForm,
    marksClipping: Bool = false, with second: SecondBitmap? = nil
  ) -> Tile {
    guard min(pictureSize.width, pictureSize.height, box.columns, box.rows) > 0 else {
      return Tile(canvas: Canvas(size: CellSize(columns: 0, rows: 0)))
    }
    if extent == .covering {
      let room = form.shape(of: box)
      return tile(
        from: bitmap.middle(shapedAs: room), pictureSize: room, fitting: box, form: form,
        marksClipping: marksClipping)
    }
    let mark = { (picture: Bitmap) in
      marksClipping ? picture.markingClipping(inColor: form.colors != .none) : picture
    }
    if case .part(let part) = extent {
      return tile(of: part, form, mark) { size in
        let first = bitmap.drawn(part, from: region, in: size)
        return second?.blended(with: first, of: part) ?? first
      }
    }
    if case .pixels(let form) = form {
      let geometry = PixelGeometry(
        fitting: pictureSize, in: box, cell: form.cell, isEnlarged: extent == .filling)
      let tile = PixelRenderer().tile(on: geometry, isWhole: true, form: form) { size in
        mark(bitmap.scaled(to: size))
      }
      if let tile { return tile }
    }
    return symbols(
      from: bitmap, pictureSize: pictureSize, extent: extent, fitting: box, form: form.characters,
      mark)
  }

  private func tile(
    of part: PicturePart, _ form: TileForm, _ mark: (Bitmap) -> Bitmap, draw: (PixelSize) -> Bitmap
  ) -> Tile {
    let geometry = PixelGeometry(part, cell: form.pixelCell)
    if case .pixels(let form) = form {
      let tile = PixelRenderer().tile(
        on: geometry, isWhole: false, origin: SIMD2(part.part.x, part.part.y), form: form,
        draw: { mark(draw($0)) })
      if let tile { return tile }
    }
    let (cell, grid) = (form.pixelCell, form.characters.symbols.grid)
    let symbols = geometry.symbols(
      of: draw(geometry.picture), in: form.characters, mark,
      from: SIMD2(part.part.x * grid.width / cell.width, part.part.y * grid.height / cell.height))
    return Tile(canvas: symbols, background: form.background)
  }

  /// The size of a tile without rendering it; zero if any side is zero.
  package func cells(
    of pictureSize: PixelSize, extent: PictureExtent = .filling, fitting box: CellSize,
    form: TileForm
  ) -> CellSize {
    guard min(pictureSize.width, pictureSize.height, box.columns, box.rows) > 0 else {
      return CellSize(columns: 0, rows: 0)
    }
    if case .part(let part) = extent { return PixelGeometry(part, cell: form.pixelCell).cells }
    if extent == .covering { return box }
    return switch form {
    case .symbols(let form): geometry(of: pictureSize, extent, in: box, form).cells
    case .pixels(let form):
      PixelGeometry(
        fitting: pictureSize, in: box, cell: form.cell, isEnlarged: extent == .filling
      ).cells
    }
  }

  private func geometry(
    of picture: PixelSize, _ extent: PictureExtent, in box: CellSize, _ form: SymbolForm
  ) -> CellGeometry {
    var box = box
    if extent == .fitting {
      let cell = TileForm.symbols(form).pixelCell
      box.columns = min(box.columns, (picture.width + cell.width - 1) / cell.width)
      box.rows = min(box.rows, (picture.height + cell.height - 1) / cell.height)
    }
    return CellGeometry(
      fitting: picture, in: box, grid: form.symbols.grid, cellAspect: form.cellAspect)
  }

  private func symbols(
    from bitmap: Bitmap, pictureSize: PixelSize, extent: PictureExtent, fitting box: CellSize,
    form: SymbolForm, _ mark: (Bitmap) -> Bitmap
  ) -> Tile {
    let geometry = geometry(of: pictureSize, extent, in: box, form)
    let scaled = bitmap.scaled(
      to: geometry.blocks, visibleWidth: geometry.visibleWidth,
      visibleHeight: geometry.visibleHeight)
    let grid = form.symbols.grid
    // Two characters are about as wide as one is high.
    let picture = mark(scaled).standing(
      on: form, square: PixelSize(width: grid.width * 2, height: grid.height))
    var raster = BlockRaster(picture, filling: geometry.cells, of: grid, over: form.background)
    if form.backdrop == .color { raster.fill(with: form.background) }
    let isFramed = form.backdrop == .color && picture.size != raster.size
    let isTerminal = form.backdrop == .terminal
    let showsBackground = isTerminal ? raster.isMixed : isFramed || !scaled.isOpaque
    return Tile(
      canvas: raster.canvas(in: form), background: showsBackground ? form.background : nil,
      hasGaps: isTerminal && raster.hasGaps)
  }
}

/// The other image of a tile that shows two, with its own part of the same place.
package struct SecondBitmap: Sendable {
  let blend: PictureBlend
  /// Nil if there is nothing of it at that place.
  let shown: (bitmap: Bitmap, region: PixelRect?, part: PicturePart)?

  package init(
    _ shown: (bitmap: Bitmap, region: PixelRect?, part: PicturePart)?, blend: PictureBlend
  ) {
    (self.shown, self.blend) = (shown, blend)
  }

  fileprivate func blended(with first: Bitmap, of part: PicturePart) -> Bitmap {
    let second = drawn(over: part.part, in: first.size)
    switch blend {
    case .difference: return first.difference(from: second)
    case .divided(let place):
      let column = place * Double(part.whole.width) - Double(part.part.x)
      let scale = Double(first.size.width) / Double(part.part.size.width)
      return first.divided(from: second, at: Int((column * scale).rounded()))
    }
  }

  /// Transparent outside of the image.
  private func drawn(over room: PixelRect, in size: PixelSize) -> Bitmap {
    guard let shown else {
      return Bitmap(size: size, bytes: [UInt8](repeating: 0, count: size.area * 4))
    }
    func side(_ range: Range<Int>, _ room: Range<Int>, _ length: Int) -> Range<Int> {
      let scale = Double(length) / Double(room.count)
      let start = Int((Double(range.lowerBound - room.lowerBound) * scale).rounded())
      let end = Int((Double(range.upperBound - room.lowerBound) * scale).rounded())
      return min(start, length - 1)..<min(max(start + 1, end), length)
    }
    let own = PixelRect(
      columns: side(shown.part.part.columns, room.columns, size.width),
      rows: side(shown.part.part.rows, room.rows, size.height))
    return shown.bitmap.drawn(shown.part, from: shown.region, in: own.size)
      .framed(in: size, at: PixelSize(width: own.x, height: own.y), by: nil)
  }
}

extension TileForm {
  /// The size in pixels, or in any unit for characters.
  fileprivate func shape(of box: CellSize) -> PixelSize {
    switch self {
    case .symbols(let form):
      PixelSize(width: Int(Double(box.columns * 1000) * form.cellAspect), height: box.rows * 1000)
    case .pixels(let form):
      PixelSize(width: box.columns * form.cell.width, height: box.rows * form.cell.height)
    }
  }
}

extension BlockRaster {
  func canvas(in form: SymbolForm) -> Canvas {
    switch (form.symbols, form.colors) {
    case (.ascii, .none): asciiCanvas
    case (_, .none): monochromeCanvas(of: form.symbols)
    default: SymbolPainter(symbols: form.symbols, colors: form.colors).canvas(of: self)
    }
  }
}

extension Bitmap {
  /// The grays of the checkerboard, as in many image editors.
  private static let greys: [UInt8] = [0x66, 0x99]

  /// Composes the bitmap with a form's backdrop, unless that is the terminal's or it is opaque.
  ///
  /// `square` is the size of a checkerboard square in pixels; `origin` the position in a larger
  /// image with the same checkerboard.
  func standing(on form: SymbolForm, square: PixelSize, from origin: SIMD2<Int> = .zero) -> Bitmap {
    guard form.backdrop != .terminal, !isOpaque else { return self }
    var filled = bytes
    for y in 0..<size.height {
      for x in 0..<size.width {
        let start = (y * size.width + x) * 4
        let rest = 255 - Int(filled[start + 3])
        guard rest > 0 else { continue }
        let isOdd = ((x + origin.x) / square.width + (y + origin.y) / square.height) % 2 == 1
        let grey = Self.greys[isOdd ? 1 : 0]
        let behind = form.backdrop == .color ? form.background : RGB(grey, grey, grey)
        for (channel, color) in [behind.red, behind.green, behind.blue].enumerated() {
          let sum = Int(filled[start + channel]) + (Int(color) * rest + 127) / 255
          filled[start + channel] = UInt8(min(255, sum))
        }
        filled[start + 3] = 255
      }
    }
    return Bitmap(size: size, bytes: filled)
  }

  /// The largest part around the center with the proportions of a size.
  fileprivate func middle(shapedAs shape: PixelSize) -> Bitmap {
    let width = min(size.width, max(1, size.height * shape.width / shape.height))
    let height = min(size.height, max(1, size.width * shape.height / shape.width))
    return cropped(
      to: PixelRect(
        x: (size.width - width) / 2, y: (size.height - height) / 2, width: width, height: height))
  }

  /// Places the bitmap in a room of one color, transparent for nil; sizes in pixels.
  func framed(in room: PixelSize, at margin: PixelSize, by color: RGB?) -> Bitmap {
    guard room != size else { return self }
    var whole =
      color.map { Bitmap(size: room, filledWith: $0).bytes }
      ?? Array(repeating: 0, count: room.area * 4)
    for row in 0..<size.height {
      let start = ((margin.height + row) * room.width + margin.width) * 4
      let line = row * size.width * 4..<(row + 1) * size.width * 4
      whole.replaceSubrange(start..<start + line.count, with: bytes[line])
    }
    return Bitmap(size: room, bytes: whole)
  }

  /// Adds transparent bars for the proportions of a size, unless less than a hundredth is missing.
  func padded(to shape: PixelSize) -> Bitmap {
    let (one, two) = (size.width * shape.height, size.height * shape.width)
    guard abs(one - two) > max(one, two) / 100 else { return self }
    let room = PixelSize(
      width: max(size.width, two / shape.height), height: max(size.height, one / shape.width))
    let margin = PixelSize(
      width: (room.width - size.width) / 2, height: (room.height - size.height) / 2)
    return framed(in: room, at: margin, by: nil)
  }

  /// Tested in one pass without branches, as most bitmaps are opaque.
  var isOpaque: Bool {
    unsafe bytes.withUnsafeBytes { bytes in
      var common = UInt32.max
      for place in stride(from: 0, to: bytes.count, by: 4) {
        common &= unsafe bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)
      }
      return UInt32(bigEndian: common) & 255 == 255
    }
  }

  var hasGaps: Bool {
    !isOpaque && stride(from: 3, to: bytes.count, by: 4).contains { bytes[$0] == 0 }
  }
}
