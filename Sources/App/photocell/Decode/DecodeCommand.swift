import ArgumentParser
import Catalog
import Decoding
import Glibc
import Imaging

/// `photocell decode --info FILE…`: what the decoders make of files, without showing them.
struct DecodeCommand: MainActorCommand {
  static let configuration = CommandConfiguration(
    commandName: "decode", abstract: "Report how files decode, or why they do not.",
    discussion: """
      Exit code 0 where every file is decoded, 1 where some could not be, 2 where none could, \
      64 for wrong usage, \
      74 where the output could not be written.
      """)

  @Argument(help: "Files of any kind.")
  var paths: [PathArgument] = []

  @Flag(help: "Print type, size, orientation, decoder and time, or the reason, for each file.")
  var info = false

  @Flag(help: "Print one line for each type instead: counts, reasons and the worst cost.")
  var summary = false

  @Flag(help: "Print each file as one JSON object on a line.")
  var json = false

  @Flag(
    name: [.customShort("0"), .customLong("null")],
    help: "Read more names from standard input, each ended by a zero byte.")
  var readsNames = false

  @Option(help: "The box in pixels that pictures are scaled down to.")
  var size = 256

  @OptionGroup var decoder: DecoderOptions

  func validate() throws {
    guard info || summary else { throw ValidationError("say what to tell: --info or --summary") }
    guard !summary || !json else { throw ValidationError("--json goes with --info") }
    guard (1...10_000).contains(size) else {
      throw ValidationError("--size must be from 1 to 10000")
    }
    guard readsNames || !paths.isEmpty else { throw ValidationError("no files are named") }
  }

  @MainActor
  func perform() async throws {
    let names = paths.map(\.path) + (readsNames ? StandardInput.names() : [])
    var tally = DecodeTally()
    try await FileInspector(
      client: decoder.client { _ in }, box: PixelSize(width: size, height: size)
    )
    .inspect(names) { file in
      tally.add(file)
      guard !summary else { return true }
      return try StandardOutput.write(json ? file.json : file.line)
    }
    if summary { try StandardOutput.write(tally.table) }
    guard tally.failureCount == 0 else {
      throw ExitCode(tally.failureCount == tally.fileCount ? 2 : 1)
    }
  }
}
