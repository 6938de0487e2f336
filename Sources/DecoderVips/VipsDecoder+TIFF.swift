internal import DecoderKit
internal import DecoderProtocol
internal import Imaging

extension VipsDecoder {
  /// Decodes a TIFF with libvips, or with `TIFFPicture` where libvips is wrong.
  func decodeTIFF(_ bytes: [UInt8]) throws(PictureError) -> DecodedPicture {
    let layout = try TIFFLayout(pictureOf: TIFFFile(bytes))
    if let lack = layout.lack { throw .unsupported(lack) }
    guard layout.isReadHere else {
      var selection = VipsSelection(page: layout.pageNumber)
      selection.subpage = layout.subdirectoryNumber
      selection.bandCount = layout.shownSampleCount
      if layout.isCut { selection.rowCount = layout.wholeRowCount }
      return try decode(bytes, with: .tiff, VipsReading.Hints(selection: selection))
    }
    guard thumbnail != .only else { throw .noThumbnail }
    return try decode(TIFFPicture(layout))
  }

  func decode(_ picture: TIFFPicture) throws(PictureError) -> DecodedPicture {
    let cut = picture.cut(by: rule)
    try announce(PixelSize(width: cut.area.columns.upperBound, height: cut.area.rows.upperBound))
    return try picture.decode(cut)
  }
}
