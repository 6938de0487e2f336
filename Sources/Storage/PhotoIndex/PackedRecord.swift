internal import Imaging

/// A record as the index keeps it: numbers of fixed sizes one after another, the least byte first, and before
/// them which of those are there that need not be.
///
/// In columns of their own they would take twice as long to read, and to write.
///
/// What is read may be anything: the file may be another program's. Where a part of it means nothing, the
/// record is as good as missing, and the photo's file is read again.
struct PackedRecord {
  /// The parts that need not be there.
  private struct Parts: OptionSet {
    let rawValue: UInt16
    static let date = Parts(rawValue: 1)
    static let offset = Parts(rawValue: 2)
    static let size = Parts(rawValue: 4)
    static let iso = Parts(rawValue: 8)
    static let aperture = Parts(rawValue: 16)
    static let focalLength = Parts(rawValue: 32)
    static let rating = Parts(rawValue: 64)
    static let camera = Parts(rawValue: 128)
    static let lens = Parts(rawValue: 256)
    static let label = Parts(rawValue: 512)
    static let pick = Parts(rawValue: 1024)
    static let turn = Parts(rawValue: 2048)
    /// Set by readers that know every form of a date and every container's size; what others have read is read again.
    static let current = Parts(rawValue: 4096)

    /// How much of the date is known, in the two highest bits.
    init(_ precision: CaptureDate.Precision) {
      rawValue = UInt16(precision.rawValue) << 14
    }

    /// Takes the bits.
    init(rawValue: UInt16) {
      self.rawValue = rawValue
    }

    /// How much of the date is known.
    var precision: CaptureDate.Precision? {
      CaptureDate.Precision(rawValue: UInt8(rawValue >> 14))
    }
  }
}

extension PackedRecord {
  /// Packs a record.
  /// - Parameters:
  ///   - record: What is kept.
  ///   - words: The numbers of its camera, lens and label.
  /// - Returns: The bytes that it is kept as.
  static func bytes(
    of record: PhotoRecord, words: (camera: Int64?, lens: Int64?, label: Int64?)
  ) -> [UInt8] {
    var parts: Parts = [.current, Parts(record.captureDate?.precision ?? .second)]
    var bytes = [UInt8](repeating: 0, count: 2)
    bytes.reserveCapacity(96)
    func put(_ number: some FixedWidthInteger) {
      for shift in stride(from: 0, to: number.bitWidth, by: 8) {
        bytes.append(UInt8(truncatingIfNeeded: number >> shift))
      }
    }
    func put(_ number: (some FixedWidthInteger)?, as part: Parts) {
      guard let number else { return }
      parts.insert(part)
      put(number)
    }
    put(record.version.byteCount)
    put(record.version.modified)
    put(record.version.changed)
    put(record.version.inode)
    put(record.captureDate?.wallMilliseconds, as: .date)
    put(record.captureDate?.utcOffset, as: .offset)
    put(record.size.map { Int32(clamping: $0.width) }, as: .size)
    if let size = record.size { put(Int32(clamping: size.height)) }
    put(record.iso, as: .iso)
    put(thousandths(record.aperture), as: .aperture)
    put(thousandths(record.focalLength), as: .focalLength)
    put(record.rating, as: .rating)
    put(words.camera, as: .camera)
    put(words.lens, as: .lens)
    put(words.label, as: .label)
    put(record.turn.map { UInt8($0.rawValue) }, as: .turn)
    if record.isPicked { parts.insert(.pick) }
    (bytes[0], bytes[1]) = (UInt8(parts.rawValue & 0xFF), UInt8(parts.rawValue >> 8))
    return bytes
  }

  private static func thousandths(_ number: Float?) -> UInt32? {
    number.flatMap { UInt32(exactly: ($0 * PhotoRecord.parts).rounded()) }
  }

  /// Unpacks a record; nil where the bytes mean nothing.
  static func record(_ bytes: RawSpan, words: inout WordTable) -> PhotoRecord? {
    var rest = Progress()
    guard let bits: UInt16 = rest.next(bytes), let byteCount: Int64 = rest.next(bytes),
      byteCount >= 0, let modified: Int64 = rest.next(bytes),
      let changed: Int64 = rest.next(bytes), let inode: UInt64 = rest.next(bytes)
    else { return nil }
    let parts = Parts(rawValue: bits)
    guard parts.contains(.current), let precision = parts.precision else { return nil }
    var record = PhotoRecord(
      version: IndexedVersion(
        byteCount: byteCount, modified: modified, changed: changed, inode: inode))
    if parts.contains(.date) {
      guard let date = rest.date(bytes, hasOffset: parts.contains(.offset), precision)
      else { return nil }
      record.captureDate = date
    }
    if parts.contains(.size) {
      guard let size = rest.size(bytes) else { return nil }
      record.size = size
    }
    if parts.contains(.iso) { record.iso = rest.next(bytes) }
    if parts.contains(.aperture) { record.aperture = rest.thousandths(bytes) }
    if parts.contains(.focalLength) { record.focalLength = rest.thousandths(bytes) }
    if parts.contains(.rating) { record.rating = rest.rating(bytes) }
    let camera: Int64? = parts.contains(.camera) ? rest.next(bytes) : nil
    let lens: Int64? = parts.contains(.lens) ? rest.next(bytes) : nil
    let label: Int64? = parts.contains(.label) ? rest.next(bytes) : nil
    record.isPicked = parts.contains(.pick)
    if parts.contains(.turn) {
      guard let turn = (rest.next(bytes) as UInt8?).flatMap({ Orientation(rawValue: Int($0)) })
      else { return nil }
      record.turn = turn
    }
    guard rest.isEnd(of: bytes), let found = words.words(camera, lens, label) else { return nil }
    record.words = found.words
    return record
  }
}

/// How far bytes have been read.
private struct Progress {
  private var place = 0
  private var lacks = false

  /// Whether all bytes have been taken, and none was missing.
  func isEnd(of bytes: RawSpan) -> Bool { !lacks && place == bytes.byteCount }

  /// The next number; nil where there are not bytes enough.
  mutating func next<Number: FixedWidthInteger & BitwiseCopyable>(_ bytes: RawSpan) -> Number? {
    let count = MemoryLayout<Number>.size
    guard place + count <= bytes.byteCount else {
      lacks = true
      return nil
    }
    defer { place += count }
    return unsafe Number(
      littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: place, as: Number.self))
  }

  mutating func date(
    _ bytes: RawSpan, hasOffset: Bool, _ precision: CaptureDate.Precision
  ) -> CaptureDate? {
    guard let wall: Int64 = next(bytes) else { return nil }
    let offset: Int16? = hasOffset ? next(bytes) : nil
    return CaptureDate(
      wallMilliseconds: wall, utcOffset: offset.map(Int.init), precision: precision)
  }

  mutating func size(_ bytes: RawSpan) -> PixelSize? {
    guard let width: Int32 = next(bytes), let height: Int32 = next(bytes) else { return nil }
    return PhotoMetadata.size(width: Int(width), height: Int(height))
  }

  mutating func thousandths(_ bytes: RawSpan) -> Float? {
    guard let number: UInt32 = next(bytes), (1...1_000_000_000).contains(number) else {
      return nil
    }
    return Float(number) / PhotoRecord.parts
  }

  mutating func rating(_ bytes: RawSpan) -> Int8? {
    let rating: Int8? = next(bytes)
    return rating.flatMap { (-1...5).contains($0) ? $0 : nil }
  }
}
