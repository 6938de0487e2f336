import ArgumentParser
import Decoding

/// The options that everything has which decodes.
struct DecoderOptions: ParsableArguments {
  @Flag(
    name: .customLong("allow-unsandboxed"),
    help: "Decode even where a part of the decoder's sandbox cannot be had.")
  var allowsUnsandboxed = false

  /// What decodes, in processes of its own that are not started yet.
  func client() -> DecoderClient {
    DecoderClient(programs: .installed(allowsUnsandboxed: allowsUnsandboxed))
  }
}
