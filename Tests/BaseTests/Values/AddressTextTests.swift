import Base
import Testing

@Suite("Addresses without logins")
struct AddressTextTests {
  @Test(arguments: [
    ("redis://us er:PASSWORD@host", "redis://host"),
    ("The value 'redis://us er:PASS WORD@host' is invalid", "The value 'redis://host' is invalid"),
    ("http://user:PASS/WORD@host/: no valid port", "http://host/: no valid port"),
    ("https://user:PASS?WORD#x@host/a.jpg", "https://host/a.jpg"),
    ("redis://u'ser:PASSWORD@host", "redis://host"), ("x://a@b:PASSWORD@h", "x://h"),
    ("https:/user:PASSWORD@host", "https:/host"), ("redis//user:PASSWORD@host", "redis//host"),
    ("ftp://user:PASSWORD@host:21/a and http://u:PASSWORD@h/b", "ftp://host:21/a and http://h/b"),
    ("https://me@you:PASSWORD@a.org:8080/b@c", "https://a.org:8080/b@c"),
    ("memcached://:PASSWORD@a:1,b:2", "memcached://a:1,b:2"), ("s3://key:PASSWORD@", "s3://"),
    ("one\nredis://x y:PASSWORD@h\ntwo@three", "one\nredis://h\ntwo@three"),
    ("redis://[::1]:PASSWORD@h", "redis://h"),
  ])
  func `user names and passwords are removed from addresses in a text`(text: String, clean: String)
  {
    #expect(AddressText.withoutLogins(text) == clean)
    #expect(AddressText.withoutLogins(clean) == clean)
  }

  @Test(arguments: [
    "https://example.com/@user/photo@2x.jpg", "https://a.org:8080/b@c: timed out", "a@b",
    "12:30@home.jpg",
    "/photos//x@2x.png: no such file", "C:/x@2x.png", "redis://a:1,b:2/@", "http://[::1]:80/@x",
    "https://a.org is slow", "http://a/x and http://b/@c", "", "@", "://",
  ])
  func `at signs that do not end a login are preserved`(text: String) {
    #expect(AddressText.withoutLogins(text) == text)
  }

  @Test(arguments: [
    ("user:PASSWORD@host", "host"), ("us er:PASS WORD@host:1", "host:1"),
    ("redis://us er:PASSWORD@host", "redis://host"), ("a@b", "a@b"), ("host", "host"),
  ])
  func `a login is removed from an address without a scheme`(text: String, clean: String) {
    #expect(AddressText.withoutLogin(inAddress: text) == clean)
  }
}
