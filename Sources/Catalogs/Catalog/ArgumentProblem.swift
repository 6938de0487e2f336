package import Values

/// An argument of the command line that cannot be listed, and why.
package struct ArgumentProblem: Hashable, Sendable {
  /// The argument as it was given.
  package let argument: ByteString
  /// What is wrong with it.
  package let error: CatalogError

  /// Says what is wrong with an argument.
  package init(argument: ByteString, error: CatalogError) {
    self.argument = argument
    self.error = error
  }
}
