import ArgumentParser
import Base
import Browser
import Catalogs
import FileActions
import Glibc
import ImagePipeline
import Imaging
import Photos
import Terminal

/// A contact sheet that is written to a new file or folder.
struct SheetFile: Sendable {
  enum Kind: Sendable {
    case pdf, png
    case folder

    /// By the extension; nil for that of another kind of file.
    init?(of path: ByteString) {
      guard path != ByteString("-") else { return nil }
      guard path.bytes.last != UInt8(ascii: "/") else { self = .folder; return }
      let name = path.lastName
      switch name.bytes.dropFirst(name.stem.bytes.count).map(\.lowercased) {
      case Array(".pdf".utf8): self = .pdf
      case Array(".png".utf8): self = .png
      case []: self = .folder
      default: return nil
      }
    }
  }

  static let columnLimit = 20
  private static let (photoSide, thumbnailSide) = (2048, 480)
  private static let (photoQuality, thumbnailQuality) = (85, 80)
  private static let page = "index.html"

  let path: ByteString
  let columns: Int?

  private var kind: Kind { Kind(of: path) ?? .folder }

  /// Of one photo; `photo` is the larger copy of a web page.
  private struct Images: Sendable {
    let bitmap: Bitmap
    var jpeg: [UInt8] = []
    var photo: [UInt8] = []
  }

  /// Throws an `ExitCode` if photos are missing or writing fails.
  @MainActor
  func write(
    _ sources: SourceOptions, _ kinds: KindOptions, decoder: DecoderOptions, web: WebOptions,
    _ log: Log
  ) async throws {
    try check()
    let found = try await sources.listed(
      for: "photocell sheet", kinds, web: web, upTo: SheetPrint.feedLimit, log)
    if found.listed.hasMore {
      StandardError.write("stopped after \(SheetPrint.feedLimit) photos of the feed")
    }
    let limit = SheetBitmap.limit(columns: columns ?? SheetBitmap.usualColumns)
    guard kind != .png || found.listed.count <= limit else {
      StandardError.write(
        "\(found.listed.count.photos): a PNG has room for \(limit.grouped) in so many columns; "
          + "raise --columns, or write a PDF")
      throw ExitCode(2)
    }
    let client = decoder.client(log: log)
    client.start()
    // Only downloads; no thumbnail is made.
    let printing = try PrintingPipeline(
      decodingBy: client, options: try .parse(["--private"]), web: found.web, log: log)
    let wasMissing = Storage.actions.isMissing(path)
    if kind == .folder { ProgramEnding.handleSignals() }
    let failures = try await ProgramEnding.holdAsync { () async throws in
      do {
        return try await write(found.listed, client, printing.pipeline)
      } catch {
        if kind == .folder { removePage(of: found.listed.count, withFolder: wasMissing) }
        throw error
      }
    }
    await printing.finish()
    if let code = found.exitCode(failures: failures) { throw code }
  }

  /// Throws an `ExitCode` after it has been reported that something is there already.
  private func check() throws(ExitCode) {
    guard !Storage.actions.isMissing(path) else { return }
    if kind == .folder, FolderCatalog.isFolder(path), DirectoryStream.names(at: path).isEmpty {
      return
    }
    StandardError.write("\(path) exists already; nothing was written")
    throw StandardOutput.failure
  }

