package import Imaging

/// Reads metadata of files without decoding pixels.
package protocol MetadataReading: Sendable {
  /// Results are in order; callable from any task; cancellation ends it at the next step.
  func metadata(of sources: [ImageSource], scope: MetadataScope) async -> [DecoderClient.PhotoFacts]
}

extension DecoderClient: MetadataReading {}
