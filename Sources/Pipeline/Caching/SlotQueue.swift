/// The two ends of a queue of slots and its length; what lies between is in `SlotLinks`.
struct SlotQueue: Hashable, Sendable {
  /// No slot.
  static let none: Int32 = -1

  var newest = SlotQueue.none
  var oldest = SlotQueue.none
  var count = 0
}
