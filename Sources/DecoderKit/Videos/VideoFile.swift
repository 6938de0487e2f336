internal import CVideo
package import DecoderProtocol
package import Imaging

/// A video, opened by the demuxer of its format; single-threaded.
@safe
package final class VideoFile {
  private final class Source {
    let read: MetadataFile.Read

    init(_ read: @escaping MetadataFile.Read) {
      self.read = read
    }
  }

  private let video: OpaquePointer
  private let source: Source
  private let facts: cvideo_facts
  let format: PictureFormat
  /// In square pixels, not turned yet.
  let stored: PixelSize
  let orientation: Orientation

  /// Loads the libraries, which cannot be loaded inside the sandbox.
  package static func loadLibraries() { _ = cvideo_load() }

  /// Reads no more of the file than its header and index.
  package init(byteCount: Int, read: @escaping MetadataFile.Read) throws(PictureError) {
    let start = { (count: Int) in read(min(count, byteCount), 0) }
    guard let format = PictureFormat(readingStart: start), let demuxer = format.demuxer else {
      throw .notAnImage
    }
    guard cvideo_load() else { throw .unsupported("video without libavformat") }
    let source = Source(read)
    var result = cvideo_done
    let video = unsafe cvideo_open(
      demuxer,
      { context, bytes, count, offset in
        guard let context = unsafe context, let bytes = unsafe bytes, count > 0 else { return 0 }
        let source = unsafe Unmanaged<Source>.fromOpaque(context).takeUnretainedValue()
        let part = source.read(Int(count), Int(offset)).prefix(Int(count))
        _ = unsafe UnsafeMutableBufferPointer(start: bytes, count: Int(count))
          .update(fromContentsOf: part)
        return Int32(part.count)
      }, Unmanaged.passUnretained(source).toOpaque(), Int64(byteCount), &result)
    guard let video = unsafe video else { throw Self.reason(for: result) }
    unsafe (self.video, self.source, self.format) = (video, source, format)
    unsafe facts = unsafe cvideo_describe(video)
    stored = unsafe PixelSize(width: Int(facts.width), height: Int(facts.height))
    orientation = unsafe Orientation(rawValue: Int(facts.orientation)) ?? .topLeft
  }

  /// The video behind a photo, or a file of its own.
  package convenience init(
    inPhotoOrAlone byteCount: Int, read: @escaping MetadataFile.Read
  ) throws(PictureError) {
    let file = MetadataFile(byteCount: byteCount, read: read)
    let range = AppendedVideo.range(in: file) ?? 0..<byteCount
    try self.init(byteCount: range.count) { count, offset in
      guard (0..<range.count).contains(offset) else { return [] }
      return read(min(count, range.count - offset), range.lowerBound + offset)
    }
  }

  deinit {
    unsafe cvideo_close(video)
  }

  /// In milliseconds; nil if unknown.
  var duration: Int? { unsafe facts.duration > 0 ? Int(facts.duration) : nil }

  /// The first of its names: `H.264`, `Google VP9`.
  var codec: String? {
    let names = unsafe facts.codec.map { unsafe String(cString: $0) }
    return names?.split(separator: " / ").first.flatMap { PhotoMetadata.text(String($0)) }
  }

  func text(_ keys: String...) -> String? {
    keys.lazy.compactMap { key in
      unsafe cvideo_text(self.video, key).map { unsafe String(cString: $0) }
    }.first.flatMap { PhotoMetadata.text($0) }
  }

  /// That of Apple's phones has their time zone; the others are in UTC.
  var captureDate: CaptureDate? {
    text("com.apple.quicktime.creationdate", "creation_time").flatMap { CaptureDate(text: $0) }
  }

  var camera: CameraName {
    CameraName(
      make: text("com.apple.quicktime.make", "make") ?? "",
      model: text("com.apple.quicktime.model", "model") ?? "")
  }

  /// `onSize` is called after the limit check.
  func start(onSize: (PixelSize) -> Void) throws(PictureError) {
    try PictureLimit.check(stored)
    onSize(stored)
    let result = unsafe cvideo_start(video)
    guard result != cvideo_unsupported else { throw .unsupported(codec ?? "codec") }
    guard result == cvideo_done else { throw Self.reason(for: result) }
  }

  /// Decodes the frame at a percentage of the duration, else the one that stands for the video; false
  /// if the file ends too early.
  func findFrame(at moment: Int?) throws(PictureError) -> Bool {
    var isWhole = true
    let result = unsafe cvideo_poster(video, Int32(moment ?? 0), &isWhole)
    guard result == cvideo_done else { throw Self.reason(for: result) }
    return isWhole
  }

  /// Decodes the next frame; returns its time in milliseconds, nil after the last one.
  func next() throws(PictureError) -> Int? {
    var time: Int64 = 0
    switch unsafe cvideo_next(video, &time) {
    case cvideo_done: return Int(time)
    case cvideo_end: return nil
    case let result: throw Self.reason(for: result)
    }
  }

  func bitmap(_ cut: CropScale) throws(PictureError) -> Bitmap {
    let size = cut.region == nil ? cut.target : stored
    let length = size.area * 4
    let pixels = unsafe [UInt8](unsafeUninitializedCapacity: length) { target, count in
      let isScaled = unsafe cvideo_scale(
        video, Int32(size.width), Int32(size.height), target.baseAddress)
      count = isScaled ? length : 0
    }
    guard pixels.count == length else { throw .outOfMemory }
    var bitmap = Bitmap(size: size, bytes: pixels)
    if cut.region != nil { bitmap = bitmap.cropped(to: cut.area).scaled(to: cut.target) }
    var (primaries, transfer): (Int32, Int32) = (0, 0)
    unsafe cvideo_colors(video, &primaries, &transfer)
    return bitmap.inStandardColors(
      CICP(primaries: Int(primaries), transfer: Int(transfer)).colors, isGray: false
    ).turned(by: orientation)
  }

  private static func reason(for result: cvideo_result) -> PictureError {
    switch result {
    case cvideo_no_video: .noVideo
    case cvideo_truncated: .truncated
    case cvideo_no_memory: .outOfMemory
    default: .damaged
    }
  }
}

