package import Base
package import Catalogs
import Glibc
package import Imaging
package import Storage

/// Facts of a photo for sorting and filtering; nil is unknown, units are those of `PhotoMetadata`.
/// Packed into 64 bytes, as a hundred thousand are in memory. A new fact is a property here, a line
/// in ``FilterSubjects``, and its reader.
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
  /// The focal length; of a video, which has none, the duration in seconds below zero.
  private var length: Float = 0
  /// Camera, lens and label; shared by all photos with the same ones.
  package var words: PhotoWords?
  private var stars: Int8 = .min
  private var source = TakenTime.Source.photo
  private var precision = CaptureDate.Precision.second
  package var isPicked = false
  /// Whether a video is behind the photo, also if its thumbnail does not say so.
  package var isMotionPhoto = false
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

  package var iso: Int? {
    get { sensitivity > 0 ? Int(sensitivity) : nil }
    set { sensitivity = newValue.flatMap { UInt32(exactly: $0) } ?? 0 }
  }

  package var aperture: Double? {
    get { Self.number(opening) }
    set { opening = newValue.map { Float($0) } ?? 0 }
  }

  package var focalLength: Double? {
    get { Self.number(length) }
    set { length = newValue.map { Float($0) } ?? 0 }
  }

  /// Of a video, in seconds.
  package var duration: Double? {
    get { Self.number(-length) }
    set { if let newValue { length = -Float(newValue) } }
  }

  /// Nil for no rating and for a rating of 0, which is shown alike.
  var shownRating: Int? { rating.flatMap { $0 == 0 ? nil : $0 } }

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

  /// Nil if only the modification time is known.
  package var captureDate: CaptureDate? {
    source == .file ? nil : CaptureDate(wallMilliseconds: wallMilliseconds, precision: precision)
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

/// Rating, label and flag from one source, the file or its sidecar, and what else is read with them
/// of visible photos.
package struct PhotoRating: Hashable, Sendable {
  /// 1 to 5, 0 for none, -1 for rejected; nil if not given.
  package var stars: Int?
  /// Nil if not given; empty if the label was removed.
  package var label: String?
  package var isPicked = false
  /// Only of files.
  package var isMotionPhoto = false

  package init(
    stars: Int? = nil, label: String? = nil, isPicked: Bool = false, isMotionPhoto: Bool = false
  ) {
    (self.stars, self.label, self.isPicked) = (stars, label, isPicked)
    self.isMotionPhoto = isMotionPhoto
  }
}

package struct SidecarFacts: Hashable, Sendable {
  package var rating: PhotoRating
  /// Nil if not given, or if the file's own orientation applies.
  package var turn: Orientation?

  package init(rating: PhotoRating = PhotoRating(), turn: Orientation? = nil) {
    (self.rating, self.turn) = (rating, turn)
  }
}

extension PhotoFacts {
  package mutating func add(fileRating rating: PhotoRating) {
    self.rating = rating.stars
    label = rating.label
    isMotionPhoto = rating.isMotionPhoto
  }

  /// Takes precedence over the file.
  package mutating func add(sidecarRating rating: PhotoRating) {
    if let stars = rating.stars { self.rating = stars }
    if let label = rating.label { self.label = label }
    isPicked = rating.isPicked
  }
}

extension Day {
  /// The first date in a file name, as written by cameras, phones and screenshots:
  /// `IMG_20240131_…`, `PXL_20240131…`, `Screenshot 2024-01-31`, `2024_01_31`; from 1970 to 2099.
  package init?(name: [UInt8]) {
    guard let (day, _) = Self.found(in: name) else { return nil }
    self = day
  }

  static func found(in name: [UInt8]) -> (day: Day, end: Int)? {
    var end = 0
    while let start = name[end...].firstIndex(where: \.isDigit) {
      end = name[start...].firstIndex { !$0.isDigit } ?? name.count
      if let day = Self.packed(name[start..<end]) { return (day, start + 8) }
      if let day = Self.separated(name, start..<end) { return (day, end + 6) }
    }
    return nil
  }

  /// A run of digits that begins with a date, alone or followed by a time.
  private static func packed(_ run: ArraySlice<UInt8>) -> Day? {
    guard run.count == 8 || run.count >= 12 else { return nil }
    let month = run.startIndex + 4
    return Day(run.prefix(4), run[month..<month + 2], run[month + 2..<month + 4])
  }

  /// A year, and after equal separators a month and a day.
  private static func separated(_ name: [UInt8], _ year: Range<Int>) -> Day? {
    let end = year.upperBound
    guard year.count == 4, end + 6 <= name.count, [0x2D, 0x2E, 0x5F].contains(name[end]),
      name[end + 3] == name[end], end + 6 == name.count || !name[end + 6].isDigit
    else { return nil }
    return Day(name[year], name[end + 1..<end + 3], name[end + 4..<end + 6])
  }

  private init?(
    _ year: ArraySlice<UInt8>, _ month: ArraySlice<UInt8>, _ day: ArraySlice<UInt8>
  ) {
    guard let year = Int(digits: year), let month = Int(digits: month), let day = Int(digits: day),
      (1970...2099).contains(year), CivilDate(year: year, month: month, day: day) != nil
    else { return nil }
    self.init(year, month, day)
  }
}

extension Photo {
  /// The capture day from the photo or its file name; nil if unknown.
  package func day(knowing facts: PhotoFacts?) -> Day? {
    if let taken = facts?.taken, taken.source != .file { return taken.day }
    return isNamedAsFile ? Day(name: name.bytes) : nil
  }
}

extension TakenTime {
  /// The photo's own date, else that in its file name, else the modification time in local time.
  package init?(_ date: CaptureDate?, name: @autoclosure () -> ByteString, modified: FileTime?) {
    let found: (date: CaptureDate, source: Source)? =
      date.map { ($0, .photo) } ?? CaptureDate(name: name().bytes).map { ($0, .name) }
      ?? modified.flatMap(CaptureDate.init(local:)).map { ($0, .file) }
    guard let (date, source) = found else { return nil }
    self.init(wallMilliseconds: date.wallMilliseconds, source: source, precision: date.precision)
  }
}

extension CaptureDate {
  /// Local time; nil beyond the year 9999.
  fileprivate init?(local time: FileTime) {
    var seconds = time_t(time.seconds)
    var parts = unsafe tm()
    guard unsafe localtime_r(&seconds, &parts) != nil else { return nil }
    unsafe self.init(
      year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday),
      hour: Int(parts.tm_hour), minute: Int(parts.tm_min), second: Int(parts.tm_sec),
      millisecond: time.nanoseconds / 1_000_000)
  }

  /// Date and time in a file name, such as `IMG_20240131_235958`, `Screenshot 2024-01-31 23-59-58`
  /// or `2024-01-31 at 23.59.58`, or the date alone.
  package init?(name: [UInt8]) {
    guard let (day, end) = Day.found(in: name) else { return nil }
    let time = Self.time(in: name, from: end)
    self.init(
      year: day.year, month: day.month, day: day.day, hour: time?.0 ?? 0, minute: time?.1 ?? 0,
      second: time?.2 ?? 0, precision: time == nil ? .day : .second)
  }

  /// Three two-digit numbers, separated by at most one character, after a short gap.
  private static func time(in name: [UInt8], from start: Int) -> (Int, Int, Int)? {
    var place = start
    while place < name.count, !name[place].isDigit, place - start < longestGap { place += 1 }
    var numbers: [Int] = []
    for _ in 0..<3 {
      if !numbers.isEmpty, place < name.count, [0x2D, 0x2E, 0x3A, 0x5F].contains(name[place]) {
        place += 1
      }
      guard place + 1 < name.count, name[place].isDigit, name[place + 1].isDigit else { return nil }
      numbers.append(Int(name[place] - 0x30) * 10 + Int(name[place + 1] - 0x30))
      place += 2
    }
    guard numbers[0] < 24, numbers[1] < 60, numbers[2] < 60 else { return nil }
    return (numbers[0], numbers[1], numbers[2])
  }

  private static let longestGap = 4
}
