import Base
import Catalogs
import Photos
import TestSupport
import Testing

@Suite("Marks")
struct MarksTests {
  private static let entries = [CatalogEntry](of: "abcdefgh".map { Photo(named: String($0)) })
  private static let arrangement = Arrangement(of: entries)

  /// The steps: `m3` marks or unmarks the photo of that index, `M6` extends to another, `v2` begins a range
  /// there, `s5` selects, `e` ends the range and `d` drops it; `a` all, `i` the others, `c` none.
  private static func marks(after steps: String) -> (marks: Marks, refused: Int) {
    var (marks, selection, refused) = (Marks(), GridSelection(), 0)
    for step in steps.split(separator: " ") {
      let index = Int(step.dropFirst()) ?? 0
      switch step.first {
      case "m": marks.toggle([entries[index].id])
      case "M": if !marks.extend(to: index, in: arrangement) { refused += 1 }
      case "v": marks.beginRange(at: entries[index].id)
      case "s": selection.select(index, of: arrangement)
      case "e": marks.endRange()
      case "d": marks.dropRange()
      case "a": marks.markAll(in: arrangement)
      case "i": marks.invert(in: arrangement)
      case "c": marks.clear()
      default: Issue.record("no step \(step)")
      }
      marks.follow(selection, in: arrangement)
    }
    return (marks, refused)
  }

  private static func names(_ marks: Marks, in entries: [CatalogEntry] = entries) -> String {
    entries.filter { marks.contains($0.id) }.compactMap(\.photo.name.lossyText).joined()
  }

  @Test(arguments: [
    ("", ""), ("m1", "b"), ("m1 m1", ""), ("m1 m4", "be"), ("a", "abcdefgh"), ("a c", ""),
    ("m1 m4 i", "acdfgh"), ("i i", ""),
    ("m1 M4", "bcde"), ("m4 M1", "bcde"), ("m1 M4 M6", "bcdefg"), ("a m2 M5", "abgh"),
    ("m6 m1 m1 M6", ""),
    ("v2 s4", "cde"), ("v4 s2", "cde"), ("v2 s6 s3", "cd"), ("v2 s4 e s7", "cde"),
    ("m3 s2 v2 s5 d", "d"), ("m3 s2 v2 s5 e", "cdef"), ("s2 v2 s4 e v6 s7 e", "cdegh"),
    ("s2 v2 s4 i", "abfgh"), ("s2 v2 s4 c s6", ""),
  ])
  func `marks follow from toggling, extending and ranges in any order`(steps: String, names: String)
  {
    let (marks, refused) = Self.marks(after: steps)
    #expect(Self.names(marks) == names)
    #expect(marks.count == names.count)
    #expect(refused == 0)
  }

  @Test(arguments: ["M3", "a M3", "m2 c M3"])
  func `extending is refused if no photo was toggled by itself before`(steps: String) {
    #expect(Self.marks(after: steps).refused == 1)
  }

  @Test func `toggling several photos gives all the new state of the first`() {
    var marks = Marks()
    marks.toggle(Self.entries[2...3].map(\.id))
    marks.toggle(Self.entries[1...4].map(\.id))
    #expect(Self.names(marks) == "bcde")
    marks.toggle(Self.entries[4...6].map(\.id))
    #expect(Self.names(marks) == "bcd")
  }

  @Test func `dragging gives all cells the new state of the first`() {
    var marks = Marks()
    marks.toggle([Self.entries[3].id])
    for index in [4, 5, 4, 1] { marks.extend(to: Self.entries[index].id) }
    #expect(Self.names(marks) == "bdef")
    marks.toggle([Self.entries[4].id])
    for index in [4, 3] { marks.extend(to: Self.entries[index].id) }
    #expect(Self.names(marks) == "bf")
  }

  @Test func `marks stay on moved photos and are removed with deleted ones`() {
    var (marks, _) = Self.marks(after: "m1 m4 m7 s2 v2 s3")
    let rest = Array(Self.entries.reversed().filter { $0.id != Self.entries[4].id })
    #expect(Self.names(marks, in: rest) == "hdcb")
    marks.keep(only: CatalogSnapshot(entries: rest))
    #expect(marks.count == 4)
    #expect(Self.names(marks) == "bcdh")
  }

  @Test func `a range whose first photo is removed ends with its current photos`() {
    var (marks, _) = Self.marks(after: "s2 v2 s4")
    let rest = Arrangement(of: Array(Self.entries[3...]))
    var selection = GridSelection()
    selection.select(4, of: rest)
    marks.follow(selection, in: rest)
    #expect(!marks.isInRange)
    #expect(Self.names(marks) == "cde")
  }
}
