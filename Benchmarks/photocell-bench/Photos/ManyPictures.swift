import DecoderProtocol
import ImagePipeline
import Imaging

/// Decodes images with the program's concurrency.
enum ManyPictures {
  static func decode(
    _ sources: [ImageSource], _ box: PixelSize, _ client: DecoderClient
  ) throws(BenchError) {
    let failures = Waiting {
      await withTaskGroup(of: Int.self) { group in
        var failures = 0
        for (index, source) in sources.enumerated() {
          if index >= DecoderClient.usefulCalls { failures += await group.next() ?? 0 }
          group.addTask {
            let image = try? await client.decode(
              source, for: DecodingRequest(box: box, thumbnail: .whereItSuffices))
            return image == nil ? 1 : 0
          }
        }
        return await group.reduce(failures, +)
      }
    }.result
    guard failures == 0 else { throw .codec("\(failures) pictures were not decoded") }
  }
}
