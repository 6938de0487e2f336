internal import CProcess

/// The words of the command line, as the kernel gave them to the process.
///
/// `CommandLine` reads them from /proc, or looks for them beside the environment: without the one, and
/// with a library that has moved the other, it finds none.
package enum ProcessArguments {
  /// The bytes of every word after the program's name; callable from any thread.
  package static var bytes: [[UInt8]] {
    (1..<max(1, cpr_argument_count())).compactMap { index in
      guard let word = unsafe cpr_argument(index) else { return nil }
      return unsafe Array(UnsafeRawBufferPointer(start: word, count: length(of: word)))
    }
  }

  /// The words as text; bytes that are not UTF-8 become U+FFFD.
  package static var texts: [String] {
    bytes.map { String(decoding: $0, as: UTF8.self) }
  }

  @unsafe private static func length(of word: UnsafePointer<CChar>) -> Int {
    var length = 0
    while unsafe word[length] != 0 { length += 1 }
    return length
  }
}
