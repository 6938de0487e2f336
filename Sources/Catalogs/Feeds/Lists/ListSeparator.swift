/// What stands behind each entry of a list.
package enum ListSeparator: Sendable {
  /// The end of a line: LF, CRLF or CR. Empty lines are no entries.
  case lineEnd
  /// A zero byte, as `find -print0` writes it: entries may hold everything else.
  case zero
}
