import Photos
import Testing

@Suite("GridMotion")
struct GridMotionTests {
  @Test(
    arguments: [
      (.left, nil, 5, 4), (.left, nil, 0, 0), (.left, 3, 7, 4),
      (.right, nil, 5, 6), (.right, nil, 21, 21), (.right, 9, 5, 14),
      (.up, nil, 5, 1), (.up, nil, 1, 1), (.up, 2, 13, 5),
      (.down, nil, 5, 9), (.down, 5, 1, 21), (.down, nil, 17, 21), (.down, nil, 19, 21),
      (.pageDown, nil, 1, 13), (.pageUp, nil, 13, 1), (.pageUp, nil, 6, 2),
      (.halfPageDown, nil, 1, 5), (.halfPageUp, nil, 9, 5),
      (.first, nil, 13, 0), (.first, 4, 13, 3), (.first, 99, 13, 21),
      (.last, nil, 3, 21), (.last, 4, 13, 3), (.last, 99, 3, 21),
    ] as [(GridMotion, Int?, Int, Int)])
  func `a motion leads to a cell that exists`(
    motion: GridMotion, times: Int?, from: Int, to: Int
  ) {
    #expect(
      motion.destination(from: from, times: times, in: GridRows(count: 22, columns: 4), page: 3)
        == to)
  }

  @Test(arguments: GridMotion.allCases)
  func `no motion ever leaves the grid`(motion: GridMotion) {
    for count in [1, 2, 3, 4, 5, 13] {
      for index in 0..<count {
        for times in [nil, 1, 2, 1_000_000] as [Int?] {
          let place = motion.destination(
            from: index, times: times, in: GridRows(count: count, columns: 4), page: 3)
          #expect((0..<count).contains(place))
        }
      }
    }
  }
}
