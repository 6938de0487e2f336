/// The two ends of a list of slots and its length; the links lie in the policy's nodes.
struct SlotQueue: Hashable, Sendable {
  /// No slot.
  static let none: Int32 = -1

  var newest = SlotQueue.none
  var oldest = SlotQueue.none
  var count = 0
}
