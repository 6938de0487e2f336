/// What a node is asked.
enum TierCommand: Hashable, Sendable {
  /// Who is there: the first thing on a connection.
  case greet(TierLogin?)
  /// What lies under a key.
  case get(TierKey)
  /// The same; where nothing lies there, whoever asks first has the lease for some seconds.
  case getOrLease(TierKey, LeaseMark, seconds: Int)
  /// Whether something lies under a key, of which the bytes need not come; where nothing does, the lease as well.
  case findOrLease(TierKey, LeaseMark, seconds: Int)
  /// To end a lease, where it is still the one of that mark.
  case giveBack(TierKey, LeaseMark)
  /// To keep bytes under a key for some seconds.
  case put(TierKey, [UInt8], seconds: Int)
  /// That the next command counts, though its slot is only on its way to the node (`ASKING`).
  case asking

  var isPut: Bool {
    if case .put = self { true } else { false }
  }

  var isFind: Bool {
    if case .findOrLease = self { true } else { false }
  }

  /// Whether nothing is asked, so that it is no reason to try a node that has been given up.
  var isTold: Bool {
    if case .giveBack = self { true } else { isPut }
  }

  /// The same without asking for a lease.
  var withoutLease: TierCommand {
    switch self {
    case .getOrLease(let key, _, _), .findOrLease(let key, _, _): .get(key)
    default: self
    }
  }
}

/// What tells a lease from those that others have had of the same key.
struct LeaseMark: Hashable, Sendable {
  let bytes: [UInt8]

  init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// One that nobody else has, for servers that give none themselves.
  static var ours: LeaseMark {
    LeaseMark(bytes: Array(String(UInt64.random(in: .min ... .max), radix: 16).utf8))
  }
}

/// What a node answers.
enum TierReply: Hashable, Sendable {
  /// What lies under the key.
  case value([UInt8])
  /// Something lies under the key.
  case there
  /// Nothing.
  case nothing
  /// Nothing, and whoever has asked has the lease now; nil where it cannot be given back.
  case leased(LeaseMark?)
  /// Nothing, and somebody else has the lease.
  case leasedByOther
  /// The bytes are kept.
  case kept
  /// The lease has ended, or was another's already.
  case givenBack
  /// Who is there, by the server's own name and version.
  case server(String)
  /// Another node of its cluster has the key.
  case elsewhere(TierRedirection)
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
