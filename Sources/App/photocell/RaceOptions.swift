import ArgumentParser
import RaceDemo

/// The options of `photocell --demo-race`.
struct RaceOptions: ParsableArguments {
  @Flag(
    name: .customLong("demo-race"),
    help: "Show the bug of the reused cell beside its fix, on the same scripted scroll.")
  var isRequested = false

  @Option(help: "What the story follows from: one seed, one story.")
  var seed: UInt64?

  @Option(
    help: "How long responses take (default: 50ms..800ms).", transform: LatencyOption.init)
  var latency: LatencyOption?

  @Option(help: "A folder of photos to show (default: the demo photos).")
  var photos: PathArgument?

  @Flag(
    help: """
      Tell the story without a screen and print its counters; exit code 1 where the fix failed or \
      had nothing to do.
      """)
  var report = false

  @Flag(help: "Print the report as JSON.")
  var json = false

  /// The story that was asked for.
  var story: RaceStory { RaceStory(seed: seed ?? 1, latency: latency?.range ?? .usual) }

  func validate() throws {
    let isAlone = seed == nil && latency == nil && photos == nil && !report && !json
    guard isRequested || isAlone else {
      throw ValidationError(
        "--seed, --latency, --photos, --report and --json belong to --demo-race")
    }
    guard !report || photos == nil else {
      throw ValidationError("--photos is for the screen: a report shows none")
    }
    guard report || !json else { throw ValidationError("--json belongs to --report") }
  }
}
