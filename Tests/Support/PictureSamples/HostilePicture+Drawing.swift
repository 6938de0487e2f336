extension HostilePicture {
  static let drawings = [
    HostilePicture("svg-xxe.svg", .damaged) {
      let entity = "<!DOCTYPE svg [<!ENTITY x SYSTEM \"file:///etc/passwd\">]>"
      return Array((entity + svg("<text y='20'>&x;</text>")).utf8)
    },
    HostilePicture("svg-laughs.svg", .damaged) {
      let entities = (1..<10).map { level in
        let inner = String(repeating: "&a\(level - 1);", count: 10)
        return "<!ENTITY a\(level) '\(inner)'>"
      }
      let head = "<!DOCTYPE svg [<!ENTITY a0 'lol'>\(entities.joined())]>"
      return Array((head + svg("<text>&a9;</text>")).utf8)
    },
    HostilePicture("svg-href-file.svg", .picture) {
      let addresses = [
        "file:///etc/passwd", "../../../../etc/hostname", "http://127.0.0.1:9/x.png", "/dev/zero",
      ]
      let images = addresses.map { "<image xlink:href='\($0)' width='9' height='9'/>" }
      return Array(svg(images.joined()).utf8)
    },
    HostilePicture("svg-script.svg", .picture) {
      let frame = "<foreignObject><iframe src='file:///etc/passwd'/></foreignObject>"
      return Array(svg("<script>while(1);</script>" + frame).utf8)
    },
    HostilePicture("svg-use-bomb.svg", .damaged) {
      let groups = (1..<12).map { level in
        let uses = String(repeating: "<use xlink:href='#g\(level - 1)'/>", count: 10)
        return "<g id='g\(level)'>\(uses)</g>"
      }
      let first = "<g id='g0'><rect width='1' height='1'/></g>"
      return Array(svg("<defs>\(first)\(groups.joined())</defs><use xlink:href='#g11'/>").utf8)
    },
    HostilePicture("svg-self-use.svg", .picture) {
      Array(svg("<g id='a'><use xlink:href='#a'/></g>").utf8)
    },
    HostilePicture("svg-huge-dims.svg", .tooLarge) {
      Array(svg("<rect width='10' height='10'/>", side: "1e9").utf8)
    },
    HostilePicture("svg-nested-100k.svg", .damaged) {
      let depth = 100_000
      let nest = String(repeating: "<g>", count: depth) + String(repeating: "</g>", count: depth)
      return Array(svg(nest).utf8)
    },
    HostilePicture("svg-filter-bomb.svg", .late) {
      // In many pieces, as librsvg 2.60 renders at most nine octaves in one.
      let effects = String(repeating: "<feTurbulence numOctaves='9'/>", count: 20_000)
      let rectangle = "<rect width='9999' height='9999' filter='url(#f)'/>"
      return Array(svg("<filter id='f'>\(effects)</filter>\(rectangle)").utf8)
    },
    HostilePicture("svgz-bomb.svgz", .damaged) {
      SampleGzip.packed(Array(svg("<!--" + String(repeating: " ", count: 300 << 20) + "-->").utf8))
    },
  ]

  private static func svg(_ content: String, side: String = "100") -> String {
    let names =
      "xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink'"
    return "<svg \(names) width='\(side)' height='\(side)'>\(content)</svg>"
  }
}
