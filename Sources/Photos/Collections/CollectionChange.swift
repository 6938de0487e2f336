package import Base
package import Catalogs
package import FileActions
internal import Glibc

/// Photos are added to a collection, dropped from it, or listed under new paths. Paths are absolute;
/// photos on the web have a line of `CollectionFolder.line(of:)`.
package struct CollectionChange: Hashable, Sendable {
  package let photos: [ByteString]
  package let name: ByteString
  package let isAddition: Bool
  /// The new paths of photos that were found; nil to add or drop them.
  package private(set) var newPaths: [ByteString: ByteString]?
  /// Photos that a list cannot have.
  package var skippedCount = 0
  let folder: CollectionFolder

  /// The path or address of one of the photos.
  package var first: ByteString { folder.photo(on: photos[0].bytes) ?? photos[0] }

  package init(
    _ photos: [ByteString], in name: ByteString, of folder: CollectionFolder, isAddition: Bool
  ) {
    (self.photos, self.name, self.folder) = (photos, name, folder)
    self.isAddition = isAddition
  }

  package init(
    _ newPaths: [ByteString: ByteString], in name: ByteString, of folder: CollectionFolder
  ) {
    self.init(Array(newPaths.keys), in: name, of: folder, isAddition: false)
    self.newPaths = newPaths
  }

  /// Blocks. A photo whose path has a line end cannot be added.
  package func written(by actions: FileActions) -> ActionResult {
    var result = ActionResult(.collect)
    let (listable, others) = (photos.filter(\.isLine), photos.filter { !$0.isLine })
    result.failures = others.map { .refused(FileName(lastOf: $0), "has a line end in its path") }
    guard let first = listable.first else { return result }
    do throws(FileActionError) {
      if actions.isMissing(folder.path) { try actions.makeFolder(folder.path) }
      let change = try actions.rewrite(folder.list(name), of: first) { old in
        var list = CollectionList(old ?? [], in: folder)
        if isAddition {
          result.presentCount = list.add(listable)
        } else {
          list.replace(
            newPaths?.filter(\.value.isLine).mapValues(Optional.some)
              ?? Dictionary(listable.map { (folder.photo(on: $0.bytes) ?? $0, nil) }) { $1 })
        }
        return list.isChanged ? list.bytes : nil
      }
      if let change { result.step.changes.append(change) }
    } catch {
      result.failures.append(error)
    }
    return result
  }
}

extension CollectionFolder {
  /// Replaces the paths of photos that were moved or renamed, in all collections; blocks. Returns
  /// the lists that could not be written.
  package func follow(
    _ step: ActionStep, isUndo: Bool, in workingFolder: ByteString, by actions: FileActions
  ) -> [FileActionError] {
    guard [.move, .rename].contains(step.kind) else { return [] }
    let moved = step.changes.map { change in
      let (old, new) = isUndo ? (change.to, change.from) : (change.from, change.to)
      return (old.absolute(in: workingFolder), new.absolute(in: workingFolder))
    }
    let paths = Dictionary(moved.lazy.filter { $0.1.isLine }.map { ($0, Optional($1)) }) { $1 }
    guard !paths.isEmpty else { return [] }
    return names().compactMap { name in
      do throws(FileActionError) {
        _ = try actions.rewrite(list(name), of: list(name)) { old in
          var list = CollectionList(old ?? [], in: self)
          list.replace(paths)
          return list.isChanged ? list.bytes : nil
        }
        return nil
      } catch .noFile, .failed(_, _, SystemError(EFBIG)) {
        // A folder, a link or a large file is no collection that could be changed.
        return nil
      } catch {
        return error
      }
    }
  }
}

/// The lines of a list; those that do not change keep their bytes.
private struct CollectionList {
  private let folder: CollectionFolder
  private var lines: [ArraySlice<UInt8>]
  private(set) var isChanged = false

  init(_ bytes: [UInt8], in folder: CollectionFolder) {
    self.folder = folder
    lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
  }

  var bytes: [UInt8] { Array(lines.joined(separator: [UInt8(ascii: "\n")])) + [UInt8(ascii: "\n")] }

  /// Returns how many of the photos are listed already.
  mutating func add(_ photos: [ByteString]) -> Int {
    var known = Set(lines.compactMap(photo))
    let new = photos.filter { known.insert(folder.photo(on: $0.bytes) ?? $0).inserted }
    lines += new.map { $0.bytes[...] }
    isChanged = !new.isEmpty
    return photos.count - new.count
  }

  /// By absolute paths; nil removes a photo.
  mutating func replace(_ paths: [ByteString: ByteString?]) {
    lines = lines.compactMap { line in
      guard let path = photo(on: line), let new = paths[path] else { return line }
      isChanged = true
      return new?.bytes[...]
    }
  }

  private func photo(on line: ArraySlice<UInt8>) -> ByteString? {
    let isWithReturn = line.last == UInt8(ascii: "\r")
    let text = line.dropFirst(line.starts(with: "\u{FEFF}".utf8) ? 3 : 0)
    return folder.photo(on: text.dropLast(isWithReturn ? 1 : 0))
  }
}

extension ByteString {
  fileprivate var isLine: Bool {
    !bytes.contains(UInt8(ascii: "\n")) && !bytes.contains(UInt8(ascii: "\r"))
  }
}
