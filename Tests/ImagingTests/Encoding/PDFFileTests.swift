import Imaging
import Testing

@Suite("PDF files")
struct PDFFileTests {
  private static let jpeg: [UInt8] = [0xFF, 0xD8, 0x00, 0x0A, 0xFF, 0xD9]

  /// Two pages with an image each.
  private static func file() -> [UInt8] {
    var file = PDFFile()
    for number in 1...2 {
      let image = file.add(jpeg: jpeg, size: PixelSize(width: 30, height: 20 * number))
      file.addPage(
        width: 595, height: 842,
        [
          .image(image, x: 36, y: 700.5, width: 120, height: 80.126),
          .text(HelveticaText("a)é"), x: 36.004, y: 690, size: 9),
        ])
    }
    return file.finish()
  }

  private static func text(_ bytes: some Sequence<UInt8>) -> String {
    String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }

  @Test func `the table has the place of every object`() throws {
    let bytes = Self.file()
    let text = Self.text(bytes)
    #expect(text.hasPrefix("%PDF-1.4\n") && text.hasSuffix("%%EOF\n"))
    let end = text.split(separator: "\n").suffix(2)
    let table = try #require(end.first.flatMap { Int($0) })
    let lines = Self.text(bytes[table...]).split(separator: "\n", omittingEmptySubsequences: false)
    // Three common objects, and an image, a content and a page twice.
    #expect(lines[0] == "xref" && lines[1] == "0 10" && lines[2] == "0000000000 65535 f ")
    for number in 1...9 {
      let line = lines[number + 2]
      #expect(line.count == 19 && line.hasSuffix(" 00000 n "))
      let offset = try #require(Int(line.prefix(10)))
      #expect(Self.text(bytes[offset...]).hasPrefix("\(number) 0 obj\n"))
    }
    #expect(lines[12] == "trailer" && lines[13] == "<< /Size 10 /Root 1 0 R >>")
  }

  @Test func `images are the bytes of their files, and every stream has its length`() throws {
    let bytes = Self.file()
    let text = Self.text(bytes)
    let streams = text.split(separator: "/Length ").dropFirst()
    #expect(streams.count == 4)
    for stream in streams {
      let length = try #require(Int(stream.prefix { $0.isNumber }))
      let content = stream.unicodeScalars.split(separator: "\n", maxSplits: 2)[2]
      #expect(String(content.dropFirst(length)).hasPrefix("\nendstream\nendobj\n"))
    }
    #expect(text.contains("/Width 30 /Height 40 /ColorSpace /DeviceRGB"))
    #expect(text.contains("\nstream\n\(Self.text(Self.jpeg))\nendstream"))
  }

  @Test func `a page shows its own image and text`() {
    let text = Self.text(Self.file())
    #expect(text.contains("q 120.00 0 0 80.13 36.00 700.50 cm /I4 Do Q\n"))
    #expect(text.contains("BT /F 9.00 Tf 36.00 690.00 Td <6129e9> Tj ET\n"))
    #expect(text.contains("/XObject << /I7 7 0 R >> >> /Contents 8 0 R >>"))
    #expect(text.contains("<< /Type /Pages /Kids [6 0 R 9 0 R] /Count 2 >>"))
  }
}
