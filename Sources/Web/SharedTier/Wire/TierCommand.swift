/// What a node is asked.
enum TierCommand: Hashable, Sendable {
  /// Who is there: the first thing on a connection.
  case greet(TierLogin?)
  /// What lies under a key.
  case get(TierKey)
  /// The same; where nothing lies there, whoever asks first has the lease for some seconds.
  case getOrLease(TierKey, seconds: Int)
  /// To keep bytes under a key for some seconds.
  case put(TierKey, [UInt8], seconds: Int)

  var isPut: Bool {
    if case .put = self { true } else { false }
  }

  /// The same without asking for a lease.
  var withoutLease: TierCommand {
    if case .getOrLease(let key, _) = self { .get(key) } else { self }
  }
}

/// What a node answers.
enum TierReply: Hashable, Sendable {
  /// What lies under the key.
  case value([UInt8])
  /// Nothing.
  case nothing
  /// Nothing, and whoever has asked has the lease now.
  case leased
  /// Nothing, and somebody else has the lease.
  case leasedByOther
  /// The bytes are kept.
  case kept
  /// Who is there, by the server's own name and version.
  case server(String)
  /// It will not do that; why, in its own words.
  case refused(String)
}

/// The protocol of an engine, as a value: commands become bytes, and bytes answers.
///
///     var wire: any TierWire = MemcachedWire()
///     send(wire.bytes(of: .get(key)))
///     try wire.add(received)
///     while let reply = try wire.reply(to: .get(key)) { … }
///
/// Answers come in the order of the commands. Whatever a server says, no more is held than one answer of
/// the longest value that there may be.
protocol TierWire: Sendable {
  /// What is sent for a command.
  func bytes(of command: TierCommand) -> [UInt8]

  /// Takes in what has come.
  mutating func add(_ bytes: [UInt8])

  /// The answer to a command; nil where more has to come first.
  /// - Throws: `TierError.garbled`; nothing more can be read then.
  mutating func reply(to command: TierCommand) throws(TierError) -> TierReply?

  /// Drops what a server may say without having been asked.
  /// - Throws: `TierError.garbled` where it may not.
  mutating func passUnasked() throws(TierError)
}
