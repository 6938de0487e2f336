import Catalogs
import TestSupport
import Testing

@Suite("Demand", .integration, .timeLimit(.minutes(30)))
struct CatalogDemandTests {
  @Test func `waitForMore ends when demand exceeds its count, not at equal or lower demand`() async
  {
    let demand = CatalogDemand(2)
    await demand.waitForMore(than: 1)
    async let waiting: Void = demand.waitForMore(than: 5)
    demand.want(5)
    demand.want(1)
    #expect(!demand.isMore(than: 5))
    demand.want(6)
    await waiting
    #expect(demand.isMore(than: 5))
  }

  @Test func `waitForMore(than:orRetryAfter:) ends on higher demand and on a retry`() async {
    let demand = CatalogDemand(2)
    async let more: Void = demand.waitForMore(than: 5, orRetryAfter: 0)
    demand.want(6)
    await more
    async let again: Void = demand.waitForMore(than: .max, orRetryAfter: 0)
    demand.retry()
    await again
    await demand.waitForMore(than: .max, orRetryAfter: 0)
    #expect(demand.retryCount == 1)
  }

  @Test func `cancelling before or during a wait ends it`() async {
    let demand = CatalogDemand(0)
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await demand.waitForMore(than: 9) }
      group.addTask { await demand.waitForRetry(after: 0) }
      group.cancelAll()
    }
    await withTaskGroup(of: Void.self) { group in
      group.cancelAll()
      group.addTask { await demand.waitForMore(than: 9) }
    }
    #expect(!demand.isMore(than: 0))
  }

  @Test func `each part receives the remaining demand and every retry`() async {
    let (whole, first, second) = (CatalogDemand(4), CatalogDemand(0), CatalogDemand(0))
    whole.pass(on: [(first, 0), (second, 3)])
    #expect(first.isMore(than: 3) && !first.isMore(than: 4))
    #expect(second.isMore(than: 0) && !second.isMore(than: 1))
    whole.want(10)
    #expect(second.isMore(than: 6) && !second.isMore(than: 7))
    whole.retry()
    await first.waitForRetry(after: 0)
    await second.waitForRetry(after: 0)
    #expect(whole.retryCount == 1)
  }
}
