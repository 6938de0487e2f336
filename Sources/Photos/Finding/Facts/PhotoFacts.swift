package import Imaging
package import PhotoIndex
package import System

/// What is known of a photo besides its place: what photos are sorted and filtered by.
///
/// Nil is what nobody knows, or not yet. A new fact is a property here, a line in ``FilterSubjects``,
/// and what reads it. A hundred thousand of them are held at once: they are packed into 64 bytes each.
package struct PhotoFacts: Hashable, Sendable {
  private var bytes: Int64 = -1
  private var modifiedSeconds: Int64 = .min
  /// When it was taken, in milliseconds; the least number where nobody knows.
  private(set) var wall: Int64 = .min
  private var modifiedNanoseconds: UInt32 = 0
  private var width: Int32 = 0
  private var height: Int32 = 0
  private var sensitivity: UInt32 = 0
  private var opening: Float = 0
  private var length: Float = 0
  /// Camera, lens and label: one object for all photos that have the same.
  package var words: PhotoWords?
  private var stars: Int8 = .min
  private var source = TakenTime.Source.photo
  private var precision = CaptureDate.Precision.second
  /// Whether somebody has picked it.
  package var isPicked = false
  /// Whether this is what is known of a photo, and not an empty place in a table.
  private(set) var isPresent = true
  /// Whether its file has been read, or nothing can be read of it: what is nil then, it does not say.
  package var isRead = false

  /// Takes what file systems know.
  package init(byteCount: Int? = nil, modified: FileTime? = nil) {
    self.byteCount = byteCount
    self.modified = modified
  }

  /// Stands where nobody has tried to find out anything.
  static let absent = {
    var facts = PhotoFacts()
    facts.isPresent = false
    return facts
  }()

  /// The size of the file in bytes.
  package var byteCount: Int? {
    get { bytes < 0 ? nil : Int(bytes) }
    set { bytes = newValue.map(Int64.init) ?? -1 }
  }

  /// When the content of the file last changed.
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

  /// When it was taken, or what comes nearest to that.
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

  /// The size of the picture as it is shown, in pixels.
  package var size: PixelSize? {
    get { width > 0 ? PixelSize(width: Int(width), height: Int(height)) : nil }
    set {
      width = newValue.map { Int32(clamping: $0.width) } ?? 0
      height = newValue.map { Int32(clamping: $0.height) } ?? 0
    }
  }

  /// The sensitivity as ISO 12232 counts it.
  package var iso: Int? {
    get { sensitivity > 0 ? Int(sensitivity) : nil }
    set { sensitivity = newValue.flatMap { UInt32(exactly: $0) } ?? 0 }
  }

  /// The f-number.
  package var aperture: Double? {
    get { Self.number(opening) }
    set { opening = newValue.map { Float($0) } ?? 0 }
  }

  /// The focal length in millimetres.
  package var focalLength: Double? {
    get { Self.number(length) }
    set { length = newValue.map { Float($0) } ?? 0 }
  }

  /// From one to five; zero for none, and minus one for a rejected photo.
  package var rating: Int? {
    get { stars == .min ? nil : Int(stars) }
    set { stars = newValue.map { Int8(clamping: $0) } ?? .min }
  }

  /// The colour label, by its name; nil for none.
  package var label: String? {
    get { words?.label.flatMap { $0.isEmpty ? nil : $0 } }
    set {
      words = PhotoWords(
        camera: words?.camera, lens: words?.lens, label: newValue.flatMap { $0.isEmpty ? nil : $0 })
    }
  }

  /// Which heap it was put on.
  package var flag: PhotoFlag { (rating ?? 0) < 0 ? .rejected : isPicked ? .picked : .none }

  /// The number that a lens is said to have, and not the one that comes nearest to it in binary.
  private static func number(_ number: Float) -> Double? {
    number > 0 ? (Double(number) * 1000).rounded() / 1000 : nil
  }
}

/// When a photo was taken, by the clock of whoever took it, or what comes nearest to that.
package struct TakenTime: Hashable, Comparable, Sendable {
  /// Who tells it.
  package enum Source: UInt8, Hashable, Sendable {
    /// The photo itself.
    case photo
    /// The name of its file.
    case name
    /// The file system: when the file was last changed.
    case file
  }

  /// Milliseconds since the beginning of 1970, as if the clock knew of no time zones.
  package let wallMilliseconds: Int64
  /// Who tells it.
  package let source: Source
  /// How much of it is known.
  package let precision: CaptureDate.Precision

  /// Takes all of it.
  package init(
    wallMilliseconds: Int64, source: Source, precision: CaptureDate.Precision = .second
  ) {
    self.wallMilliseconds = wallMilliseconds
    self.source = source
    self.precision = precision
  }

  /// Takes a date, and who tells it.
  init(_ date: CaptureDate, source: Source) {
    self.init(
      wallMilliseconds: date.wallMilliseconds, source: source, precision: date.precision)
  }

  /// The day; nil beyond all calendars.
  package var day: Day? {
    CaptureDate(wallMilliseconds: wallMilliseconds).map {
      Day(Int($0.year), Int($0.month), Int($0.day))
    }
  }

  /// Tells which time is earlier, whoever tells it.
  package static func < (left: TakenTime, right: TakenTime) -> Bool {
    (left.wallMilliseconds, left.source.rawValue) < (right.wallMilliseconds, right.source.rawValue)
  }
}
