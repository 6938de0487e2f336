/// Runs `body` and converts the error it throws.
package func rethrowing<Success: ~Copyable, Failure: Error, Converted: Error>(
  as convert: (Failure) -> Converted, _ body: () throws(Failure) -> Success
) throws(Converted) -> Success {
  do throws(Failure) {
    return try body()
  } catch {
    throw convert(error)
  }
}