extension VideoFile {
  package func decode(
    by rule: CropRule, at moment: Int? = nil, onSize: (PixelSize) -> Void
  ) throws(PictureError) -> DecodedPicture {
    try start(onSize: onSize)
    let cut = rule.cut(of: stored, turnedBy: orientation)
    let isWhole = try findFrame(at: moment)
    var info = PictureInfo(
      size: orientation.shown(stored), orientation: orientation, isComplete: isWhole,
      isMoving: true, captureDate: captureDate, camera: camera.text)
    info.duration = duration
    return DecodedPicture(bitmap: try bitmap(cut), info: info, region: cut.region)
  }

  package var metadata: PhotoMetadata {
    var metadata = PhotoMetadata()
    metadata.format = format
    metadata.size = PhotoMetadata.size(width: stored.width, height: stored.height)
      .map(orientation.shown)
    if orientation != .topLeft { metadata.orientation = orientation }
    (metadata.duration, metadata.codec) = (duration, codec)
    metadata.captureDate = captureDate
    metadata.make = text("com.apple.quicktime.make", "make")
    metadata.model = text("com.apple.quicktime.model", "model")
    (metadata.title, metadata.software) = (text("title"), text("encoder"))
    return metadata
  }
}

/// The frames of a video from its start, without those that follow another at once.
package struct VideoFrames: MovingPicture {
  private static let usualDelay = 40

  private let file: VideoFile
  private let cut: CropScale
  private var waiting: (bitmap: Bitmap, time: Int)?
  private var isAtEnd = false
  package let start: MovingStart

  package init(
    _ file: VideoFile, in box: PixelSize, onSize: (PixelSize) -> Void
  ) throws(PictureError) {
    try file.start(onSize: onSize)
    self.file = file
    let shown = file.orientation.shown(file.stored)
    let frameSize = shown.fitted(into: box)
    cut = CropScale(allOf: file.stored, target: file.orientation.shown(frameSize))
    start = MovingStart(size: shown, frameSize: frameSize, playCount: 1)
  }

  package mutating func next() throws(PictureError) -> MovingFrame? {
    guard !isAtEnd else { return nil }
    let shown: (bitmap: Bitmap, time: Int)
    if let waiting {
      shown = waiting
    } else {
      guard let time = try file.next() else { return nil }
      shown = (try file.bitmap(cut), time)
    }
    let shortest = Int(MovingFrame.delays.lowerBound / .milliseconds(1))
    var time = try file.next()
    while let found = time, found - shown.time < shortest { time = try file.next() }
    guard let time else {
      isAtEnd = true
      return MovingFrame(shown.bitmap, storedDelay: .milliseconds(Self.usualDelay))
    }
    waiting = (try file.bitmap(cut), time)
    return MovingFrame(shown.bitmap, storedDelay: .milliseconds(time - shown.time))
  }
}

extension PictureFormat {
  /// The name of the demuxer in libavformat; nil if this is no video.
  fileprivate var demuxer: String? {
    switch self {
    case .mp4, .quickTime: "mov"
    case .matroska, .webM: "matroska"
    case .avi: "avi"
    case .mpegTS: "mpegts"
    default: nil
    }
  }
}
