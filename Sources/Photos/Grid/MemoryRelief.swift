/// How much memory is given back when it is short.
package enum MemoryRelief: Hashable, Sendable {
  /// Half of what is held.
  case half
  /// All but what can be seen.
  case allHidden
}
