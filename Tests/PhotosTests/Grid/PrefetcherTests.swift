import ImagePipeline
import TestSupport
import Testing

@testable import Photos

@MainActor
@Suite("Prefetcher", .timeLimit(.minutes(10)))
struct PrefetcherTests {
  private let loader = ScriptedLoader()

  @Test func `what is wanted is asked for once, and what is in memory not at all`() {
    let prefetcher = Prefetcher(loader: loader, memory: loader.memory)
    loader.remember(ImageRequest("c"))
    prefetcher.want([ImageRequest("a"), ImageRequest("b"), ImageRequest("c")])
    prefetcher.want([ImageRequest("b"), ImageRequest("a")])
    #expect(loader.requests == [ImageRequest("a"), ImageRequest("b")])
  }

  @Test func `what is not wanted any more is left`() async {
    let prefetcher = Prefetcher(loader: loader, memory: loader.memory)
    prefetcher.want([ImageRequest("a"), ImageRequest("b")])
    prefetcher.want([ImageRequest("b")])
    await loader.settle()
    #expect(loader.leftLoads == [0])
  }

  @Test func `what was left and is wanted again is asked for again`() async {
    let prefetcher = Prefetcher(loader: loader, memory: loader.memory)
    prefetcher.want([ImageRequest("a")])
    prefetcher.want([])
    prefetcher.want([ImageRequest("a")])
    await loader.settle()
    prefetcher.want([ImageRequest("a")])
    #expect(loader.requests.count == 2)
    #expect(loader.leftLoads == [0])
  }

  @Test func `what has ended and is not in memory is asked for again`() async {
    let prefetcher = Prefetcher(loader: loader, memory: loader.memory)
    prefetcher.want([ImageRequest("a")])
    loader.fail(0)
    await loader.settle()
    prefetcher.want([ImageRequest("a")])
    #expect(loader.requests.count == 2)
  }
}
