import Imaging
import PictureSamples
import Testing

@Suite struct PictureFormatTests {
  private func format(_ start: String) -> PictureFormat? {
    PictureFormat(signatureOf: start.unicodeScalars.map { UInt8($0.value) })
  }

  @Test(
    arguments: [
      ("\u{FF}\u{D8}\u{FF}\u{E0}", .jpeg), ("\u{89}PNG\r\n\u{1A}\n", .png), ("GIF87a", .gif),
      ("GIF89a", .gif), ("RIFF\0\0\0\0WEBPVP8 ", .webP), ("II*\0\u{8}\0\0\0", .tiff),
      ("MM\0*\0\0\0\u{8}", .tiff), ("II+\0\u{8}\0\0\0", .tiff),
      ("\0\0\0\u{18}ftypheic", .heic), ("\0\0\0\u{18}ftypavif", .avif),
      ("\0\0\0\u{18}ftypmif1\0\0\0\0mif1avif", .avif),
      ("\0\0\0\u{18}ftypmsf1\0\0\0\0msf1avis", .avif), ("\0\0\0\u{18}ftypmif1\0\0\0\0heic", .heic),
      ("\0\0\0\u{0C}JXL \r\n", .jpegXL), ("\u{FF}\u{0A}", .jpegXL),
      ("\0\0\0\u{0C}jP  \r\n", .jpeg2000), ("\u{FF}O\u{FF}Q", .jpeg2000),
      ("8BPS", .psd),
      ("II*\0\u{10}\0\0\0CR\u{2}\0", .cr2), ("\0\0\0\u{18}ftypcrx ", .cr3),
      ("\0\0\u{1}\0\u{1}\0\u{10}\u{10}\0\0\u{1}\0 \0\u{9}\0\0\0\u{16}\0\0\0", .ico),
      ("\0\0\u{2}\0\u{1}\0\u{10}\u{10}\0\0\u{1}\0 \0\u{9}\0\0\0\u{16}\0\0\0", .cur),
      ("icns\0\0\u{9}\0", .icns), ("FUJIFILMCCD-RAW 0201", .raf), ("IIRO\u{8}\0", .orf),
      ("\0\0\0\u{18}ftypmp42\0\0\0\0isom", .mp4),
      ("\0\0\0\u{14}ftypqt  \0\0\0\0qt  ", .quickTime), ("\0\0\0\u{8}wide\0\0", .quickTime),
      ("RIFF\0\0\0\0AVI LIST", .avi), ("IIU\0", .rw2), ("qoif\0\0", .qoi),
      ("#?RADIANCE\n", .radiance),
      ("v/1\u{1}", .openEXR), ("P1\n3 2\n", .pnm), ("P6 #\n", .pnm), ("P7\nWIDTH 1", .pnm),
      ("\0\0\u{2}\0\0\0\0\0\0\0\0\0\u{1}\0\u{1}\0\u{18}\0abc", .tga),
      ("\0\u{1}\u{9}\0\0\0\u{1}\u{18}\0\0\0\0\u{1}\0\u{1}\0\u{8}\u{20}abc", .tga),
    ] as [(String, PictureFormat)])
  func `a format is detected by its signature`(start: String, expected: PictureFormat) {
    #expect(format(start) == expected)
  }

  @Test(arguments: [
    ("<svg/>", PictureFormat.compressedSVG), ("<!-- a --><svg", .compressedSVG), ("text", nil),
    ("<html>", nil),
  ])
  func `gzip data is an image if it contains an SVG`(content: String, expected: PictureFormat?) {
    let packed = SampleGzip.packed(Array(content.utf8))
    #expect(PictureFormat(signatureOf: packed) == expected)
    #expect(PictureFormat(signatureOf: Array(packed.dropLast(8))) == expected)
    #expect(PictureFormat(signatureOf: Array(packed.prefix(10)) + [0xFF]) == nil)
  }

  @Test(arguments: [
    ("a.jpg", PictureFormat.jpeg), ("a.JPG", .jpeg), ("a.Jpeg", .jpeg), ("a.jpe", .jpeg),
    ("a.jfif", .jpeg), ("a.b.PNG", .png), ("a.HEIC", .heic), ("a.webp", .webP), ("a.CR3", .cr3),
    ("a.svgz", .compressedSVG), ("a.TIFF", .tiff), ("a.jxl", .jpegXL), ("a.avif", .avif),
    (".jpg", .jpeg), ("a\n.jpg", .jpeg), ("a.pam", .pnm), ("a.hif", .heic),
  ])
  func `a file name has the format of its extension`(name: String, format: PictureFormat) {
    #expect(PictureFormat(fileName: Array(name.utf8)) == format)
  }

  @Test(arguments: [
    "", "jpg", "a", "a.", "a.txt", "a.jpgs", "a.jp", "a.jpg.", "a.jpg ", "a.xxxxxjpg",
    "a.\u{0}jpg", "a.icns",
  ])
  func `file names without a known extension have no format`(name: String) {
    #expect(PictureFormat(fileName: Array(name.utf8)) == nil)
  }