  /// Returns the number of photos that failed; writes nothing if all did.
  @MainActor
  private func write(
    _ listed: CatalogSnapshot, _ client: DecoderClient, _ loader: ImagePipeline
  ) async throws -> Int {
    let photos = listed.photos
    var pdf = SheetPDF(columns: columns ?? SheetPDF.usualColumns)
    var image = SheetBitmap(
      columns: columns ?? SheetBitmap.usualColumns, count: kind == .png ? photos.count : 0)
    var page = SheetWebPage(columns: columns)
    var settings = ExportSettings()
    settings.longSide =
      switch kind {
      case .pdf: pdf.longSide
      case .png: image.longSide
      case .folder: Self.photoSide
      }
    let exporter = PhotoExporter(decodingBy: client, loader: loader, settings)
    let names = PhotoNames(of: listed.entries)
    let queue = WorkQueue(label: "sheet")
    var (doneCount, failureCount) = (0, 0)
    try await runInOrder(photos.count, width: DecoderClient.usefulCalls + 1) {
      number -> Result<Images, ExportError> in
      do throws(ExportError) {
        let bitmap = try await exporter.bitmap(of: photos[number])
        return .success(try await queue.run { () throws(ExportError) in try images(of: bitmap) })
      } catch {
        return .failure(error)
      }
    } handle: { result in
      guard !ProgramEnding.isAsked else { throw ExitCode.failure }
      let photo = photos[doneCount]
      doneCount += 1
      switch result {
      case .failure(let error):
        failureCount += 1
        StandardError.write("\(photo): \(error)")
      case .success(let images):
        let caption = DisplayText(sanitising: names.caption(of: photo, columns: .max))
        let size = images.bitmap.size
        switch kind {
        case .pdf: pdf.add(images.jpeg, size: size, caption: "\(caption)")
        case .png:
          image.add(images.bitmap, caption: "\(caption.truncated(to: image.captionWidth))")
        case .folder:
          let name = Self.photoName(doneCount - failureCount)
          let files = [("thumbnails/\(name)", images.jpeg), ("photos/\(name)", images.photo)]
          for (file, bytes) in files { try await put(bytes, at: file, queue) }
          page.add(
            thumbnail: files[0].0, size: size, photo: files[1].0, caption: "\(caption)")
        }
      }
      return true
    }
    guard failureCount < photos.count else { return failureCount }
    switch kind {
    case .pdf: try await put(pdf.finish(), at: "", queue)
    case .png:
      await drawCaptions(into: &image, by: client)
      let bitmap = image.finish()
      let file = await queue.run {
        try? ImageEncoder.file(of: bitmap, as: .png, quality: 100, with: EmbeddedMetadata())
      }
      guard let file else {
        StandardError.write("\(path): \(SystemError(ENOMEM))")
        throw StandardOutput.failure
      }
      try await put(file, at: "", queue)
    case .folder: try await put(page.bytes, at: Self.page, queue)
    }
    return failureCount
  }

  /// Removes the files of a page that could not be completed; the folder was empty or missing.
  private func removePage(of count: Int, withFolder: Bool) {
    for folder in ["photos", "thumbnails"].map({ path.appending(ByteString($0)) }) {
      for number in 1...max(1, count) {
        unsafe unlink(folder.appending(ByteString(Self.photoName(number))).cString)
      }
      unsafe rmdir(folder.cString)
    }
    if withFolder { unsafe rmdir(path.cString) }
  }

  private static func photoName(_ number: Int) -> String { "\(number.zeroPadded(to: 4)).jpg" }

  /// Blocks.
  private func images(of bitmap: Bitmap) throws(ExportError) -> Images {
    func jpeg(_ bitmap: Bitmap, _ quality: Int) throws(ExportError) -> [UInt8] {
      try rethrowing(as: ExportError.encoding) { () throws(ImageEncodingError) in
        try ImageEncoder.file(of: bitmap, as: .jpeg, quality: quality, with: EmbeddedMetadata())
      }
    }
    switch kind {
    case .png: return Images(bitmap: bitmap)
    case .pdf: return Images(bitmap: bitmap, jpeg: try jpeg(bitmap, Self.photoQuality))
    case .folder:
      let box = PixelSize(width: Self.thumbnailSide, height: Self.thumbnailSide)
      let small = bitmap.scaled(to: bitmap.size.fitted(into: box))
      return Images(
        bitmap: small, jpeg: try jpeg(small, Self.thumbnailQuality),
        photo: try jpeg(bitmap, Self.photoQuality))
    }
  }

  /// The decoder of drawings has the fonts.
  private func drawCaptions(into image: inout SheetBitmap, by client: DecoderClient) async {
    for row in image.rows {
      let (drawing, size) = image.drawing(ofRow: row)
      do throws(DecodingError) {
        let text = try await client.decode(.bytes(drawing), for: DecodingRequest(box: size))
        image.draw(text.bitmap, belowRow: row)
      } catch {
        StandardError.write("the sheet has no captions: \(error)")
        return
      }
    }
  }

  /// `place` is below a folder, empty for the sheet itself. Throws an `ExitCode` after the reason
  /// has been written.
  private func put(
    _ bytes: [UInt8], at place: String, _ queue: WorkQueue
  ) async throws(ExitCode) {
    let result = await queue.run { [path] in
      place.isEmpty
        ? Storage.actions.write(bytes, at: path.lastName, below: path.folderPath)
        : Storage.actions.write(bytes, at: ByteString(place), below: path)
    }
    guard let failure = result.failures.first else { return }
    StandardError.write("\(failure)")
    throw StandardOutput.failure
  }
}
