internal import DecoderKit
internal import DecoderProtocol
internal import Imaging

extension VipsDecoder {
  /// Decodes the display window, transparent outside the data; the file may be truncated.
  func decodeEXR(_ bytes: [UInt8]) throws(PictureError) -> DecodedPicture {
    let result = unsafe bytes.withUnsafeBytes { bytes in
      Result { () throws(PictureError) in
        let file = try unsafe EXRFile(bytes)
        let header = try EXRHeader(file)
        try announce(header.display.size)
        guard thumbnail != .only else { throw .noThumbnail }
        return try picture(of: file, header)
      }
    }
    return try result.get()
  }

  private func picture(
    of file: borrowing EXRFile, _ header: EXRHeader
  ) throws(PictureError) -> DecodedPicture {
    let (display, size) = (header.display, header.display.size)
    let cut = rule.cut(of: size, decodesWhole: false)
    let left = display.columns.lowerBound
    var light = EXRLight(
      header, columns: left + cut.area.columns.lowerBound..<left + cut.area.columns.upperBound)
    var rows = AveragedRows(size, cut, hasAlpha: true)
    rows.skip(cut.area.rows.lowerBound)
    var row = [UInt8](repeating: 0, count: size.width * 4)
    for y in cut.area.rows {
      try light.read(display.rows.lowerBound + y, of: file, into: &row)
      unsafe row.withUnsafeBytes { unsafe rows.take($0) }
    }
    if let failure = light.failure, !light.hasPixels, cut.region == nil { throw failure }
    let isComplete = light.failure == nil
    return DecodedPicture(
      bitmap: rows.finish(isComplete: isComplete),
      info: PictureInfo(size: size, isComplete: isComplete), region: cut.region)
  }
}
