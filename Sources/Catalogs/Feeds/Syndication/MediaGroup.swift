/// The pictures of one item, all of the same thing.
struct MediaGroup {
  /// From the smallest to the largest, as far as that is known.
  let pictures: [MediaObject]
  /// Whether the item is a video, so that the pictures are stills of it.
  let hasVideo: Bool

  /// Finds them: thumbnails first, then what Media RSS names, then what the item encloses.
  init(of item: XMLElement) {
    let group = item.child(.media, "group")
    let inGroup = group?.children(.media, "content") ?? []
    let outside = item.children(.media, "content")
    let enclosed = Self.enclosed(by: item)
    let choices = [
      Self.pictures(among: inGroup.compactMap { MediaObject($0) }),
      Self.oneThing(of: Self.pictures(among: outside.compactMap { MediaObject($0) })),
      Array(Self.pictures(among: enclosed).prefix(1)),
    ]
    let main = choices.first { !$0.isEmpty } ?? []
    let objects = (inGroup + outside).compactMap { MediaObject($0) } + enclosed
    hasVideo = main.isEmpty && objects.contains { $0.kind == .video }
    let holders = [item] + [group].compactMap { $0 } + inGroup + outside.prefix(1)
    pictures = Self.sorted(Self.thumbnails(in: holders)) + Self.sorted(main)
  }

  private static func thumbnails(in holders: [XMLElement]) -> [MediaObject] {
    holders.flatMap { $0.children(.media, "thumbnail") }.compactMap { MediaObject($0) }
  }

  private static func enclosed(by item: XMLElement) -> [MediaObject] {
    item.children(.none, "enclosure").compactMap { MediaObject($0) }
      + AtomLink.all(of: item).filter { $0.relation == "enclosure" }.map { MediaObject($0) }
      + item.children(.atom, "content").compactMap(MediaObject.init(content:))
  }

  private static func pictures(among objects: [MediaObject]) -> [MediaObject] {
    objects.filter { $0.kind == .picture }
  }

  /// What stands outside a group is, by the rules, each a thing of its own, and the first is shown.
  ///
  /// But many writers give the sizes of one picture so: then all have widths, no two the same.
  private static func oneThing(of pictures: [MediaObject]) -> [MediaObject] {
    let widths = Set(pictures.compactMap(\.width))
    return widths.count == pictures.count ? pictures : Array(pictures.prefix(1))
  }

  private static func sorted(_ pictures: [MediaObject]) -> [MediaObject] {
    pictures.sorted { $0.side < $1.side }
  }
}
