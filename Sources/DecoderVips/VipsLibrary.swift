internal import Base
internal import CVips
internal import DecoderProtocol
internal import Imaging
internal import Synchronization

/// libvips, initialized once per process.
enum VipsLibrary {
  /// Texts of warnings about missing pixels or absurd sizes; most warnings are about other things.
  private static let warnings = [
    "end of", "runcated", "ead error", "orrupt", "remature", "ot enough data", "error in tile",
    "out of range",
  ]

  private static let count = Atomic(0)
  private static let isStarted = start()

  /// Initializes libvips once, without starting threads.
  static func ready() throws(PictureError) {
    guard isStarted else { throw .outOfMemory }
  }

  static var warningCount: Int { count.load(ordering: .relaxed) }

  private static func start() -> Bool {
    listen()
    guard unsafe vips_init("photocell-decoder") == 0 else { return false }
    vips_concurrency_set(1)
    vips_cache_set_max(0)
    // Its vector code is generated at run time, in memory that a sandbox should not allow.
    vips_vector_set_enabled(0)
    allowLoaders()
    return true
  }

  /// Blocks all loaders but those of the format table: not all are meant for untrusted files.
  private static func allowLoaders() {
    unsafe vips_operation_block_set("VipsForeignLoad", 1)
    for loader in Set(PictureFormat.allCases.compactMap(\.descriptor.vipsLoader)) {
      let type = unsafe vips_type_find("VipsForeignLoad", loader)
      guard type != 0, let name = unsafe g_type_name(type) else { continue }
      unsafe vips_operation_block_set(name, 0)
    }
  }

  /// Intercepts log messages of the libraries instead of writing them to the terminal.
  private static func listen() {
    unsafe g_log_set_default_handler({ _, _, text, _ in unsafe VipsLibrary.hear(text) }, nil)
    unsafe g_log_set_writer_func({ _, _, _, _ in G_LOG_WRITER_HANDLED }, nil, nil)
  }

  private static func hear(_ text: UnsafePointer<CChar>?) {
    guard let text = unsafe text.map({ unsafe String(cString: $0) }),
      warnings.contains(where: text.contains(text:))
    else { return }
    count.add(1, ordering: .relaxed)
  }
}
