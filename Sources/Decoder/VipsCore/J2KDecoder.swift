internal import COpenJPEG
internal import DecoderMessages
internal import Values

/// openjpeg at work on one JPEG 2000 file; let go of when it goes.
///
/// libvips 8.14 writes beyond its own memory where the chroma of a picture is subsampled, and has the
/// process killed.
@safe
struct J2KDecoder: ~Copyable {
  private let complaints: UnsafeMutablePointer<J2KComplaints>
  private let stream: UnsafeMutablePointer<opj_stream_t?>
  private let codec: UnsafeMutablePointer<opj_codec_t?>

  /// Takes a file, whose bytes must stay where they are as long as this.
  /// - Throws: `PictureError.outOfMemory`.
  init(_ file: UnsafeRawBufferPointer) throws(PictureError) {
    let format = unsafe file.first == 0xFF ? OPJ_CODEC_J2K : OPJ_CODEC_JP2
    guard let stream = unsafe OpenJPEGStream(file.baseAddress, file.count) else {
      throw .outOfMemory
    }
    guard let codec = unsafe opj_create_decompress(format) else {
      unsafe opj_stream_destroy(stream)
      throw .outOfMemory
    }
    let complaints = UnsafeMutablePointer<J2KComplaints>.allocate(capacity: 1)
    unsafe complaints.initialize(to: J2KComplaints())
    unsafe self.complaints = unsafe complaints
    unsafe self.stream = unsafe stream
    unsafe self.codec = unsafe codec
    unsafe opj_set_warning_handler(codec, J2KComplaints.hear, complaints)
    unsafe opj_set_error_handler(codec, J2KComplaints.hear, complaints)
    var parameters = opj_dparameters_t()
    unsafe opj_set_default_decoder_parameters(&parameters)
    unsafe opj_setup_decoder(codec, &parameters)
    // What ends too early is decoded as far as it goes.
    unsafe opj_decoder_set_strict_mode(codec, OPJ_FALSE)
  }

  deinit {
    unsafe opj_destroy_codec(codec)
    unsafe opj_stream_destroy(stream)
    unsafe complaints.deallocate()
  }

  /// Whether openjpeg has missed data so far.
  var hasMissedData: Bool { unsafe complaints.pointee.hasMissedData }

  /// Reads the headers.
  /// - Returns: The picture, whose pixels are not there yet.
  /// - Throws: `PictureError.damaged`, `.outOfMemory`.
  borrowing func header() throws(PictureError) -> J2KImage {
    var image: UnsafeMutablePointer<opj_image_t>?
    let isRead = unsafe opj_read_header(stream, codec, &image) != 0
    guard let image = unsafe image else { throw failure }
    let picture = unsafe J2KImage(image)
    guard isRead else { throw failure }
    return picture
  }

  /// How often every component of a picture can be halved.
  borrowing func mostReductions(of image: borrowing J2KImage) -> Int {
    var info = unsafe opj_get_cstr_info(codec)
    defer { unsafe opj_destroy_cstr_info(&info) }
    guard let components = unsafe info?.pointee.m_default_tile_info.tccp_info else { return 0 }
    let counts = (0..<image.componentCount).map { unsafe Int(components[$0].numresolutions) }
    return max(0, (counts.min() ?? 1) - 1)
  }

  /// Decodes the pixels.
  /// - Parameters:
  ///   - image: What `header()` returned.
  ///   - area: What is decoded of it, on the reference grid; nil for all of it.
  ///   - reduction: How often the picture is halved.
  /// - Throws: `PictureError.damaged`, `.outOfMemory`.
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
    unsafe complaints.pointee.isShortOfMemory ? .outOfMemory : .damaged
  }
}

/// What openjpeg has complained of; it has no codes for that, only texts.
private struct J2KComplaints {
  private(set) var hasMissedData = false
  private(set) var isShortOfMemory = false

  /// What openjpeg says where data are missing; most of its warnings are about other things.
  private static let losses = ["segment too long", "inconsistent with stream length"]

  /// Takes a text for the complaints whose address it is called with.
  static let hear: opj_msg_callback = { text, complaints in
    guard let text = unsafe text.map({ unsafe String(cString: $0) }),
      let complaints = unsafe complaints?.assumingMemoryBound(to: J2KComplaints.self)
    else { return }
    if losses.contains(where: text.contains(text:)) {
      unsafe complaints.pointee.hasMissedData = true
    }
    if text.contains(text: "memory") { unsafe complaints.pointee.isShortOfMemory = true }
  }
}
