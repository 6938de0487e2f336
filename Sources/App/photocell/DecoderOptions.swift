import ArgumentParser
import DecoderMessages
import Decoding

/// The options that everything has which decodes.
struct DecoderOptions: ParsableArguments {
  @Flag(
    name: .customLong("allow-unsandboxed"),
    help: "Decode even where a part of the decoder's sandbox cannot be had.")
  var allowsUnsandboxed = false

  /// What decodes, in processes of its own that are not started yet.
  ///
  /// That their sandbox is not whole is told to `onLack`, on any thread; where nothing else is said,
  /// standard error is.
  func client(
    onLack: @escaping @Sendable (SandboxNotice) -> Void = { StandardError.write("\($0)") }
  ) -> DecoderClient {
    DecoderClient(programs: .installed(allowsUnsandboxed: allowsUnsandboxed)) { lacked in
      onLack(SandboxNotice(lacked: lacked, isDecoding: allowsUnsandboxed))
    }
  }
}
