/// How the way through a feed goes on.
enum FeedStep {
  /// With this question.
  case question(FeedQuestion)
  /// Not at all.
  case end
  /// Not at all: the feed leads back to what was read already.
  case loop
}
