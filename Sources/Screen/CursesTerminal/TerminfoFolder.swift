/// A folder of compiled entries that ncurses can be pointed at.
nonisolated struct TerminfoFolder: Hashable {
  /// The path, absolute.
  let path: String
  /// Tells whether the folder must be removed once the terminal is open.
  let isTemporary: Bool
}
