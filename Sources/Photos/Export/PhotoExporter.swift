package import Base
package import Catalogs
import FileActions
package import ImagePipeline
import Imaging
import Storage

package struct ExportSettings: Hashable, Sendable {
  package enum Metadata: String, CaseIterable, Sendable {
    case all
    /// Without the position.
    case `private`
    case none
  }

  package static let usualQuality = 90

  /// Maximum side in pixels; images are not enlarged. Nil for the size of the photo.
  package var longSide: Int?
  package var format: WrittenFormat?
  /// 1 to 100.
  package var quality: Int?
  package var metadata = Metadata.all

  package init() {}

  /// Whether the compressed pixels of a file can stay as they are.
  fileprivate var keepsPixels: Bool { longSide == nil && format == nil && quality == nil }
}

/// Nothing is written.
package enum ExportError: Error, Hashable, Sendable, CustomStringConvertible {
  case loading(ImageError.Cause)
  /// The end of the image is missing.
  case incomplete
  case encoding(ImageEncodingError)
  case texts(SidecarError)

  package var description: String {
    switch self {
    case .loading(let cause): "\(cause)"
    case .incomplete: "the file is cut off"
    case .encoding(let error): "\(error)"
    case .texts(let error): "\(error)"
    }
  }
}

package struct ExportedFile: Sendable {
  package let name: ByteString
  package let bytes: [UInt8]
}

/// Makes copies of photos for others: scaled, in a common format, with the metadata that is wanted.
///
/// Without a long side, format or quality, JPEG, PNG and WebP files keep their pixels byte for byte.
/// Metadata is written anew: what the photo and its sidecar say, the sidecar first, and nothing of
/// the camera's maker.
package struct PhotoExporter: Sendable {
  package typealias Decoder = ImageDecoding & MetadataReading

  private static let keptFormats: Set<PictureFormat> = [.jpeg, .png, .webP]

  private let decoder: any Decoder
  private let loader: any ImageLoading
  private let settings: ExportSettings
  private let sidecars = SidecarReader(index: PhotoIndex(folder: nil))
  private let queue = WorkQueue(label: "exporting")

  /// `loader` downloads photos on the web.
  package init(
    decodingBy decoder: any Decoder, loader: any ImageLoading, _ settings: ExportSettings
  ) {
    (self.decoder, self.loader, self.settings) = (decoder, loader, settings)
  }

  /// Callable from any task. The name is that of the photo with the extension of the format.
  package func file(of photo: Photo) async throws(ExportError) -> ExportedFile {
    let (name, source) = try await source(of: photo)
    let (content, metadata) = try await content(of: source)
    return try await queue.run { () throws(ExportError) in
      let sidecar = photo.path.flatMap { sidecars.document(of: $0.lastName, in: $0.folderPath) }
      switch content {
      case .kept(let bytes):
        let turn = (metadata.orientation ?? .topLeft).followed(by: turn(of: photo, sidecar))
        let own = try embedded(metadata, sidecar, orientation: turn)
        return ExportedFile(name: name, bytes: try own.rewriting(bytes))
      case .image(let bitmap):
        let own = try embedded(metadata, sidecar, orientation: .topLeft)
        return try encoded(bitmap.turned(by: turn(of: photo, sidecar)), named: name, with: own)
      }
    }
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

  private enum Content: Sendable {
    /// A file whose compressed pixels stay.
    case kept([UInt8])
    case image(Bitmap)
  }

  private func content(
    of source: ImageSource
  ) async throws(ExportError) -> (Content, PhotoMetadata) {
    let image: LoadedBitmap
    let metadata: PhotoMetadata
    do throws(DecodingError) {
      let file = try await queue.run { () throws(DecodingError) in try source.opened() }
      metadata = try await decoder.metadata(of: [.open(file)], scope: .all)[0].get()
      if settings.keepsPixels, metadata.format.map(Self.keptFormats.contains) == true {
        let bytes = try await queue.run { () throws(DecodingError) in try file.content() }
        return (.kept(bytes), metadata)
      }
      let side = settings.longSide ?? .max
      let request = DecodingRequest(box: PixelSize(width: side, height: side))
      image = try await decoder.decode(.open(file), for: request)
    } catch {
      throw .loading(.decoding(error))
    }
    guard image.info.isComplete else { throw .incomplete }
    return (.image(image.bitmap), metadata)
  }

  /// The rotation in the sidecar, unless the file has one. Blocks.
  private func turn(of photo: Photo, _ sidecar: SidecarDocument?) -> Orientation {
    guard let turn = sidecar?.turn, photo.path.flatMap(PhotoTurning.means) == .sidecar else {
      return .topLeft
    }
    return turn
  }

  private func encoded(
    _ bitmap: Bitmap, named name: ByteString, with metadata: EmbeddedMetadata
  ) throws(ExportError) -> ExportedFile {
    let format = settings.format ?? .jpeg
    do throws(ImageEncodingError) {
      let bytes = try ImageEncoder.file(
        of: bitmap, as: format, quality: settings.quality ?? ExportSettings.usualQuality,
        with: metadata)
      return ExportedFile(
        name: ByteString(name.stem.bytes + ".\(format.fileExtension)".utf8), bytes: bytes)
    } catch {
      throw .encoding(error)
    }
  }

  /// `orientation` is that of the copy's pixels.
  private func embedded(
    _ metadata: PhotoMetadata, _ sidecar: SidecarDocument?, orientation: Orientation
  ) throws(ExportError) -> EmbeddedMetadata {
    guard settings.metadata != .none else {
      let isUpright = orientation == .topLeft
      return EmbeddedMetadata(
        exif: isUpright ? [] : ExifWriter(PhotoMetadata(), orientation: orientation).bytes)
    }
    var merged = sidecar?.metadata(over: metadata) ?? metadata
    if settings.metadata == .private { merged.position = nil }
    do throws(SidecarError) {
      return EmbeddedMetadata(
        exif: ExifWriter(merged, orientation: orientation).bytes,
        xmp: try SidecarDocument.packet(of: merged))
    } catch {
      throw .texts(error)
    }
  }
}

extension EmbeddedMetadata {
  fileprivate func rewriting(_ file: [UInt8]) throws(ExportError) -> [UInt8] {
    do throws(EmbeddingError) {
      return try replacing(in: file)
    } catch {
      throw .encoding(.embedding(error))
    }
  }
}
