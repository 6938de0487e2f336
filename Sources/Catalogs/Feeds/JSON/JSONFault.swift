/// How bytes fail to be JSON.
package enum JSONFault: String, Error, Hashable, Sendable, CustomStringConvertible {
  /// The bytes are over before the value is.
  case earlyEnd = "the document ends too early"
  /// Something follows the outermost value.
  case trailingBytes = "something follows the end"
  /// No value can begin so; `NaN` and `Infinity` are no values.
  case noValue = "a value is expected here"
  /// An object has something else than a name in quotes.
  case noName = "a name in quotes is expected here"
  /// No colon between a name and its value.
  case noColon = "a colon is expected here"
  /// Neither a comma nor the end of an array or object.
  case noComma = "a comma or the end of the list is expected here"
  /// A number that is written in another way than RFC 8259 section 6 allows.
  case badNumber = "not a number as JSON writes it"
  /// A backslash before something else than section 7 allows.
  case badEscape = "not an escape that JSON has"
  /// A control character inside quotes.
  case control = "a control character in a text"
  /// Bytes that are no UTF-8.
  case notUTF8 = "not UTF-8"
  /// Values lie deeper in one another than they may.
  case tooDeep = "lists lie too deep in one another"
  /// There are more values than there may be.
  case tooMany = "too many values"

  /// A phrase for an error message.
  package var description: String { rawValue }
}
