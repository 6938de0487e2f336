package import Imaging

/// Reads what the files of photos say of them, without decoding a pixel.
package protocol MetadataReading: Sendable {
  /// Reads what files say of their photos; callable from any task, a cancelled one of which ends at the
  /// next step.
  /// - Parameters:
  ///   - sources: Where the photos are.
  ///   - scope: What is wanted.
  /// - Returns: What each says, in their order.
  func metadata(of sources: [ImageSource], scope: MetadataScope) async -> [DecoderClient.PhotoFacts]
}

extension DecoderClient: MetadataReading {}
