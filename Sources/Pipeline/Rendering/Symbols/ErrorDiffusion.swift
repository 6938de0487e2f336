/// Hands what a place could not show on to its neighbours, so that the mean of an area stays right.
///
/// Floyd and Steinberg, "An adaptive algorithm for spatial grey scale" (1976), with every second row
/// from right to left, since one direction alone draws visible trails.
struct ErrorDiffusion {
  /// What is owed to each place of this row and the next, in sixteenths of a channel step, with one
  /// place more at either end that nobody asks for.
  private var here: [SIMD4<Int32>]
  private var below: [SIMD4<Int32>]
  private var isRightward = true
  /// How much of an error is handed on, in eighths.
  private let share: Int32

  init(width: Int, share: Int32 = 8) {
    self.share = share
    here = Array(repeating: .zero, count: width + 2)
    below = here
  }

  /// The places of this row in the order in which they must be shown.
  var places: StrideTo<Int> {
    let width = here.count - 2
    return isRightward
      ? stride(from: 0, to: width, by: 1) : stride(from: width - 1, to: -1, by: -1)
  }

  /// What is to be added to the colour of a place, in channel steps.
  func debt(at place: Int) -> SIMD4<Int32> {
    (here[place + 1] &+ 8) &>> 4
  }

  /// Divides an error, wanted less shown in channel steps, among the places not yet shown.
  mutating func spread(_ error: SIMD4<Int32>, from place: Int) {
    let ahead = isRightward ? 1 : -1
    let index = place + 1
    let error = share == 8 ? error : error &* share / 8
    here[index + ahead] &+= error &* 7
    below[index - ahead] &+= error &* 3
    below[index] &+= error &* 5
    below[index + ahead] &+= error
  }

  /// Goes on to the next row.
  mutating func advance() {
    swap(&here, &below)
    for index in below.indices {
      below[index] = .zero
    }
    isRightward.toggle()
  }
}
