import Base

/// Pages with JPEG images and lines of text (ISO 32000-1).
///
/// Lengths are in points, 1/72 inch, from the lower left corner of the page.
package struct PDFFile: Sendable {
  package struct Image: Hashable, Sendable {
    fileprivate let number: Int
  }

  package enum Mark: Hashable, Sendable {
    case image(Image, x: Double, y: Double, width: Double, height: Double)
    /// From the left end of the base line.
    case text(HelveticaText, x: Double, y: Double, size: Double)
  }

  private static let (catalog, tree, font) = (1, 2, 3)

  /// The four bytes of the second line mark the file as binary (section 7.5.2).
  private var bytes = Array("%PDF-1.4\n%".utf8) + [0xE2, 0xE3, 0xCF, 0xD3, 0x0A]
  private var offsets = [0, 0, 0]
  private var pages: [Int] = []

  package init() {}

  /// Adds a baseline or progressive JPEG of three components, in sRGB.
  package mutating func add(jpeg: [UInt8], size: PixelSize) -> Image {
    let head = """
      /Type /XObject /Subtype /Image /Width \(size.width) /Height \(size.height) \
      /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode
      """
    return Image(number: add(stream: jpeg, head))
  }

  package mutating func addPage(width: Double, height: Double, _ marks: [Mark]) {
    var (content, images) = ("0.25 g\n", [String]())
    for mark in marks {
      switch mark {
      case .image(let image, let x, let y, let width, let height):
        images.append("/I\(image.number) \(image.number) 0 R")
        content += "q \(width.inPDF) 0 0 \(height.inPDF) \(x.inPDF) \(y.inPDF) cm "
        content += "/I\(image.number) Do Q\n"
      case .text(let text, let x, let y, let size):
        let digits = text.bytes.map { Int($0).zeroPadded(to: 2, radix: 16) }.joined()
        content += "BT /F \(size.inPDF) Tf \(x.inPDF) \(y.inPDF) Td <\(digits)> Tj ET\n"
      }
    }
    let stream = add(stream: Array(content.utf8))
    pages.append(
      add(
        """
        << /Type /Page /Parent \(Self.tree) 0 R /MediaBox [0 0 \(width.inPDF) \(height.inPDF)] \
        /Resources << /Font << /F \(Self.font) 0 R >> /XObject << \(images.joined(separator: " ")) \
        >> >> /Contents \(stream) 0 R >>
        """))
  }

  /// The whole file; nothing can be added later.
  package consuming func finish() -> [UInt8] {
    let kids = pages.map { "\($0) 0 R" }.joined(separator: " ")
    write("<< /Type /Catalog /Pages \(Self.tree) 0 R >>", as: Self.catalog)
    write("<< /Type /Pages /Kids [\(kids)] /Count \(pages.count) >>", as: Self.tree)
    write(
      "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
      as: Self.font)
    // Each line of the table has 20 bytes (section 7.5.4).
    let table = offsets.map { "\($0.zeroPadded(to: 10)) 00000 n \n" }.joined()
    let end = """
      xref
      0 \(offsets.count + 1)
      0000000000 65535 f \n\(table)trailer
      << /Size \(offsets.count + 1) /Root \(Self.catalog) 0 R >>
      startxref
      \(bytes.count)
      %%EOF

      """
    return bytes + end.utf8
  }

  private mutating func add(_ object: String) -> Int {
    offsets.append(0)
    write(object, as: offsets.count)
    return offsets.count
  }

  private mutating func write(_ object: String, as number: Int) {
    offsets[number - 1] = bytes.count
    bytes += "\(number) 0 obj\n\(object)\nendobj\n".utf8
  }

  private mutating func add(stream: [UInt8], _ entries: String = "") -> Int {
    offsets.append(bytes.count)
    bytes += "\(offsets.count) 0 obj\n<< \(entries) /Length \(stream.count) >>\nstream\n".utf8
    bytes += stream
    bytes += "\nendstream\nendobj\n".utf8
    return offsets.count
  }
}

extension Double {
  /// With two decimal places; not negative.
  fileprivate var inPDF: String {
    let (whole, rest) = Int((self * 100).rounded()).quotientAndRemainder(dividingBy: 100)
    return "\(whole).\(rest.zeroPadded(to: 2))"
  }
}
