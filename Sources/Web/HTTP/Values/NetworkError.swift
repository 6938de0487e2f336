/// Why a load ended without a response.
package enum NetworkError: Error, Hashable, Sendable {
  /// The text is no address that can be loaded.
  case badAddress
  /// The address is of another kind than `http` and `https`.
  case unsupportedScheme
  /// The name of the host is not known, or the name server cannot be reached.
  case hostNotFound
  /// The host refuses connections, or there is no way to it.
  case refused
  /// No connection could be made in time, or the answer stopped in the middle of it.
  case timedOut
  /// The server has taken the request and has not answered; carries for how long it was waited.
  case noAnswer(seconds: Int)
  /// The connection broke before the answer was complete.
  case connectionLost
  /// The host has no certificate that is trusted for its name and for today.
  case untrustedHost
  /// The certificates to trust cannot be read: there are none, or the environment names other ones.
  case nobodyTrusted
  /// No encrypted connection could be agreed on.
  case encryptionFailed
  /// The answer is not HTTP, or contradicts itself.
  case badAnswer
  /// The lines of the head are larger than any honest server's.
  case headTooLarge
  /// The body is larger than the request allows; carries that limit in bytes.
  case tooLarge(byteLimit: Int)
  /// The body is compressed in a way that cannot be undone.
  case badEncoding
  /// The server answered with a status that is not a success.
  case status(Int)
  /// The server has too much to do, with its status, and says in how many seconds to come back.
  case busy(status: Int, retryAfter: Int)
  /// More redirects came than are followed, or they lead in a circle.
  case tooManyRedirects
  /// A redirect leads nowhere.
  case badRedirect
  /// A redirect leads from an encrypted to an open connection.
  case insecureRedirect
  /// A public host names an address in a private network.
  case privateAddress
  /// The host has failed so often that it is left alone for a while.
  case hostResting
  /// Nobody was to be asked, as the program is offline or the request says so, and it is not kept.
  case notKept
  /// There is no room for the body; carries `errno`.
  case cannotKeep(errno: Int32)
  /// The system has no thread to give that could do the transfers.
  case noThread
  /// The system has no libcurl.
  case libraryMissing
  /// The system's libcurl is older than what the program needs to keep transfers safe.
  case libraryTooOld
  /// The system's libcurl refuses a setting that keeps transfers safe.
  case libraryUnsafe
  /// The name of the host is not ASCII, and the system has no libidn2 to write it in ASCII.
  case namesLibraryMissing
  /// Nobody waits for it any more.
  case cancelled
}
