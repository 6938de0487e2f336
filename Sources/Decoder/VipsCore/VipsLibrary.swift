internal import DecoderMessages
internal import CVips
internal import DecoderCore
internal import Synchronization
internal import Values

/// libvips, started once in a process.
enum VipsLibrary {
  /// The loaders that may be used: the others are blocked, as they were never made for strangers'
  /// files, or belong to kinds that are read elsewhere.
  private static let loaders = [
    "VipsForeignLoadNsgif", "VipsForeignLoadWebp", "VipsForeignLoadTiff", "VipsForeignLoadHeif",
    "VipsForeignLoadSvg",
  ]

  /// What the libraries say where pixels are missing or a size is absurd; most of their warnings are
  /// about other things.
  private static let complaints = [
    "end of", "runcated", "ead error", "orrupt", "remature", "ot enough data", "error in tile",
    "out of range",
  ]

  /// Complaints since the process began.
  private static let count = Atomic(0)
  private static let isStarted = start()

  /// Starts libvips, if it has not been, without any thread of its own.
  /// - Throws: `PictureError.outOfMemory`, the only reason why it cannot be.
  static func ready() throws(PictureError) {
    guard isStarted else { throw .outOfMemory }
  }

  /// How often a library complained of that, since the process began.
  static var complaintCount: Int { count.load(ordering: .relaxed) }

  private static func start() -> Bool {
    listen()
    guard unsafe vips_init("photocell-decoder") == 0 else { return false }
    vips_concurrency_set(1)
    vips_cache_set_max(0)
    // Its vector code is made at run time, in memory that no sandbox should allow.
    vips_vector_set_enabled(0)
    unsafe vips_operation_block_set("VipsForeignLoad", 1)
    for loader in loaders { unsafe vips_operation_block_set(loader, 0) }
    return true
  }

  /// Listens to what the libraries would write to the terminal, instead of writing it.
  private static func listen() {
    unsafe g_log_set_default_handler({ _, _, text, _ in unsafe VipsLibrary.hear(text) }, nil)
    unsafe g_log_set_writer_func({ _, _, _, _ in G_LOG_WRITER_HANDLED }, nil, nil)
  }

  private static func hear(_ text: UnsafePointer<CChar>?) {
    guard let text = unsafe text.map({ unsafe String(cString: $0) }),
      complaints.contains(where: text.contains(text:))
    else { return }
    count.add(1, ordering: .relaxed)
  }
}
