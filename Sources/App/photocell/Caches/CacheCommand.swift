import ArgumentParser

/// `photocell cache …`: the tiers in which photocell keeps things, from the shell.
struct CacheCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cache", abstract: "Tell what photocell keeps, and look after it.",
    discussion: """
      There are three tiers: pictures in the memory of a running photocell, the thumbnails on disk that \
      are shared with the file managers, and the responses of web servers. What other programs wrote \
      is never removed.
      """,
    subcommands: [
      CacheStatsCommand.self, CacheClearCommand.self, CachePruneCommand.self,
      CacheVerifyCommand.self,
    ])
}
