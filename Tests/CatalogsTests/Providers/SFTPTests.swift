import Base
import CatalogStage
import Catalogs
import TestServer
import TestSupport
import Testing

@Suite("Folders by SFTP")
struct SFTPTests {
  @Test(arguments: [
    ("sftp://nas/photos", "sshfs nas:/photos DIR,"), ("sftp://me@nas", "sshfs me@nas: DIR,"),
    ("sftp://me:s3cret@nas:2022/a b", "sshfs -p 2022 me@nas:/a b DIR,"),
  ])
  func `an SFTP address throws an error that suggests sshfs and hides the password`(
    address: String, words: String
  ) async {
    let stage = FeedStage { _, connection in connection.answer("404 Not Found") }
    let error = #expect(throws: CatalogError.self) {
      try SFTPProvider().catalog(
        of: ByteString(address), isPaged: false, client: stage.client, demand: stage.demand)
    }
    #expect(error.map { "\($0)" }?.contains(words) == true)
    #expect(error.map { "\($0)" }?.contains("s3cret") == false)
  }
}
