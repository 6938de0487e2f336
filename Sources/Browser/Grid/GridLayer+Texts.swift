import Base
import Catalogs
import FileActions
import Imaging
import Photos
import Storage

// MARK: Keywords, titles and captions

extension GridLayer {
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
    let isCaption = text == \.caption
    return edit(noun) { [self] entries, label in
      var present: String? = entries.count == 1 ? nil : ""
      let line = LineLayer(
        for: LinePurpose(
          label: label, change: { _ in },
          edit: isCaption ? { [self] in edit($0, of: entries, present: present) } : nil,
          accept: { [self] typed in
            guard entries.count > 1 || typed != present ?? "" else { return .handled }
            return refusal(toEdit: noun, present) ?? describe(change, typed, entries)
          }, cancel: {}))
      if entries.count == 1 {
        acting.readTexts(of: entries[0]) {
          let known = $0[keyPath: text] ?? ""
          present = known
          line.fill(known)
        }
      }
      return line
    }
  }

  private func refusal(toEdit noun: String, _ present: String?) -> LayerOutcome? {
    // It may have been cut.
    guard let present, present.utf8.count + 3 >= PhotoMetadata.textByteLimit else { return nil }
    let replace = keys.line(for: Command(rawValue: noun))
    return .error("Its \(noun) is too long to be edited – \(replace) replaces it")
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
      let entries = grid.chosenEntries
      guard !entries.isEmpty else { return .ignored }
      if let refusal = acting.refusal(toChange: noun, of: entries) { return refusal }
      return .open(line(entries, "\(noun) of \(Self.words(for: entries)):"))
    }
  }

  private static func words(for entries: [CatalogEntry]) -> String {
    entries.count == 1 ? entries[0].photo.name.lossyText : FolderWords.photos(entries.count)
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
    let entries = entries ?? grid.chosenEntries
    guard !entries.isEmpty else { return .ignored }
    return act({ "Change the \(change.noun) of \($0)" }) { [acting] in
      acting.describe(change, entries)
    }
  }
}

// MARK: Captions in an editor

extension GridLayer {
  /// `present` is nil until it is read.
  private func edit(
    _ text: String, of entries: [CatalogEntry], present: String?
  ) -> LayerOutcome {
    guard let present else { return .error("The caption is still being read") }
    if let refusal = acting.programs.refusal { return refusal }
    if let refusal = refusal(toEdit: "caption", present) { return refusal }
    let caption = EditedCaption(
      file: EditorFile(in: acting.programs.settings.temporaryFolder, of: "caption"),
      entries: entries, subject: Self.words(for: entries),
      present: entries.count == 1 ? TextChange.cleaned(present) : nil)
    return act({ "Change the caption of \($0)" }) { [acting] in acting.edit(caption, text: text) }
  }

  /// An empty text removes the caption, of several photos after a question.
  func take(_ caption: EditedCaption, _ bytes: [UInt8]) -> LayerOutcome {
    let (file, entries) = (caption.file, caption.entries)
    let place = "your text is in \(FileName(file.path))"
    guard let typed = String(validating: bytes, as: UTF8.self) else {
      return .error("No caption changed: it is not in UTF-8; \(place)")
    }
    let text = typed.replacing("\r\n", with: "\n")
    let length = text.lastIndex { !$0.isWhitespace }.map { text[...$0].utf8.count } ?? 0
    let new = TextChange.caption(TextChange.cleaned(text))
    guard length <= PhotoMetadata.textByteLimit else {
      return .error("A caption has at most \(PhotoMetadata.textByteLimit.grouped) bytes; \(place)")
    }
    let isSame = caption.present.map { new == .caption($0) } ?? false
    guard !isSame, !new.isRemoval else {
      acting.discard(file)
      return isSame ? .message("No caption changed") : describe(TextChange.caption, "", entries)
    }
    return acting.describe(new, entries, draft: file)
  }
}
