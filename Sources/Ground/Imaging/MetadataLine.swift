/// What is known of a photo as one line of a table: a name, and its value.
package struct MetadataLine: Hashable, Sendable {
  /// The name, in ASCII.
  package let name: String
  /// The value on one line; where it is a foreign text it is not harmless yet.
  package let value: String
  /// Where the value leads to, of our own making; nil where it leads nowhere.
  package let link: String?

  /// Makes a line; runs of white space in its value become single spaces.
  package init(_ name: String, _ value: String, link: String? = nil) {
    self.name = name
    self.value = value.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    self.link = link
  }
}

extension PhotoMetadata {
  /// What is known, in the order in which people look for it: first what the photo shows, then how it
  /// was taken, and the file last.
  package var lines: [MetadataLine] {
    (words + taking + exposure + picture).compactMap { name, value in
      guard let value, !value.isEmpty else { return nil }
      return MetadataLine(name, value, link: name == Self.place ? position?.address : nil)
    }
  }

  private static let place = "Place"
  private typealias Part = (name: String, value: String?)

  private var words: [Part] {
    [
      ("Title", title), ("Caption", caption), ("Keywords", keywords.joined(separator: ", ")),
      ("Rating", ratingText), ("Label", label),
    ]
  }

  private var taking: [Part] { [("Taken", captureDate?.precise), (Self.place, placeText)] }

  private var exposure: [Part] {
    [
      ("Camera", camera), ("Lens", lens), ("Exposure", exposureTime.map { "\($0.seconds) s" }),
      ("Aperture", aperture.map { "f/\($0.text(places: 1))" }), ("ISO", iso.map { "\($0)" }),
      ("Focal length", focalText), ("Bias", biasText), ("Flash", flash?.text),
    ]
  }

  private var picture: [Part] {
    [
      ("Size", sizeText), ("Turned", turnText), ("Format", formatText),
      ("Profile", profile), ("Software", software),
    ]
  }

  private var ratingText: String? {
    rating.flatMap { $0 == 0 ? nil : $0 < 0 ? "rejected" : "\($0) of 5" }
  }

  /// Degrees with five decimals, which is a metre.
  private var placeText: String? {
    position.map { place in
      let parts = [place.latitude, place.longitude].map { $0.text(places: 5) }
      let height = place.altitude.map { ", \($0.text(places: 0)) m" } ?? ""
      return parts.joined(separator: ", ") + height
    }
  }

  private var focalText: String? {
    guard let focalLength else { return filmFocalLength.map { "\($0.text(places: 0)) mm on film" } }
    let film = filmFocalLength.map { " (\($0.text(places: 0)) mm on 35 mm film)" } ?? ""
    return "\(focalLength.text(places: 1)) mm\(film)"
  }

  private var biasText: String? {
    exposureBias.map { ($0 > 0 ? "+" : "") + "\($0.text(places: 1)) EV" }
  }

  private var sizeText: String? {
    size.map { size in
      let millions = (Double(size.area) / 1e6).text(places: 1)
      return millions == "0" ? "\(size)" : "\(size), \(millions) MP"
    }
  }

  private var turnText: String? {
    orientation.flatMap { $0 == .topLeft ? nil : $0.turn }
  }

  private var formatText: String? {
    format.map { kind in
      guard byteCount > 0 else { return "\(kind)" }
      let isLarge = byteCount >= 1_000_000
      let number = (Double(byteCount) / (isLarge ? 1e6 : 1e3)).text(places: 1)
      return "\(kind), \(number) \(isLarge ? "MB" : "kB")"
    }
  }
}

extension Fraction {
  /// An exposure time as cameras show it: `1/250`, `0.4`, `30`.
  package var seconds: String {
    guard numerator > 0, value < 0.3 else { return value.text(places: 1) }
    return "1/\((1 / value).text(places: 0))"
  }
}

extension FlashUse {
  /// What it did, in a few words.
  fileprivate var text: String {
    guard !isMissing || isFired else { return "none" }
    let parts = [
      isFired ? "fired" : "not fired", isAutomatic ? "automatic" : nil,
      reducesRedEyes ? "red-eye reduction" : nil,
    ]
    return parts.compactMap { $0 }.joined(separator: ", ")
  }
}

extension Orientation {
  /// What is done to the stored picture, clockwise.
  fileprivate var turn: String {
    switch self {
    case .topLeft: "not"
    case .topRight: "mirrored"
    case .bottomRight: "by 180 degrees"
    case .bottomLeft: "upside down, mirrored"
    case .leftTop: "by 90 degrees, mirrored"
    case .rightTop: "by 90 degrees"
    case .rightBottom: "by 270 degrees, mirrored"
    case .leftBottom: "by 270 degrees"
    }
  }
}

extension CaptureDate {
  /// Date and time to the fraction of a second that is known, and the offset:
  /// `2024-05-17 14:03:59.5 +02:00`.
  package var precise: String {
    precision == .second
      ? "\(dayText) \(clockText)" + (offsetText.map { " \($0)" } ?? "") : dayText
  }

  /// The same as ISO 8601 has it: `2024-05-17T14:03:59.5+02:00`, `1978`.
  package var iso8601: String {
    precision == .second ? "\(dayText)T\(clockText)\(offsetText ?? "")" : dayText
  }

  private var clockText: String {
    var fraction = millisecond == 0 ? "" : "." + Self.digits(millisecond, 3)
    while fraction.last == "0" { fraction.removeLast() }
    return [hour, minute, second].map { Self.digits($0) }.joined(separator: ":") + fraction
  }

  private var offsetText: String? {
    utcOffset.map { offset in
      let minutes = offset.magnitude
      return (offset < 0 ? "-" : "+") + "\(Self.digits(minutes / 60)):\(Self.digits(minutes % 60))"
    }
  }
}
