import DecoderKit
import Glibc
import ImagePipeline
import Imaging

/// The cost of decoding in separate processes.
enum Decoders: Benchmarking {
  static let name = "decoder"
  private static let starts = 30
  private static let pictures = 200
  private static let repeats = 5
  private static let cores = sysconf(Int32(_SC_NPROCESSORS_ONLN))

  static func rows(on stage: Stage) throws(BenchError) -> [Row] {
    try startRows() + transportRows() + photoRows(stage)
  }

  /// From the start of the process to its ready message, after the sandbox check.
  private static func startRows() throws(BenchError) -> [Row] {
    var times = Samples()
    for _ in 0..<starts {
      let statuses = Waiting { await DecoderClient(programs: .installed()).statuses() }.result
      guard case .running(_, let time, _) = statuses.first?.state else {
        throw .silent("the decoder")
      }
      times.add(time)
    }
    return [Row("start of the decoder, sandboxed", times.median, limit: .milliseconds(8))]
  }

  /// One small image after another, beside the same codec in this process.
  private static func transportRows() throws(BenchError) -> [Row] {
    let box = PixelSize(width: 256, height: 256)
    let bytes = try JPEG.encode(Bitmap(size: box, filledWith: RGB(90, 120, 40)), quality: 90)
    let client = DecoderClient(programs: .installed())
    let core = PictureDecoder(box: box)
    var (there, here) = (Samples(), Samples())
    for _ in 0..<pictures {
      try there.measure { () throws(BenchError) in
        try ManyPictures.decode([.bytes(bytes)], box, client)
      }
      let picture = here.measure { try? core.decode(bytes) }
      guard picture != nil else { throw .codec("a plain picture failed") }
    }
    return [
      Row(
        "one picture of 256x256, on top of decoding", there.median - here.median,
        limit: .milliseconds(2.5), peer: "in this process: \(here.median.text)")
    ]
  }

  private static func photoRows(_ stage: Stage) throws(BenchError) -> [Row] {
    let plain = try stage.folder("photos")
    let embedded = try stage.folder("photos-thumbnails")
    try PhotoFolder(stage).write(
      24, of: PixelSize(width: 4000, height: 3000), to: plain, withThumbnailsTo: embedded)
    let client = DecoderClient(programs: .installed())
    let box = PixelSize(width: 256, height: 256)
    let loop = TurboLoop(
      paths: paths(in: plain), eighths: 1, size: PixelSize(width: 256, height: 192))
    let vips = VipsThumbnails(
      paths: paths(in: plain), box: box, folder: try stage.folder("thumbnails"))
    try loop.run()
    var (floor, peer, whole, small) = (Samples(), Samples(), Samples(), Samples())
    for _ in 0..<repeats {
      try floor.measure { () throws(BenchError) in try loop.run() }
      try whole.measure { () throws(BenchError) in
        try ManyPictures.decode(files(in: plain), box, client)
      }
      try peer.measure { () throws(BenchError) in try vips.run() }
      try small.measure { () throws(BenchError) in
        try ManyPictures.decode(files(in: embedded), PixelSize(width: 124, height: 88), client)
      }
    }
    return [
      Row(
        "\(pictures) photos of 12 MP to 256 pixels", whole, beside: ("bare TurboJPEG loop", floor),
        limit: 1.15),
      Row("  the same", whole, beside: ("vipsthumbnail", peer), limit: 1 / 1.3),
      Row(
        "  with EXIF thumbnails, each per core", small.median * cores / pictures,
        limit: .milliseconds(4)),
    ]
  }

  private static func paths(in folder: String) -> [String] {
    (0..<pictures).map { "\(folder)/IMG_\($0 % 24 + 1).jpg" }
  }

  private static func files(in folder: String) -> [ImageSource] {
    paths(in: folder).map { .file(Array($0.utf8)) }
  }
}
