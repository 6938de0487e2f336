import DecoderKit
import DecoderProtocol
import DecoderVips
import Imaging

/// The function that libFuzzer calls with every generated file; `.ci/fuzz` builds it.
@_cdecl("LLVMFuzzerTestOneInput")
public func decodeWhatever(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  for thumbnail in [ThumbnailUse.never, .only] {
    let decoder = PictureDecoder(box: PixelSize(width: 24, height: 24), thumbnail: thumbnail)
    _ = try? decoder.decodeStart(bytes, end: Array(bytes.suffix(PictureDecoder.endByteCount)))
    guard let picture = try? decoder.decode(bytes) else { continue }
    precondition(max(picture.bitmap.size.width, picture.bitmap.size.height) <= 24)
  }
  if let sequence = try? AVIFFrames(bytes, in: PixelSize(width: 24, height: 24), onSize: { _ in }) {
    var count = 0
    while count < 20, let frame = try? sequence.next() {
      precondition(frame.bitmap.size == sequence.start.frameSize)
      count += 1
    }
  }
  if let metadata = MetadataReader().metadata(of: MetadataFile(bytes)) {
    precondition(metadata.keywords.count <= PhotoMetadata.keywordLimit)
    precondition(metadata.lines.allSatisfy { !$0.name.isEmpty })
  }
  return 0
}
