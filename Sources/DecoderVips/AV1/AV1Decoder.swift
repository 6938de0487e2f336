internal import CDav1d
internal import DecoderProtocol
internal import Glibc
internal import Imaging

/// A libdav1d decoder for one track, without threads.
///
/// libheif supports no sequences; libavif builds a table of all frames and loads four encoders.
@safe
final class AV1Decoder {
  private let handle: OpaquePointer

  init(_ size: PixelSize) throws(PictureError) {
    var settings = unsafe Dav1dSettings()
    unsafe dav1d_default_settings(&settings)
    unsafe settings.n_threads = 1
    unsafe settings.max_frame_delay = 1
    // Output only the highest spatial layer.
    unsafe settings.all_layers = 0
    unsafe settings.frame_size_limit = UInt32(clamping: size.area)
    unsafe settings.logger.callback = nil
    var handle: OpaquePointer?
    guard unsafe dav1d_open(&handle, &settings) == 0, let handle = unsafe handle else {
      throw .outOfMemory
    }
    unsafe self.handle = unsafe handle
  }

  deinit {
    var handle: OpaquePointer? = unsafe handle
    unsafe dav1d_close(&handle)
  }

  func decode(_ sample: ArraySlice<UInt8>) throws(PictureError) -> AV1Picture {
    var data = unsafe Dav1dData()
    guard let target = unsafe dav1d_data_create(&data, sample.count) else { throw .outOfMemory }
    defer { unsafe dav1d_data_unref(&data) }
    unsafe sample.withUnsafeBytes { bytes in
      if let start = bytes.baseAddress { unsafe memcpy(target, start, bytes.count) }
    }
    var picture: AV1Picture?
    repeat {
      let isTaken = try Self.isDone(unsafe dav1d_send_data(handle, &data))
      let next = try waitingPicture()
      guard isTaken || next != nil else { throw .damaged }
      picture = next ?? picture
    } while unsafe data.sz > 0
    guard let picture else { throw .damaged }
    return picture
  }

  private func waitingPicture() throws(PictureError) -> AV1Picture? {
    var last: AV1Picture?
    while true {
      var picture = unsafe Dav1dPicture()
      guard try Self.isDone(unsafe dav1d_get_picture(handle, &picture)) else { return last }
      last = unsafe AV1Picture(picture)
    }
  }

  /// False for EAGAIN: the other libdav1d function must be called first.
  private static func isDone(_ result: Int32) throws(PictureError) -> Bool {
    switch result {
    case 0: return true
    case -EAGAIN: return false
    case -ENOMEM: throw .outOfMemory
    default: throw .damaged
    }
  }
}
