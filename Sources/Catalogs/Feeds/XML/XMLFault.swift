/// How bytes fail to be XML that is read here.
package enum XMLFault: String, Error, Hashable, Sendable, CustomStringConvertible {
  /// The bytes are over before the outermost element is.
  case earlyEnd = "the document ends too early"
  /// Text or an element behind or before the outermost element.
  case outside = "something stands outside the outermost element"
  /// No name where an element or attribute must have one.
  case noName = "a name is expected here"
  /// An attribute without a value in quotes.
  case badAttribute = "an attribute is not written as name=\"value\""
  /// Two attributes of one element have the same name.
  case doubleAttribute = "an attribute is given twice"
  /// An element ends that is not the innermost.
  case wrongEnd = "the end of an element that is not the innermost"
  /// A character that no XML document may hold.
  case control = "a control character"
  /// A document type that defines things of its own.
  case internalSubset = "a document type with definitions of its own is not read"
  /// A declaration that is none of XML.
  case badDeclaration = "a declaration that is not read here"
  /// Bytes that are no UTF-8.
  case notUTF8 = "not UTF-8"
  /// The document says that it is in an encoding that is not read.
  case otherEncoding = "in an encoding that is not read here"
  /// Elements lie deeper in one another than they may.
  case tooDeep = "elements lie too deep in one another"
  /// There are more elements, attributes and texts than there may be.
  case tooMany = "too many elements"

  /// A phrase for an error message.
  package var description: String { rawValue }
}
