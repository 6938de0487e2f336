import ArgumentParser

/// Whether it is told at the end what was loaded and shown.
struct StatisticsOptions: ParsableArguments {
  @Option(
    name: .customLong("stats"), defaultAsFlag: .text,
    help: ArgumentHelp(
      "At the end, tell on standard error what was loaded from where and how long it took: text or json.",
      valueName: "form"))
  var form: SessionStatistics.Form?
}

extension SessionStatistics.Form: ExpressibleByArgument {}
