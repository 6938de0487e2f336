import Base
import Glibc
import TestSupport
import Testing

@testable import Catalogs

struct AbandonedDraftTests {
  @Test
  func `listing a folder removes abandoned drafts and nothing else`() {
    let home = TemporaryFolder()
    let (abandoned, written) = (DraftName.unused().lossyText, DraftName.unused().lossyText)
    let foreign = [
      ".photocell-zzzzzzzzzzz-1.part", ".photocell-1.part", "x\(abandoned)", "\(abandoned)x",
      ".part",
    ]
    for name in [abandoned, written, "a.jpg"] + foreign { home.file(name) }
    let draft = Descriptor(taking: open(home.name(written), O_RDWR | O_CLOEXEC))
    DraftName.lock(draft)
    let link = DraftName.unused().lossyText
    home.link(link, to: "a.jpg")
    var reading = CatalogReading([home.argument], isRecursive: false)
    reading.run(for: RecordingReceiver())
    #expect(reading.entries.count == 1)
    #expect(Set(home.names(in: ".")) == Set([written, "a.jpg", link] + foreign))
  }
}
