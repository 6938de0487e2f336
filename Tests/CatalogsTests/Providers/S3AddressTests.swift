import Base
import Testing

@testable import Catalogs

@Suite("Addresses of S3 objects")
struct S3AddressTests {
  @Test(arguments: [
    ("s3://photos", "photos", ""), ("s3://photos/", "photos", ""),
    ("S3://Ph_o.t-s/a", "Ph_o.t-s", "a/"),
    ("s3://photos/2024", "photos", "2024/"), ("s3://photos/2024/", "photos", "2024/"),
    ("s3://photos/2024//", "photos", "2024//"), ("s3://photos/2024/a.jpg", "photos", "2024/a.jpg"),
    ("s3://photos/a b/\u{FC}+?#%", "photos", "a b/\u{FC}+?#%/"),
  ])
  func `an address names a bucket and a key prefix`(text: String, bucket: String, prefix: String) {
    let address = S3Address(ByteString(text))
    #expect(address?.bucket == bucket)
    #expect(address.map { String(decoding: $0.prefix, as: UTF8.self) } == prefix)
  }

  @Test(arguments: [
    "s3://", "s3:///a", "s3://..", "s3://.", "s3://a b/c", "s3://a%2Fb", "s3://b\u{FC}",
    "s3://a:80/b", "s3://u@b/",
  ])
  func `an address without a valid bucket name is refused`(text: String) {
    #expect(S3Address(ByteString(text)) == nil)
  }

  /// The canonical form of AWS Signature Version 4: everything but `A-Za-z0-9-._~` in capitals.
  @Test(arguments: [
    ("a.jpg", "a.jpg"), ("2024/a b.jpg", "2024/a%20b.jpg"), ("\u{FC}+1.jpg", "%C3%BC%2B1.jpg"),
    ("d(1)~.jpg", "d%281%29~.jpg"), ("a//b.jpg", "a//b.jpg"), ("%41.jpg", "%2541.jpg"),
    ("a?b#c&d=e.jpg", "a%3Fb%23c%26d%3De.jpg"), ("!*'$,;:@.jpg", "%21%2A%27%24%2C%3B%3A%40.jpg"),
  ])
  func `a key's address is percent-encoded as it is signed`(key: String, path: String) throws {
    let amazon = S3Location(amazonRegion: "eu-west-1", bucket: "b")
    #expect(
      try amazon.object(Array(key.utf8)).publicText
        == "https://s3.eu-west-1.amazonaws.com/b/\(path)")
    for endpoint in ["http://h:9000", "http://h:9000/"] {
      let other = S3Location(endpoint: try WebURL(endpoint.utf8), bucket: "b")
      #expect(try other.object(Array(key.utf8)).publicText == "http://h:9000/b/\(path)")
    }
  }

  @Test(arguments: ["../a.jpg", "a/./b.jpg", "a/..", "."])
  func `a key with dot segments is refused`(key: String) {
    #expect(throws: AddressError.relative) {
      try S3Location(amazonRegion: "eu-west-1", bucket: "b").object(Array(key.utf8))
    }
  }

  @Test func `a listing is requested with its query sorted by name`() throws {
    let location = S3Location(endpoint: try WebURL("https://h/store?x=1".utf8), bucket: "b")
    #expect(
      try location.listing(prefix: Array("a b/".utf8), after: nil).publicText
        == "https://h/store/b?encoding-type=url&list-type=2&prefix=a%20b%2F")
    #expect(
      try location.listing(prefix: [], after: Array("1/+=".utf8)).publicText
        == "https://h/store/b?continuation-token=1%2F%2B%3D&encoding-type=url&list-type=2&prefix=")
    #expect(
      try location.listing(prefix: [], limit: 9).publicText
        == "https://h/store/b?encoding-type=url&list-type=2&max-keys=9&prefix=")
    #expect(
      try S3Location(amazonRegion: "cn-north-1", bucket: "b").object([0x61]).publicText
        == "https://s3.cn-north-1.amazonaws.com.cn/b/a")
  }
}
