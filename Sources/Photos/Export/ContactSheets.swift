import Base
package import Imaging

/// A contact sheet on pages of A4, portrait, with captions and page numbers.
package struct SheetPDF: Sendable {
  package static let usualColumns = 4

  /// In points.
  private static let (width, height, margin, gap) = (595.0, 842.0, 36.0, 12.0)
  private static let footer = 18.0
  private static let footerSize = 8.0
  /// Pixels of an image per point: 220 to the inch.
  private static let density = 220.0 / 72

  private let columns, rows: Int
  private let cell, imageHeight, textSize: Double
  private var file = PDFFile()
  private var pages: [[PDFFile.Mark]] = []
  private var count = 0

  package init(columns: Int) {
    self.columns = columns
    cell = (Self.width - 2 * Self.margin - Double(columns - 1) * Self.gap) / Double(columns)
    imageHeight = cell * 0.75
    textSize = max(4, min(9, cell / 14))
    let room = Self.height - 2 * Self.margin - Self.footer + Self.gap
    rows = max(1, Int(room / (imageHeight + 1.5 * textSize + Self.gap)))
  }

  /// The longest side of an image, in pixels.
  package var longSide: Int { Int((cell * Self.density).rounded(.up)) }

  package mutating func add(_ jpeg: [UInt8], size: PixelSize, caption: String) {
    let place = count % (columns * rows)
    if place == 0 { pages.append([]) }
    count += 1
    let scale = min(cell / Double(size.width), imageHeight / Double(size.height))
    let (width, height) = (Double(size.width) * scale, Double(size.height) * scale)
    let x = Self.margin + Double(place % columns) * (cell + Self.gap)
    let rowHeight = imageHeight + 1.5 * textSize + Self.gap
    let bottom =
      Self.height - Self.margin - Double(place / columns) * rowHeight - imageHeight
    let image = file.add(jpeg: jpeg, size: size)
    let text = HelveticaText(caption).fitted(into: cell, at: textSize)
    pages[pages.count - 1] += [
      .image(
        image, x: x + (cell - width) / 2, y: bottom + (imageHeight - height) / 2, width: width,
        height: height),
      .text(
        text, x: x + max(0, cell - text.width(at: textSize)) / 2, y: bottom - 1.25 * textSize,
        size: textSize),
    ]
  }

  package consuming func finish() -> [UInt8] {
    for (number, page) in pages.enumerated() {
      let text = HelveticaText("\(number + 1) / \(pages.count)")
      let x = (Self.width - text.width(at: Self.footerSize)) / 2
      let footer = PDFFile.Mark.text(text, x: x, y: Self.margin, size: Self.footerSize)
      file.addPage(width: Self.width, height: Self.height, page + [footer])
    }
    return file.finish()
  }
}

/// A contact sheet as a web page, whose images are files next to it.
package struct SheetWebPage: Sendable {
  private let columns: Int?
  private var figures: [[UInt8]] = []

  /// As many columns as fit if nil.
  package init(columns: Int?) {
    self.columns = columns
  }

  /// The paths have no characters that need an escape in a URL.
  package mutating func add(thumbnail: String, size: PixelSize, photo: String, caption: String) {
    let text = caption.escaped
    figures.append(
      Array(
        """
        <figure><a href="\(photo)"><img src="\(thumbnail)" width="\(size.width)" \
        height="\(size.height)" loading="lazy" alt="
        """.utf8) + text + Array("\"></a><figcaption>".utf8) + text
        + Array("</figcaption></figure>\n".utf8))
  }

  package var bytes: [UInt8] {
    let title = figures.count == 1 ? "1 photo" : "\(figures.count.grouped) photos"
    let tracks = columns.map { "repeat(\($0), 1fr)" } ?? "repeat(auto-fill, minmax(13rem, 1fr))"
    let head = """
      <!DOCTYPE html>
      <html>
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(title)</title>
      <style>
      body { margin: 1.5rem; font: 0.8rem sans-serif; color: #444; background: #fff; }
      main { display: grid; grid-template-columns: \(tracks); gap: 1.2rem; }
      figure { margin: 0; text-align: center; align-self: end; min-width: 0; }
      img { max-width: 100%; height: auto; }
      figcaption { margin-top: 0.3rem; overflow-wrap: anywhere; }
      </style>
      </head>
      <body>
      <main>

      """
    return Array(head.utf8) + figures.joined() + Array("</main>\n</body>\n</html>\n".utf8)
  }
}

/// A contact sheet as one image, with captions below the photos.
package struct SheetBitmap: Sendable {
  package static let usualColumns = 6

  /// In pixels. The limit bounds the memory to 126 MB.
  private static let (width, margin, gap, heightLimit) = (1920, 24, 16, 16_384)

  private let columns, cell, imageHeight, textSize, rowHeight: Int
  private var bitmap: Bitmap
  private var captions: [String] = []

  /// The largest number of photos in so many columns.
  package static func limit(columns: Int) -> Int {
    let sheet = SheetBitmap(columns: columns, count: 1)
    return (heightLimit - 2 * margin) / sheet.rowHeight * columns
  }

  package init(columns: Int, count: Int) {
    self.columns = columns
    cell = (Self.width - 2 * Self.margin - (columns - 1) * Self.gap) / columns
    imageHeight = cell * 3 / 4
    textSize = max(9, min(18, cell / 17))
    rowHeight = imageHeight + 2 * textSize + Self.gap / 2
    let rows = (count + columns - 1) / columns
    let size = PixelSize(width: Self.width, height: 2 * Self.margin + rows * rowHeight)
    bitmap = Bitmap(size: size, filledWith: RGB(255, 255, 255))
  }

  /// The longest side of an image.
  package var longSide: Int { cell }

  /// The room of a caption, in character cells.
  package var captionWidth: Int { cell * 10 / (textSize * 6) }

  package mutating func add(_ image: Bitmap, caption: String) {
    let size = image.size.fitted(into: PixelSize(width: cell, height: imageHeight))
    let place = captions.count
    captions.append(caption)
    let x = Self.margin + place % columns * (cell + Self.gap)
    let y = Self.margin + place / columns * rowHeight
    bitmap.draw(
      image.scaled(to: size), x: x + (cell - size.width) / 2,
      y: y + (imageHeight - size.height) / 2)
  }

  package var rows: Range<Int> { 0..<(captions.count + columns - 1) / columns }

  /// The captions of a row as a drawing (SVG), transparent elsewhere.
  package func drawing(ofRow row: Int) -> (svg: [UInt8], size: PixelSize) {
    let size = PixelSize(width: Self.width, height: 2 * textSize)
    let head = """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(size.width)" height="\(size.height)">\
      <g font-family="sans-serif" font-size="\(textSize)" fill="#444" text-anchor="middle">
      """
    let texts = (row * columns..<min((row + 1) * columns, captions.count)).map { place in
      let x = Self.margin + place % columns * (cell + Self.gap) + cell / 2
      return Array("<text x=\"\(x)\" y=\"\(textSize * 3 / 2)\">".utf8) + captions[place].escaped
        + Array("</text>".utf8)
    }
    return (Array(head.utf8) + texts.joined() + Array("</g></svg>".utf8), size)
  }

  package mutating func draw(_ drawing: Bitmap, belowRow row: Int) {
    bitmap.draw(drawing, x: 0, y: Self.margin + row * rowHeight + imageHeight)
  }

  package consuming func finish() -> Bitmap {
    let height = 2 * Self.margin + rows.count * rowHeight
    return bitmap.cropped(to: PixelRect(x: 0, y: 0, width: Self.width, height: height))
  }
}
