import ImagePipeline
import Photos
import TestSupport
import Testing

@MainActor
@Suite("Prefetcher", .timeLimit(.minutes(30)))
struct PrefetcherTests {
  private let loader = ScriptedLoader()

  @Test func `a wanted image is requested once, and one in memory not at all`() {
    let prefetcher = Prefetcher(loader: loader, memory: loader.memory)
    loader.remember(ImageRequest("c"))
    prefetcher.want([ImageRequest("a"), ImageRequest("b"), ImageRequest("c")])
    prefetcher.want([ImageRequest("b"), ImageRequest("a")])
    #expect(loader.requests == [ImageRequest("a"), ImageRequest("b")])
  }

  @Test func `the load of an image that is no longer wanted is left`() async {
    let prefetcher = Prefetcher(loader: loader, memory: loader.memory)
    prefetcher.want([ImageRequest("a"), ImageRequest("b")])
    prefetcher.want([ImageRequest("b")])
    await loader.settle()
    #expect(loader.leftLoads == [0])
  }

  @Test func `an image whose load was left is requested again when it is wanted again`() async {
    let prefetcher = Prefetcher(loader: loader, memory: loader.memory)
    prefetcher.want([ImageRequest("a")])
    prefetcher.want([])
    prefetcher.want([ImageRequest("a")])
    await loader.settle()
    prefetcher.want([ImageRequest("a")])
    #expect(loader.requests.count == 2)
    #expect(loader.leftLoads == [0])
  }

  @Test func `an image that failed and is not in memory is requested again`() async {
    let prefetcher = Prefetcher(loader: loader, memory: loader.memory)
    prefetcher.want([ImageRequest("a")])
    loader.fail(0)
    await loader.settle()
    prefetcher.want([ImageRequest("a")])
    #expect(loader.requests.count == 2)
  }
}
