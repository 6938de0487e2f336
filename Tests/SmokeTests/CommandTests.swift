import TestSupport
import Testing

/// The real program as scripts and shells use it: its commands, and what the system refuses it.
///
/// Serialized: `Shortage` limits the processes of a user whom `FileFaults` uses, too.
@Suite(.integration, .serialized, .timeLimit(.minutes(30)))
enum CommandTests {}