  @Test func `no two formats share a name, an extension or a media type`() {
    let all = PictureFormat.allCases.map(\.descriptor)
    for values in [all.map(\.name), all.flatMap(\.extensions), all.compactMap(\.mediaType)] {
      #expect(Set(values).count == values.count)
    }
    #expect(PictureFormat.allCases.allSatisfy { PictureFormat(name: $0.description) == $0 })
  }

  @Test(arguments: [
    "<svg xmlns=''/>", "<svg>", " \n<?xml version='1.0'?>\n<!-- a -->\n<!-- <html> -->\n<svg/>",
    "<!DOCTYPE svg [<!ENTITY a 'b'>]><svg/>", "<s:svg xmlns:s='http://www.w3.org/2000/svg'/>",
    "\u{EF}\u{BB}\u{BF}<svg/>",
  ])
  func `an SVG is detected by its first element`(text: String) {
    #expect(format(text) == .svg)
  }

  @Test(arguments: [5000, 40_000, 300_000])
  func `an SVG is detected behind a long comment`(length: Int) {
    let comment = "<!-- \(String(repeating: "a - > ->", count: length / 8)) -->"
    let text = "<?xml version='1.0'?>\(comment)<!-- 2 --><svg/>"
    let start = Array(text.utf8.prefix(PictureFormat.signatureLength))
    #expect(PictureFormat.isUndecided(after: start) == (length > PictureFormat.signatureLength))
    #expect(format(text) == .svg)
    #expect(format(text.replacing("<svg/>", with: "<html/>")) == nil)
  }

  @Test(arguments: ["<?xml version='1.0' encoding='UTF-16'?> <svg/>", "<!-- ä --><svg/>"])
  func `an SVG in UTF-16 is detected`(text: String) {
    for mark in ["\u{FEFF}", ""] {
      let units = Array((mark + text).utf16)
      let big = units.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
      let little = units.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
      for file in [big, little] {
        #expect(PictureFormat(signatureOf: file) == .svg)
        #expect(PictureFormat(signatureOf: Array(file.dropLast(9))) == nil)
      }
    }
  }

  @Test(arguments: [
    "", "<", "<html><svg/></html>", "<!DOCTYPE html><svg/>", "<!-- <svg/> -->", "svg", "BM",
    "BM is how a text may begin, and it is longer", "<svgs/>", "ftypheic", "\0\0\0\u{18}ftypmp42",
    "Exif\0\0II*\0", "\0\0\u{1}\0\0\0\u{10}\u{10}\0\0\u{1}\0 \0\u{9}\0\0\0\u{16}\0\0\0",
    "\0\0\u{1}\0\u{1}\0\u{10}\u{10}\0\0\u{1}\0 \0\u{9}\0\0\0\u{15}\0\0\0", "\0\0\u{1}\u{BA}",
    "P1", "P8 1 1", "P3 is how a text may begin", "P1\nand so on",
    "\0\0\u{2}\0\0\0\0\0\0\0\0\0\0\0\u{1}\0\u{18}\0abc",
    "\0\u{1}\0\0\0\u{1}\0\u{18}\0\0\0\0\u{1}\0\u{1}\0\u{18}\0abc",
  ])
  func `data that is not an image has no format`(text: String) {
    #expect(format(text) == nil)
  }

  @Test(arguments: [12, 40, 56, 108, 124])
  func `a BMP is detected with every length of its header`(length: UInt8) {
    let bytes = Array("BM".utf8) + Array(repeating: 9, count: 12) + [length, 0, 0, 0]
    #expect(PictureFormat(signatureOf: bytes + Array(repeating: 0, count: 40)) == .bmp)
  }

  struct Directory: Sendable {
    var make = "NIKON CORPORATION"
    var subfileType = 1
    var hasSubdirectories = true
    var isDNG = false
    let expected: PictureFormat
  }

  @Test(
    arguments: [
      Directory(expected: .nef), Directory(make: "SONY", expected: .arw),
      Directory(make: "Nobody", expected: .tiff), Directory(subfileType: 0, expected: .tiff),
      Directory(hasSubdirectories: false, expected: .tiff),
      Directory(make: "Leica", subfileType: 0, isDNG: true, expected: .dng),
    ], [false, true])
  func `raw files are distinguished from TIFF by their tags`(
    directory: Directory, isBigEndian: Bool
  ) {
    var file = SampleTIFF(isBigEndian: isBigEndian)
    file.add(0xFE, long: directory.subfileType)
    file.add(0x10F, text: directory.make)
    if directory.hasSubdirectories { file.add(0x14A, long: 0) }
    if directory.isDNG { file.add(0xC612, long: 0x0104) }
    #expect(PictureFormat(signatureOf: file.encoded()) == directory.expected)
  }

  @Test(arguments: [[255, 255, 255, 255], [8, 0, 0, 0, 255, 255], [4, 0, 0, 0]] as [[UInt8]])
  func `a TIFF with an invalid directory is detected as TIFF`(directory: [UInt8]) {
    #expect(PictureFormat(signatureOf: Array("II*\0".utf8) + directory) == .tiff)
  }
}
