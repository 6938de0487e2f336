package import Base
package import Catalogs
package import FileActions
package import ImagePipeline
package import Imaging
import Storage

package struct ExportSettings: Hashable, Sendable {
  package enum Metadata: String, CaseIterable, Sendable {
    case all
    /// Without the position.
    case `private`
    case none
  }

  package enum Profile: String, CaseIterable, Sendable {
    case srgb
    case displayP3 = "display-p3"
  }

  package static let usualQuality = 90

  /// Maximum side in pixels; images are not enlarged. Nil for the size of the photo.
  package var longSide: Int?
  package var format: WrittenFormat?
  /// 1 to 100.
  package var quality: Int?
  /// Nil for sRGB if the pixels are encoded again.
  package var profile: Profile?
  package var metadata = Metadata.all
  /// Whether ratings, keywords and texts of sidecars are written into the copies.
  package var usesSidecars = true
  /// Of the copies, without their extension; nil for that of the photo.
  package var name: RenamePattern?

  package init() {}

  /// Size and metadata of the copies: `at most 2048 pixels, without position`.
  package var summary: String {
    let size = longSide.map { "at most \($0) pixels" } ?? "full size"
    let words =
      switch metadata {
      case .all: "with position"
      case .private: "without position"
      case .none: "without metadata"
      }
    return "\(size), \(words)"
  }

  fileprivate var isWide: Bool { profile == .displayP3 }

  /// Whether the compressed pixels of a file can stay as they are.
  fileprivate var keepsPixels: Bool {
    longSide == nil && format == nil && quality == nil && profile == nil
  }
}

/// Nothing is written.
package enum ExportError: Error, Hashable, Sendable, CustomStringConvertible {
  case loading(ImageError.Cause)
  case incomplete
  case encoding(ImageEncodingError)
  case texts(SidecarError)
  /// No time is known of a photo whose name has one.
  case undated
  case naming(FileActionError)

  package var description: String {
    switch self {
    case .loading(let cause): "\(cause)"
    case .incomplete: "the file is cut off"
    case .encoding(let error): "\(error)"
    case .texts(let error): "\(error)"
    case .undated: "no date is known, and the name has one"
    case .naming(let error): "\(error)"
    }
  }
}

package struct ExportedFile: Sendable {
  package let path: ByteString
  package let bytes: [UInt8]
}

