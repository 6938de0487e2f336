internal import Base
internal import COpenJPEG
internal import DecoderProtocol

/// libvips 8.14 writes out of bounds and crashes the process if chroma is subsampled.
@safe
struct J2KDecoder: ~Copyable {
  private let diagnostics: UnsafeMutablePointer<J2KDiagnostics>
  private let stream: UnsafeMutablePointer<opj_stream_t?>
  private let codec: UnsafeMutablePointer<opj_codec_t?>

  /// Keeps a pointer to the bytes.
  init(_ file: UnsafeRawBufferPointer) throws(PictureError) {
    let format = unsafe file.first == 0xFF ? OPJ_CODEC_J2K : OPJ_CODEC_JP2
    guard let stream = unsafe OpenJPEGStream(file.baseAddress, file.count) else {
      throw .outOfMemory
    }
    guard let codec = unsafe opj_create_decompress(format) else {
      unsafe opj_stream_destroy(stream)
      throw .outOfMemory
    }
    let diagnostics = UnsafeMutablePointer<J2KDiagnostics>.allocate(capacity: 1)
    unsafe diagnostics.initialize(to: J2KDiagnostics())
    unsafe self.diagnostics = unsafe diagnostics
    unsafe self.stream = unsafe stream
    unsafe self.codec = unsafe codec
    unsafe opj_set_warning_handler(codec, J2KDiagnostics.hear, diagnostics)
    unsafe opj_set_error_handler(codec, J2KDiagnostics.hear, diagnostics)
    var parameters = opj_dparameters_t()
    unsafe opj_set_default_decoder_parameters(&parameters)
    unsafe opj_setup_decoder(codec, &parameters)
    // Decode truncated data as far as possible.
    unsafe opj_decoder_set_strict_mode(codec, OPJ_FALSE)
  }

  deinit {
    unsafe opj_destroy_codec(codec)
    unsafe opj_stream_destroy(stream)
    unsafe diagnostics.deallocate()
  }

  var hasMissedData: Bool { unsafe diagnostics.pointee.hasMissedData }

  borrowing func header() throws(PictureError) -> J2KImage {
    var image: UnsafeMutablePointer<opj_image_t>?
    let isRead = unsafe opj_read_header(stream, codec, &image) != 0
    guard let image = unsafe image else { throw failure }
    let picture = unsafe J2KImage(image)
    guard isRead else { throw failure }
    return picture
  }

  borrowing func mostReductions(of image: borrowing J2KImage) -> Int {
    var info = unsafe opj_get_cstr_info(codec)
    defer { unsafe opj_destroy_cstr_info(&info) }
    guard let components = unsafe info?.pointee.m_default_tile_info.tccp_info else { return 0 }
    let counts = (0..<image.componentCount).map { unsafe Int(components[$0].numresolutions) }
    return max(0, (counts.min() ?? 1) - 1)
  }

  /// `area` is on the reference grid, nil for all of it; each reduction halves the size.
  borrowing func decode(
    _ image: borrowing J2KImage, _ area: J2KArea?, reduction: Int
  ) throws(PictureError) {
    guard unsafe opj_set_decoded_resolution_factor(codec, UInt32(reduction)) != 0,
      area.map({
        unsafe opj_set_decode_area(
          codec, image.handle, Int32($0.left), Int32($0.top), Int32($0.right), Int32($0.bottom))
      }) ?? 1 != 0,
      unsafe opj_decode(codec, stream, image.handle) != 0
    else { throw failure }
  }

  private var failure: PictureError {
    unsafe diagnostics.pointee.isShortOfMemory ? .outOfMemory : .damaged
  }
}

/// Warnings and errors of openjpeg, which reports only text.
private struct J2KDiagnostics {
  private(set) var hasMissedData = false
  private(set) var isShortOfMemory = false

  /// Texts for missing data; most warnings are about other things.
  private static let losses = ["segment too long", "inconsistent with stream length"]

  static let hear: opj_msg_callback = { text, diagnostics in
    guard let text = unsafe text.map({ unsafe String(cString: $0) }),
      let diagnostics = unsafe diagnostics?.assumingMemoryBound(to: J2KDiagnostics.self)
    else { return }
    if losses.contains(where: text.contains(text:)) {
      unsafe diagnostics.pointee.hasMissedData = true
    }
    if text.contains(text: "memory") { unsafe diagnostics.pointee.isShortOfMemory = true }
  }
}
