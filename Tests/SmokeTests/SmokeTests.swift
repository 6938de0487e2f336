import TestSupport
import Testing

/// The real program in a real terminal, used as a person uses it.
///
/// Serialized: each test has its own tmux, and a terminal that has to wait for others would be slow
/// for unrelated reasons.
@Suite(.integration, .serialized, .timeLimit(.minutes(30)))
enum SmokeTests {}