/// Makes copies of photos for others: scaled, in a common format, with the metadata that is wanted.
///
/// Without a long side, format, quality or profile, JPEG, PNG and WebP files keep their pixels byte
/// for byte; one that cannot be decoded whole is not copied.
/// Metadata is written anew: what the photo and its sidecar say, the sidecar first, and nothing of
/// the camera's maker.
package struct PhotoExporter: Sendable {
  package typealias Decoder = ImageDecoding & MetadataReading

  private static let keptFormats: Set<PictureFormat> = [.jpeg, .png, .webP]
  /// In pixels.
  private static let checkedSide = 64

  private let decoder: any Decoder
  private let loader: any ImageLoading
  package let settings: ExportSettings
  private let sidecars = SidecarReader(index: PhotoIndex(folder: nil))
  private let queue = WorkQueue(label: "exporting")

  package init(
    decodingBy decoder: any Decoder, loader: any ImageLoading, _ settings: ExportSettings
  ) {
    (self.decoder, self.loader, self.settings) = (decoder, loader, settings)
  }

  /// Callable from any task. `number` is from 1 to `count`, for names; the extension is that of the
  /// format.
  package func file(
    of photo: Photo, number: Int = 1, of count: Int = 1
  ) async throws(ExportError) -> ExportedFile {
    let (name, source) = try await source(of: photo)
    let (file, metadata) = try await opened(source)
    let keepsPixels =
      settings.keepsPixels && metadata.format.map(Self.keptFormats.contains) == true
    let bitmap = try await image(of: .open(file), metadata.format, isChecked: keepsPixels)
    return try await queue.run { () throws(ExportError) in
      let sidecar = photo.path.flatMap(sidecars.document)
      let merged = settings.usesSidecars ? sidecar?.metadata(over: metadata) : nil
      let bytes: [UInt8]
      var copy = name
      if !keepsPixels {
        var own = try embedded(merged ?? metadata, orientation: .topLeft)
        own.isWide = settings.isWide
        bytes = try encoded(bitmap.turned(by: turn(of: photo, sidecar)), with: own)
        copy = ByteString(name.stem.bytes + ".\((settings.format ?? .jpeg).fileExtension)".utf8)
      } else {
        let kept = try rethrowing(as: { ExportError.loading(.decoding($0)) }) {
          () throws(DecodingError) in try file.content()
        }
        if let format = metadata.format, PictureFormat(fileName: name.bytes) != format {
          copy = ByteString(name.stem.bytes + ".\(format.descriptor.extensions[0])".utf8)
        }
        let turn = (metadata.orientation ?? .topLeft).followed(by: turn(of: photo, sidecar))
        let own = try embedded(merged ?? metadata, orientation: turn)
        bytes = try rethrowing(as: { ExportError.encoding(.embedding($0)) }) {
          () throws(EmbeddingError) in try own.replacing(in: kept)
        }
      }
      let path = try path(of: photo, as: copy, merged ?? metadata, number: number, of: count)
      return ExportedFile(path: path, bytes: bytes)
    }
  }

  /// The whole image, upright, within the long side of the settings. Callable from any task.
  package func bitmap(of photo: Photo) async throws(ExportError) -> Bitmap {
    let (_, source) = try await source(of: photo)
    let bitmap = try await image(of: source)
    return await queue.run {
      bitmap.turned(by: turn(of: photo, photo.path.flatMap(sidecars.document)))
    }
  }

  /// By the pattern of the settings, with the extension of `copy`. Blocks.
  private func path(
    of photo: Photo, as copy: ByteString, _ metadata: PhotoMetadata, number: Int, of count: Int
  ) throws(ExportError) -> ByteString {
    guard let pattern = settings.name else { return copy }
    let modified = photo.path.flatMap { FileVersion(path: $0.bytes)?.modified }
    let taken =
      TakenTime(metadata.captureDate, name: photo.name, modified: modified)
      ?? PhotoFacts(listed: photo).taken
    guard taken != nil || !pattern.usesDate else { throw .undated }
    var renamed = RenamedPhoto(copy)
    renamed.taken = taken.map {
      Int($0.wallMilliseconds).quotientAndRemainder(flooringBy: 1000).quotient
    }
    renamed.camera = metadata.camera
    let tail = copy.bytes.dropFirst(copy.stem.bytes.count)
    let path = try rethrowing(as: ExportError.naming) { () throws(FileActionError) in
      try pattern.path(
        of: renamed, number: number, of: count, atMost: FileNameRule.longest - tail.count)
    }
    return ByteString(path.bytes + tail)
  }

  private func source(
    of photo: Photo
  ) async throws(ExportError) -> (name: ByteString, ImageSource) {
    if let path = photo.path { return (photo.name, .file(path.bytes)) }
    do throws(ImageError.Cause) {
      let original = try await loader.original(of: photo) { _ in }
      return (original.name, .bytes(original.bytes))
    } catch {
      throw .loading(error)
    }
  }

  private func opened(
    _ source: ImageSource
  ) async throws(ExportError) -> (OpenPhoto, PhotoMetadata) {
    do throws(DecodingError) {
      let file = try await queue.run { () throws(DecodingError) in try source.opened() }
      return (file, try await decoder.metadata(of: [.open(file)], scope: .all)[0].get())
    } catch {
      throw .loading(.decoding(error))
    }
  }

  /// If it `isChecked`, a small one, whose file is known to be whole then.
  private func image(
    of source: ImageSource, _ format: PictureFormat? = nil, isChecked: Bool = false
  ) async throws(ExportError) -> Bitmap {
    let side = isChecked ? Self.checkedSide : settings.longSide ?? .max
    let request = DecodingRequest(
      box: PixelSize(width: side, height: side), isWide: settings.isWide)
    let image: LoadedBitmap
    do throws(DecodingError) {
      image =
        try await format?.isDrawing == true
        ? decoder.decodeDrawing(source, for: request) : decoder.decode(source, for: request)
    } catch {
      throw .loading(.decoding(error))
    }
    guard image.info.isComplete else { throw .incomplete }
    return image.bitmap
  }

  /// The rotation in the sidecar, unless the file has one. Blocks.
  private func turn(of photo: Photo, _ sidecar: SidecarDocument?) -> Orientation {
    guard let turn = sidecar?.turn, photo.path.flatMap(PhotoTurning.means) == .sidecar else {
      return .topLeft
    }
    return turn
  }

  private func encoded(
    _ bitmap: Bitmap, with metadata: EmbeddedMetadata
  ) throws(ExportError) -> [UInt8] {
    try rethrowing(as: ExportError.encoding) { () throws(ImageEncodingError) in
      try ImageEncoder.file(
        of: bitmap, as: settings.format ?? .jpeg,
        quality: settings.quality ?? ExportSettings.usualQuality, with: metadata)
    }
  }

  /// `orientation` is that of the copy's pixels.
  private func embedded(
    _ metadata: PhotoMetadata, orientation: Orientation
  ) throws(ExportError) -> EmbeddedMetadata {
    guard settings.metadata != .none else {
      let isUpright = orientation == .topLeft
      return EmbeddedMetadata(
        exif: isUpright ? [] : ExifWriter(PhotoMetadata(), orientation: orientation).bytes)
    }
    var merged = metadata
    if settings.metadata == .private { merged.position = nil }
    let packet = try rethrowing(as: ExportError.texts) { () throws(SidecarError) in
      try SidecarDocument.packet(of: merged)
    }
    return EmbeddedMetadata(
      exif: ExifWriter(merged, orientation: orientation).bytes, xmp: packet)
  }
}
