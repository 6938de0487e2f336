import Base
import Testing

@Suite struct LogTextTests {
  @Test(arguments: [
    ("https://a.org/b.jpg: timed out", "https://a.org/b.jpg: timed out"),
    ("https://a.org/b?key=1", "https://a.org/b?..."),
    ("https://a.org/b?key=1: timed out", "https://a.org/b?...: timed out"),
    ("https://a.org?key=1#x is slow", "https://a.org?... is slow"),
    ("https://me:secret@a.org/b", "https://a.org/b"),
    ("https://me@you:secret@a.org:8080/b@c", "https://a.org:8080/b@c"),
    ("https://a.org/b#token=1", "https://a.org/b?..."),
    ("http://a/?x and http://b/?y, too", "http://a/?... and http://b/?... too"),
    ("\"https://a.org/?q\" failed", "\"https://a.org/?...\" failed"),
    ("s3://key:secret@bucket/a?b", "s3://bucket/a?..."),
    ("redis://us er:secret@host: refused", "redis://host: refused"),
    ("/photos/what?.jpg: no such file", "/photos/what?.jpg: no such file"),
    ("a: b", "a: b"), ("://", "://"), ("", ""),
  ])
  func `logins and queries are removed from addresses`(text: String, clean: String) {
    #expect(LogText.withoutSecrets(text) == clean)
  }
}
