package import Terminal
package import Tiers

/// What the browser's loop is woken by.
package enum BrowserEvent: Hashable, Sendable {
  /// The user or the terminal did something.
  case terminal(TerminalEvent)
  /// Something that is drawn has changed.
  case redraw
  /// The time has come that a layer wanted to be woken at.
  case wake
  /// Something is not as it should be and stays so: one sentence, to be shown from now on.
  case warning(String)
  /// The system is short of memory.
  case memoryShort
  /// A tier on disk has been measured.
  case measured(StorageTier, TierUsage)
  /// So much has been removed from a tier on disk.
  case cleared(StorageTier, TierUsage)
  /// Something is to be said once, such as that a cache has no room any more: one sentence, to be
  /// shown until the next key; foreign text.
  case notice(String)
}
