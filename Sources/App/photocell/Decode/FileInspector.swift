import Catalog
import Decoding
import Imaging
import Values

/// Decodes files side by side, and reports them in their order.
struct FileInspector {
  let client: DecoderClient
  let box: PixelSize

  /// Decodes all files.
  /// - Parameters:
  ///   - names: Their paths.
  ///   - tell: Hears of each file; returns false where nobody listens any more, which ends it.
  /// - Throws: What `tell` throws, which ends it as well.
  @MainActor
  func inspect(_ names: [ByteString], tell: (InspectedFile) throws -> Bool) async throws {
    let width = DecoderClient.usefulCalls
    try await withThrowingTaskGroup(of: (Int, InspectedFile).self) { group in
      var (started, told) = (0, 0)
      var ready: [Int: InspectedFile] = [:]
      while told < names.count {
        while started < names.count, started - told - ready.count < width {
          let (index, name) = (started, names[started])
          group.addTask { (index, await inspected(name)) }
          started += 1
        }
        if let (index, file) = try await group.next() { ready[index] = file }
        while let file = ready.removeValue(forKey: told) {
          told += 1
          guard try tell(file) else { return group.cancelAll() }
        }
      }
    }
  }

  private nonisolated func inspected(_ name: ByteString) async -> InspectedFile {
    InspectedFile(
      path: name,
      report: await client.report(
        on: .file(name.bytes), for: DecodingRequest(box: box)))
  }
}
