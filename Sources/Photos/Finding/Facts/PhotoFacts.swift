package import Base
package import Imaging
package import Storage

/// Facts of a photo for sorting and filtering; nil is unknown. They are packed into 64 bytes, as a
/// hundred thousand are in memory. A new fact is a property here, a line in ``FilterSubjects``, and
/// its reader.
package struct PhotoFacts: Hashable, Sendable {
  private var bytes: Int64 = -1
  private var modifiedSeconds: Int64 = .min
  /// Milliseconds; `.min` if unknown.
  private(set) var wall: Int64 = .min
  private var modifiedNanoseconds: UInt32 = 0
  private var width: Int32 = 0
  private var height: Int32 = 0
  private var sensitivity: UInt32 = 0
  private var opening: Float = 0
  private var length: Float = 0
  /// Camera, lens and label; shared by all photos with the same ones.
  package var words: PhotoWords?
  private var stars: Int8 = .min
  private var source = TakenTime.Source.photo
  private var precision = CaptureDate.Precision.second
  package var isPicked = false
  private(set) var isPresent = true
  /// Whether the file was read or cannot be read: nil facts are then absent, not unknown.
  package var isRead = false

  package init(byteCount: Int? = nil, modified: FileTime? = nil) {
    self.byteCount = byteCount
    self.modified = modified
  }

  static let absent = {
    var facts = PhotoFacts()
    facts.isPresent = false
    return facts
  }()

  package var byteCount: Int? {
    get { bytes < 0 ? nil : Int(bytes) }
    set { bytes = newValue.map(Int64.init) ?? -1 }
  }

  package var modified: FileTime? {
    get {
      modifiedSeconds == .min
        ? nil : FileTime(seconds: Int(modifiedSeconds), nanoseconds: Int(modifiedNanoseconds))
    }
    set {
      modifiedSeconds = newValue.map { Int64($0.seconds) } ?? .min
      modifiedNanoseconds = newValue.map { UInt32($0.nanoseconds) } ?? 0
    }
  }

  package var taken: TakenTime? {
    get {
      wall == .min
        ? nil : TakenTime(wallMilliseconds: wall, source: source, precision: precision)
    }
    set {
      wall = newValue?.wallMilliseconds ?? .min
      source = newValue?.source ?? .photo
      precision = newValue?.precision ?? .second
    }
  }

  /// In pixels, as displayed.
  package var size: PixelSize? {
    get { width > 0 ? PixelSize(width: Int(width), height: Int(height)) : nil }
    set {
      width = newValue.map { Int32(clamping: $0.width) } ?? 0
      height = newValue.map { Int32(clamping: $0.height) } ?? 0
    }
  }

  /// ISO 12232.
  package var iso: Int? {
    get { sensitivity > 0 ? Int(sensitivity) : nil }
    set { sensitivity = newValue.flatMap { UInt32(exactly: $0) } ?? 0 }
  }

  package var aperture: Double? {
    get { Self.number(opening) }
    set { opening = newValue.map { Float($0) } ?? 0 }
  }

  /// In millimeters.
  package var focalLength: Double? {
    get { Self.number(length) }
    set { length = newValue.map { Float($0) } ?? 0 }
  }

  package var rating: Int? {
    get { stars == .min ? nil : Int(stars) }
    set { stars = newValue.map { Int8(clamping: $0) } ?? .min }
  }

  package var label: String? {
    get { words?.label.flatMap { $0.isEmpty ? nil : $0 } }
    set {
      words = PhotoWords(
        camera: words?.camera, lens: words?.lens, label: newValue.flatMap { $0.isEmpty ? nil : $0 })
    }
  }

  package var flag: PhotoFlag { (rating ?? 0) < 0 ? .rejected : isPicked ? .picked : .none }

  /// Removes the error of the conversion from `Float`.
  private static func number(_ number: Float) -> Double? {
    number > 0 ? (Double(number) * 1000).rounded() / 1000 : nil
  }
}

/// When a photo was taken, by the camera's clock, or the nearest approximation.
package struct TakenTime: Hashable, Comparable, Sendable {
  package enum Source: UInt8, Hashable, Sendable {
    case photo
    case name
    case file
  }

  /// Milliseconds since 1970, ignoring time zones.
  package let wallMilliseconds: Int64
  package let source: Source
  package let precision: CaptureDate.Precision

  package init(
    wallMilliseconds: Int64, source: Source, precision: CaptureDate.Precision = .second
  ) {
    self.wallMilliseconds = wallMilliseconds
    self.source = source
    self.precision = precision
  }

  init(_ date: CaptureDate, source: Source) {
    self.init(
      wallMilliseconds: date.wallMilliseconds, source: source, precision: date.precision)
  }

  package var day: Day? {
    CaptureDate(wallMilliseconds: wallMilliseconds).map {
      Day(Int($0.year), Int($0.month), Int($0.day))
    }
  }

  package static func < (left: TakenTime, right: TakenTime) -> Bool {
    (left.wallMilliseconds, left.source.rawValue) < (right.wallMilliseconds, right.source.rawValue)
  }
}

/// Rating, label and flag from one source: the file or its sidecar.
package struct PhotoRating: Hashable, Sendable {
  /// 1 to 5, 0 for none, -1 for rejected; nil if not given.
  package var stars: Int?
  /// Nil if not given; empty if the label was removed.
  package var label: String?
  package var isPicked = false
}

package struct SidecarFacts: Hashable, Sendable {
  package var rating: PhotoRating = PhotoRating()
  /// Nil if not given, or if the file's own orientation applies.
  package var turn: Orientation?
}

extension PhotoFacts {
  package mutating func add(fileRating rating: PhotoRating) {
    self.rating = rating.stars
    label = rating.label
  }

  /// Takes precedence over the file.
  package mutating func add(sidecarRating rating: PhotoRating) {
    if let stars = rating.stars { self.rating = stars }
    if let label = rating.label { self.label = label }
    isPicked = rating.isPicked
  }
}
