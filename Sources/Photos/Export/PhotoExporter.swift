package import Base
package import Catalogs
import FileActions
package import ImagePipeline
import Imaging

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
/// Without a size, format or quality, JPEG, PNG and WebP files keep their pixels byte for byte.
/// Metadata is written anew: what the photo and its sidecar say, the sidecar first, and nothing of
/// the camera's maker.
package struct PhotoExporter: Sendable {
  package typealias Decoder = ImageDecoding & MetadataReading

  private static let keptFormats: Set<PictureFormat> = [.jpeg, .png, .webP]

  private let decoder: any Decoder
  private let loader: any ImageLoading
  private let settings: ExportSettings
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
      switch content {
      case .kept(let bytes):
        let turn = metadata.orientation ?? .topLeft
        let own = try embedded(metadata, photo.path, orientation: turn)
        return ExportedFile(name: name, bytes: try own.rewriting(bytes))
      case .image(let bitmap):
        return try encoded(bitmap, metadata, named: name, at: photo.path)
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

  private func encoded(
    _ bitmap: Bitmap, _ metadata: PhotoMetadata, named name: ByteString, at path: ByteString?
  ) throws(ExportError) -> ExportedFile {
    let format = settings.format ?? .jpeg
    let turn = path.flatMap(SidecarReader.turn) ?? .topLeft
    let own = try embedded(metadata, path, orientation: .topLeft)
    do throws(ImageEncodingError) {
      let bytes = try ImageEncoder.file(
        of: bitmap.turned(by: turn), as: format,
        quality: settings.quality ?? ExportSettings.usualQuality, with: own)
      let stem = name.stem
      return ExportedFile(
        name: ByteString(stem.bytes + ".\(format.fileExtension)".utf8), bytes: bytes)
    } catch {
      throw .encoding(error)
    }
  }

  /// Blocks. `orientation` is that of the copy's pixels.
  private func embedded(
    _ metadata: PhotoMetadata, _ path: ByteString?, orientation: Orientation
  ) throws(ExportError) -> EmbeddedMetadata {
    guard settings.metadata != .none else {
      let isUpright = orientation == .topLeft
      return EmbeddedMetadata(
        exif: isUpright ? [] : ExifWriter(PhotoMetadata(), orientation: orientation).bytes)
    }
    var said = path.flatMap(SidecarReader.document)?.metadata(over: metadata) ?? metadata
    if settings.metadata == .private { said.position = nil }
    do throws(SidecarError) {
      return EmbeddedMetadata(
        exif: ExifWriter(said, orientation: orientation).bytes,
        xmp: try SidecarDocument.packet(of: said))
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
