import Imaging
import Testing

@Suite("Metadata of a photo as text") struct PhotoMetadataTests {
  private static let whole: PhotoMetadata = {
    var metadata = PhotoMetadata()
    (metadata.format, metadata.byteCount) = (.jpeg, 5_678_901)
    metadata.size = PixelSize(width: 4000, height: 6000)
    metadata.orientation = .rightTop
    (metadata.profile, metadata.make, metadata.model) = ("Display P3", "SONY", "ILCE-7M3")
    (metadata.lens, metadata.software, metadata.label) = ("24-70 mm", "Raw 1", "Red")
    metadata.exposureTime = Fraction(10, 2500)
    (metadata.aperture, metadata.iso, metadata.rating) = (2.8, 6400, 4)
    (metadata.focalLength, metadata.filmFocalLength, metadata.exposureBias) = (50, 75, 1.0 / 3)
    metadata.flash = FlashUse(rawValue: 0x59)
    metadata.captureDate = CaptureDate(
      year: 2024, month: 5, day: 17, hour: 14, minute: 3, second: 9, millisecond: 250,
      utcOffset: -570)
    metadata.position = GeoPosition(latitude: -48.198634, longitude: 16.371648, altitude: 183)
    (metadata.title, metadata.caption) = ("Lake", "two\r\nlines\tof  text")
    metadata.keywords = ["lake", "Alps"]
    return metadata
  }()

  @Test func `the lines contain all fields in a fixed order`() {
    let lines = Self.whole.lines.map { "\($0.name): \($0.value)" }
    #expect(
      lines == [
        "Title: Lake", "Caption: two lines of text", "Keywords: lake, Alps", "Rating: 4 of 5",
        "Label: Red", "Taken: 2024-05-17 14:03:09.25 -09:30", "Place: -48.19863, 16.37165, 183 m",
        "Camera: SONY ILCE-7M3", "Lens: 24-70 mm", "Exposure: 1/250 s", "Aperture: f/2.8",
        "ISO: 6400", "Focal length: 50 mm (75 mm on 35 mm film)", "Exposure bias: +0.3 EV",
        "Flash: fired, automatic, red-eye reduction", "Size: 4000x6000, 24 MP",
        "Orientation: rotated 90°", "Format: JPEG, 5.7 MB", "Profile: Display P3",
        "Software: Raw 1",
      ])
    let links = Self.whole.lines.compactMap(\.link)
    #expect(links == ["geo:-48.198634,16.371648,183"])
    #expect(PhotoMetadata().lines.isEmpty)
  }

  @Test(arguments: [
    (Fraction(1, 250), "1/250"), (Fraction(10, 2500), "1/250"), (Fraction(1, 3), "0.3"),
    (Fraction(4, 10), "0.4"), (Fraction(30, 1), "30"), (Fraction(25, 10), "2.5"),
    (Fraction(1, 8000), "1/8000"), (Fraction(2, 7), "1/4"),
  ])
  func `exposure times are written as cameras show them`(time: Fraction?, text: String) {
    #expect(time?.seconds == text)
  }

  @Test(arguments: [
    (0, 0, false), (1, 0, false), (1, -2, true), (.min, 1, false), (1, .min, false),
  ])
  func `a fraction with a zero denominator or a part of Int.min is rejected`(
    numerator: Int, denominator: Int, isNumber: Bool
  ) {
    #expect((Fraction(numerator, denominator) != nil) == isNumber)
    #expect(Fraction(numerator, denominator).map { $0.denominator > 0 } ?? true)
  }

  @Test(
    arguments: [
      (91, 0, nil), (0, 181, nil), (.nan, 0, nil), (90, 180, "geo:90,180"), (0, 0, "geo:0,0"),
      (-0.0000001, 1e-7, "geo:0,0"), (12.3456789, -1.5, "geo:12.345679,-1.5"),
    ] as [(Double, Double, String?)])
  func `coordinates outside the valid range are rejected`(
    latitude: Double, longitude: Double, address: String?
  ) {
    #expect(GeoPosition(latitude: latitude, longitude: longitude)?.address == address)
  }

  @Test func `an impossible altitude is dropped`() {
    for altitude in [Double.infinity, .nan, 1e9] {
      let place = GeoPosition(latitude: 1, longitude: 2, altitude: altitude)
      #expect(place != nil && place?.altitude == nil)
    }
  }

  @Test(
    arguments: [
      ("", nil), (" \n\t ", nil), ("\u{0}", nil), ("  a b \u{0}", "a b"), ("é", "é"),
      ("\u{3000}x\u{A0}", "x"),
    ] as [(String, String?)])
  func `blanks at the ends of a text are removed`(text: String, kept: String?) {
    #expect(PhotoMetadata.text(text) == kept)
  }

  @Test(arguments: ["a", "é", "€", "😀"])
  func `a long text is truncated between two characters`(character: String) {
    let limit = PhotoMetadata.textByteLimit
    let length = character.utf8.count
    let kept = PhotoMetadata.text("x" + String(repeating: character, count: limit))
    #expect(kept == "x" + String(repeating: character, count: (limit - 1) / length))
  }

  @Test func `unknown fields are filled from other metadata`() {
    var known = PhotoMetadata()
    known.title = "mine"
    known.fill(from: Self.whole)
    #expect(known.title == "mine" && known.caption == Self.whole.caption)
    #expect(known.keywords == ["lake", "Alps"] && known.byteCount == 5_678_901)
    known.title = Self.whole.title
    #expect(known == Self.whole)
  }

  @Test(arguments: [
    (0.0, 1, "0"), (2.8, 1, "2.8"), (2.04, 1, "2"), (-0.04, 1, "0"), (-1.25, 2, "-1.25"),
    (1e300, 1, "1e+300"), (99.96, 1, "100"),
  ])
  func `numbers have no more decimals than necessary`(number: Double, places: Int, text: String) {
    #expect(number.text(places: places) == text)
  }
}
