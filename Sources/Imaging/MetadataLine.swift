import Base

package struct MetadataLine: Hashable, Sendable {
  package let name: String
  /// On one line; untrusted text that must be sanitized for a terminal.
  package let value: String
  package let link: String?

  package init(_ name: String, _ value: String, link: String? = nil) {
    self.name = name
    self.value = value.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    self.link = link
  }
}

extension PhotoMetadata {
  /// In the order of interest: description, capture, exposure, file.
  package var lines: [MetadataLine] {
    let place = "Place"
    let parts: [(name: String, value: String?)] = [
      ("Title", title), ("Caption", caption), ("Alt text", altText),
      ("Keywords", keywords.joined(separator: ", ")), ("People", people.joined(separator: ", ")),
      ("Rating", rating.flatMap { $0 == 0 ? nil : $0 < 0 ? "rejected" : "\($0) of 5" }),
      ("Label", label), ("Creator", creator), ("Rights", rights), ("Taken", captureDate?.precise),
      (place, placeText), ("Camera", camera),
      ("Lens", lens), ("Exposure", exposureTime.map { "\($0.seconds) s" }),
      ("Aperture", aperture.map { "f/\($0.text(places: 1))" }), ("ISO", iso.map { "\($0)" }),
      ("Focal length", focalText),
      ("Exposure bias", exposureBias.map { ($0 > 0 ? "+" : "") + "\($0.text(places: 1)) EV" }),
      ("Flash", flash?.text), ("Duration", duration.map(VideoTime.text)),
      ("Codec", codec), ("Size", sizeText),
      ("Orientation", orientation.flatMap { $0 == .topLeft ? nil : $0.turn }),
      ("Format", formatText), ("Profile", profile), ("Software", software),
    ]
    return parts.compactMap { name, value in
      guard let value, !value.isEmpty else { return nil }
      return MetadataLine(name, value, link: name == place ? position?.address : nil)
    }
  }

  /// Five decimals are about one meter.
  private var placeText: String? {
    position.map { position in
      let parts = [position.latitude, position.longitude].map { $0.text(places: 5) }
      let height = position.altitude.map { ", \($0.text(places: 0)) m" } ?? ""
      let text = parts.joined(separator: ", ") + height
      return town.map { "\($0) (\(text))" } ?? text
    }
  }

  private var focalText: String? {
    guard let focalLength else { return filmFocalLength.map { "\($0.text(places: 0)) mm on film" } }
    let film = filmFocalLength.map { " (\($0.text(places: 0)) mm on 35 mm film)" } ?? ""
    return "\(focalLength.text(places: 1)) mm\(film)"
  }

  private var sizeText: String? {
    size.map { size in
      let millions = (Double(size.area) / 1e6).text(places: 1)
      return millions == "0" ? "\(size)" : "\(size), \(millions) MP"
    }
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
  /// An exposure time as on cameras: `1/250`, `0.4`, `30`.
  package var seconds: String {
    guard numerator > 0, value < 0.3 else { return value.text(places: 1) }
    return "1/\((1 / value).text(places: 0))"
  }
}

extension FlashUse {
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
  fileprivate var turn: String {
    switch self {
    case .topLeft: "not"
    case .topRight: "mirrored"
    case .bottomRight: "rotated 180°"
    case .bottomLeft: "upside down, mirrored"
    case .leftTop: "rotated 90°, mirrored"
    case .rightTop: "rotated 90°"
    case .rightBottom: "rotated 270°, mirrored"
    case .leftBottom: "rotated 270°"
    }
  }
}

extension CaptureDate {
  /// With fraction of a second and offset if known: `2024-05-17 14:03:59.5 +02:00`.
  package var precise: String {
    precision == .second ? "\(dayText) \(clockText)" + (offsetText.map { " \($0)" } ?? "") : dayText
  }

  /// For example `2024-05-17T14:03:59.5+02:00` or `1978`.
  package var iso8601: String {
    precision == .second ? "\(dayText)T\(clockText)\(offsetText ?? "")" : dayText
  }

  private var clockText: String {
    var fraction = millisecond == 0 ? "" : "." + millisecond.zeroPadded(to: 3)
    while fraction.last == "0" { fraction.removeLast() }
    return [hour, minute, second].map { $0.zeroPadded(to: 2) }.joined(separator: ":") + fraction
  }

  /// For example `+02:00`.
  var offsetText: String? {
    utcOffset.map { offset in
      let minutes = offset.magnitude
      let (hour, minute) = (minutes / 60, minutes % 60)
      return (offset < 0 ? "-" : "+") + hour.zeroPadded(to: 2) + ":" + minute.zeroPadded(to: 2)
    }
  }
}
