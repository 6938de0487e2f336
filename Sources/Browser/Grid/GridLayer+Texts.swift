import Base
import Catalogs
import Imaging
import Photos
import Storage
import Terminal

// MARK: Keywords, titles and captions

extension GridLayer {
  /// As for ratings: in the viewer the shown photo, else the marked ones or the selected one.
  private var describedEntries: [CatalogEntry] {
    grid.viewer == nil ? grid.chosenEntries : [grid.selectedEntry].compactMap(\.self)
  }

  func editKeywords() -> LayerOutcome {
    edit("keywords") { [self] entries, label in
      grid.readKeywords(true)
      return LineLayer(
        for: LinePurpose(
          label: label, change: { _ in },
          completions: { [grid] in LineMenu(ofKeywords: $0, in: grid) },
          accept: { [self] in describe(keywords: $0, entries) },
          cancel: { [grid] in grid.readKeywords(false) }))
    }
  }

  /// The line of one photo begins with the present text; an empty line removes it.
  func editText(
    _ change: @escaping (String) -> TextChange, of text: KeyPath<PhotoDescription, String?>
  ) -> LayerOutcome {
    let noun = change("").noun
    return edit(noun) { [self] entries, label in
      var present = ""
      let line = LineLayer(
        for: LinePurpose(
          label: label, change: { _ in },
          accept: { [self] typed in
            guard entries.count > 1 || typed != present else { return .handled }
            guard present.utf8.count + 3 < PhotoMetadata.textByteLimit else {
              let replace = keys.line(for: Command(rawValue: noun))
              return .error("Its \(noun) is too long to be edited – \(replace) replaces it")
            }
            return describe(change, typed, entries)
          }, cancel: {}))
      if entries.count == 1 {
        acting.readTexts(of: entries[0]) {
          present = $0[keyPath: text] ?? ""
          line.fill(present)
        }
      }
      return line
    }
  }

  func describe(
    _ change: (String) -> TextChange, _ typed: String, _ entries: [CatalogEntry]? = nil
  ) -> LayerOutcome {
    let (new, limit) = (change(TextChange.cleaned(typed)), PhotoMetadata.textByteLimit)
    guard typed.utf8.count <= limit else {
      return .error("A \(new.noun) has at most \(limit.grouped) bytes")
    }
    guard new.isRemoval, let entries, entries.count > 1 else { return describe(new, entries) }
    let photos = FolderWords.photos(entries.count)
    return .confirm("Remove the \(new.noun) of \(photos)?") { [self] in describe(new, entries) }
  }

  private func edit(
    _ noun: String, _ line: @escaping ([CatalogEntry], _ label: String) -> LineLayer
  ) -> LayerOutcome {
    act { [self] in
      let entries = describedEntries
      guard !entries.isEmpty else { return .ignored }
      if let refusal = acting.refusal(toChange: noun, of: entries) { return refusal }
      let photos =
        entries.count == 1 ? entries[0].photo.name.lossyText : FolderWords.photos(entries.count)
      return .open(line(entries, "\(noun) of \(photos):"))
    }
  }

  func describe(keywords text: String, _ entries: [CatalogEntry]? = nil) -> LayerOutcome {
    do throws(KeywordError) {
      let change = try KeywordChange(text)
      grid.readKeywords(false)
      return change.isEmpty ? .handled : describe(.keywords(change), entries)
    } catch {
      return .error("\(error)")
    }
  }

  /// `rename OLD to NEW` or `merge A, B into C`, in all photos that pass the filter.
  func renameKeywords(_ text: String) -> LayerOutcome {
    guard let line = KeywordLine(text) else { return .warning(keywordUsage) }
    do throws(KeywordError) {
      _ = try line.change()
    } catch {
      return .error("\(error)")
    }
    return acting.rename(byLine: line)
  }

  var keywordUsage: String {
    "Type rename OLD to NEW, or merge A, B into C: \(keys.line(for: .keyword)) rename dog to Animals|Dogs"
  }

  func rename(_ change: KeywordChange, in photos: [CatalogEntry]) -> LayerOutcome {
    guard let target = change.target else { return .handled }
    let isOne = change.sources.count == 1
    let words = change.sources.map { "“\($0)”" }.joined(separator: ", ")
    guard !photos.isEmpty else {
      return .warning("No photo \(scope)has the keyword\(isOne ? "" : "s") \(words)")
    }
    if let refusal = acting.refusal(toChange: "keywords", of: photos) { return refusal }
    let deed = isOne ? "Rename keyword \(words) to" : "Merge keywords \(words) into"
    return .confirm("\(deed) “\(target)” in \(FolderWords.photos(photos.count))?") { [acting] in
      acting.describe(.keywords(change), photos)
    }
  }

  func repeatKeywords() -> LayerOutcome {
    guard let last = acting.lastKeywords else {
      return .warning("No keywords were changed yet – \(keys["keywords"]) to change some")
    }
    return describe(.keywords(last))
  }

  func setIPTC() -> LayerOutcome {
    guard !iptc.isEmpty else {
      return .warning(
        "Nothing to set: add [iptc] with creator = \"Ann\" to config.toml, then \(keys["config-reload"])"
      )
    }
    return act { [self] in describe(.iptc(iptc)) }
  }

  /// Asks first if marked photos are hidden.
  func describe(_ change: TextChange, _ entries: [CatalogEntry]? = nil) -> LayerOutcome {
    let entries = entries ?? describedEntries
    guard !entries.isEmpty else { return .ignored }
    let perform = { [acting] in acting.describe(change, entries) }
    guard grid.viewer == nil else { return perform() }
    return act({ "Change the \(change.noun) of \($0)" }, perform)
  }
}
