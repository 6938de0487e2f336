import Values

/// The place of an argument whose photos are not there yet.
struct ArgumentGap {
  let argument: ByteString
  /// Why it could not be read; nil where nobody has tried.
  let problem: CatalogError?
  /// How many photos come before it.
  let precedingCount: Int

  /// What is to be said of it.
  var notice: CatalogNotice? {
    problem.map {
      CatalogNotice(source: argument.lossyText, problem: "\($0)", isFailure: true)
    }
  }
}
