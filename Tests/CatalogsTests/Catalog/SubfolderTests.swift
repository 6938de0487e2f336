import Base
import CatalogStage
import Catalogs
import TestSupport
import Testing

@Suite("Subfolders of the shown folder", .integration, .timeLimit(.minutes(30)))
struct SubfolderTests {
  private let folder = TemporaryFolder()

  init() {
    for name in ["trip10", "trip9", "Alps", ".hidden"] { folder.folder(name) }
    for name in ["b.jpg", "a.jpg", "notes.txt", "Alps/1.jpg"] { folder.file(name) }
    folder.link("way", to: "Alps")
    folder.link("loop", to: ".")
  }

  private func names(_ snapshot: CatalogSnapshot?) -> [String]? {
    snapshot?.folders.map(\.name.lossyText)
  }

  @Test func `a folder that is the only source lists its subfolders in natural order`() async {
    let listed = await FollowedCatalog.whole(
      FolderCatalog(arguments: [folder.argument], isRecursive: false, isSurrounded: true))
    #expect(names(listed) == ["Alps", "loop", "trip9", "trip10", "way"])
    #expect(listed?.folders.first?.path == folder.entry("Alps/"))
    #expect(listed?.place == folder.entry(""))
    #expect(listed?.names == ["a.jpg", "b.jpg"])
  }

  @Test(arguments: [
    ([""], true, true), ([""], false, false), (["", ""], false, true),
    (["Alps", "b.jpg"], false, true),
  ])
  func `recursive reads, several sources and plain reads list no subfolders`(
    names: [String], isRecursive: Bool, isSurrounded: Bool
  ) async {
    let listed = await FollowedCatalog.whole(
      FolderCatalog(
        arguments: names.map { $0.isEmpty ? folder.argument : folder.entry($0) },
        isRecursive: isRecursive, isSurrounded: isSurrounded))
    #expect(listed?.folders == [])
    #expect(listed?.place == nil)
  }

  @Test func `a single file shown with its folder's photos reports that folder`() async {
    let listed = await FollowedCatalog.whole(
      FolderCatalog(arguments: [folder.entry("a.jpg")], isRecursive: false, isSurrounded: true))
    #expect(listed?.folders == [])
    #expect(listed?.place == folder.entry(""))
  }

  @Test func `a folder can be opened by its path prefix`() async {
    for path in [folder.entry(""), ByteString("/")] {
      let catalog = FolderCatalog(folder: path, following: nil, demand: CatalogDemand(0))
      #expect(await FollowedCatalog.whole(catalog)?.place == path)
    }
  }

  @Test func `added and removed subfolders are followed; the others stay unchanged`() async {
    let stage = LiveStage(["a.jpg"])
    stage.folder.folder("x")
    var followed = stage.follow(isSurrounded: true)
    let early = await followed.next()
    #expect(names(early) == ["x"])
    for name in ["w", "y"] { stage.folder.folder(name) }
    stage.tell([.created, .isFolder], "w")
    stage.tell([.created, .isFolder], "y")
    await stage.gather()
    let late = await followed.next()
    #expect(names(late) == ["w", "x", "y"])
    #expect(late?.folders[1] == early?.folders[0])
    #expect(late?.entries == early?.entries)
    stage.folder.rename("y", to: ".y")
    stage.tell([.movedFrom, .isFolder], "y")
    stage.folder.link("z", to: "x")
    stage.tell(.created, "z")
    await stage.gather()
    #expect(names(await followed.next()) == ["w", "x", "z"])
    stage.remove("z")
    await stage.gather()
    #expect(names(await followed.next()) == ["w", "x"])
    #expect(stage.watch.folders == [stage.root])
  }
}

@Suite("Folder previews")
struct FolderPreviewTests {
  private let folder = TemporaryFolder()

  private func peek(
    limit: Int = 100, foldersBelow: Int = 64, entriesBelow: Int = 100,
    hidden: @escaping LocalFolderPreviews.HiddenNames = { _ in [] }
  ) async throws -> FolderPreview {
    var limits = LocalFolderPreviews.Limits()
    (limits.entries, limits.foldersBelow, limits.entriesBelow) = (limit, foldersBelow, entriesBelow)
    return try await LocalFolderPreviews(limits: limits, hidden: hidden).preview(
      of: folder.entry(""))
  }

  @Test(arguments: [
    ([], 0, []), (["3.jpg"], 1, ["3.jpg"]), (["notes.txt", ".a.jpg"], 0, []),
    (["10.jpg", "9.jpg", "2.jpg", "1.jpg", "11.jpg"], 5, ["1.jpg", "2.jpg", "9.jpg", "10.jpg"]),
  ])
  func `a preview counts the photos and shows the first four by name`(
    names: [String], count: Int, cover: [String]
  ) async throws {
    for name in names { folder.file(name) }
    let peek = try await peek()
    #expect(peek.photoCount == count && peek.folderCount == 0 && !peek.hasMore)
    #expect(peek.cover.map(\.path) == cover.map { folder.entry($0) })
  }

  @Test func `no more entries are read than the limit`() async throws {
    for number in 0..<9 { folder.file("\(number).jpg") }
    let peek = try await peek(limit: 5)
    #expect(peek.hasMore && peek.photoCount < 9 && peek.cover.count == 4)
    #expect(try await !self.peek().hasMore)
  }

  @Test func `a folder without photos shows those of its subfolders, one of each in turn`()
    async throws
  {
    for name in ["a", "a/deep", "b", "c"] { folder.folder(name) }
    for name in ["a/deep/1.jpg", "b/2.jpg", "b/1.jpg", "b/3.jpg", "c/1.jpg", "c/notes.txt"] {
      folder.file(name)
    }
    folder.link("way", to: "b")
    let peek = try await peek()
    #expect(peek.photoCount == 0 && peek.folderCount == 4)
    #expect(peek.photoCountBelow == 5 && !peek.hasMoreBelow)
    #expect(
      peek.cover.map(\.path)
        == ["b/1.jpg", "c/1.jpg", "a/deep/1.jpg", "b/2.jpg"].map { folder.entry($0) })
  }

  @Test func `subfolders of a folder with photos are not read`() async throws {
    folder.folder("a")
    for name in ["a/1.jpg", "2.jpg"] { folder.file(name) }
    let peek = try await peek()
    #expect(peek.photoCount == 1 && peek.photoCountBelow == 0 && peek.cover.count == 1)
  }

  @Test(arguments: [(2, 100, 2), (64, 5, 5), (9, 100, 9), (8, 100, 8)])
  func `subfolders and their entries are read up to their limits`(
    folders: Int, entries: Int, count: Int
  ) async throws {
    for number in 0..<9 {
      folder.folder("\(number)")
      folder.file("\(number)/1.jpg")
    }
    let peek = try await peek(foldersBelow: folders, entriesBelow: entries)
    #expect(peek.hasMoreBelow == (count < 9))
    #expect(peek.photoCountBelow > 0 && peek.photoCountBelow <= count)
    #expect(count < 9 || peek.photoCountBelow == 9)
  }

  @Test func `hidden photos are neither counted nor used as a cover`() async throws {
    folder.folder("a")
    for name in ["a/1.jpg", "a/1.nef", "a/2.nef"] { folder.file(name) }
    let raws: LocalFolderPreviews.HiddenNames = { names in
      Set(names.indices.filter { names[$0].lossyText == "1.nef" })
    }
    let peek = try await peek(hidden: raws)
    #expect(peek.photoCountBelow == 2)
    #expect(peek.cover.map(\.path) == ["a/1.jpg", "a/2.nef"].map { folder.entry($0) })
  }

  @Test func `subfolders are counted despite link loops`() async throws {
    for name in ["a", "b", ".c"] { folder.folder(name) }
    folder.link("a/loop", to: "..")
    folder.link("loop.jpg", to: "loop.jpg")
    #expect(try await peek() == FolderPreview(folderCount: 2))
    let deep = try await LocalFolderPreviews().preview(of: folder.entry("a/loop/a/loop/"))
    #expect(deep == FolderPreview(folderCount: 2))
  }

  @Test func `a missing folder or a file throws an error`() async {
    folder.file("file")
    await #expect(throws: CatalogError.notFound) {
      try await LocalFolderPreviews().preview(of: folder.entry("gone/"))
    }
    await #expect(throws: CatalogError.self) {
      try await LocalFolderPreviews().preview(of: folder.entry("file/"))
    }
  }

  @Test func `a changed file gives a different cover photo`() async throws {
    folder.file("1.jpg")
    let before = try await peek().cover
    #expect(try await peek().cover == before)
    _ = folder.write([1, 2, 3], as: "1.jpg")
    let after = try await peek().cover
    #expect(after != before && after.map(\.path) == before.map(\.path))
  }
}

@Suite("Paths of folders")
struct FolderPathTests {
  @Test(arguments: [
    ("", "/home/ann/"), ("a/", "/home/ann/a/"), ("../", "/home/"), ("a/../../b/", "/home/b/"),
    ("/", "/"), ("/x//y/", "/x/y/"), ("../../../../", "/"), ("/a/./b/", "/a/b/"),
  ])
  func `a folder's absolute path is normalised`(path: String, whole: String) {
    let home = ByteString("/home/ann")
    #expect(ByteString(path).absoluteFolder(in: home) == ByteString(whole))
  }

  @Test(arguments: [
    ("a/b/", "a/", "b"), ("a/", "", "a"), ("/a/", "/", "a"), ("./a/", "./", "a"),
  ])
  func `the parent folder is derived from the path`(path: String, above: String, name: String) {
    let parent = ByteString(path).parentFolder
    #expect(parent?.path == ByteString(above) && parent?.name == ByteString(name))
  }

  @Test(arguments: [
    ("s3://b/a/c/", "s3://b/a/", "c"), ("s3://b/a/", "s3://b/", "a"),
    ("webdavs://h:80/a b/", "webdavs://h:80/", "a b"),
  ])
  func `a server folder's absolute path is its address, which has a parent`(
    path: String, above: String, name: String
  ) {
    let folder = ByteString(path)
    #expect(folder.isAddressOfFolder)
    #expect(folder.absoluteFolder(in: ByteString("/home/ann")) == folder)
    #expect(folder.parentFolder?.path == ByteString(above))
    #expect(folder.parentFolder?.name == ByteString(name))
  }

  @Test(arguments: ["s3://b/", "webdav://h:8080/", "s3://b"])
  func `a server's root folder has no parent`(path: String) {
    #expect(ByteString(path).parentFolder == nil)
  }

  @Test(arguments: ["s3/", "s3:/b/", "/s3://b/", "a/s3://b/", "", "://b/"])
  func `a local path is not the address of a server folder`(path: String) {
    #expect(!ByteString(path).isAddressOfFolder)
  }

  @Test(arguments: ["", "/", "../", "a/../", "./"])
  func `a path that does not end in a name has no parent folder`(path: String) {
    #expect(ByteString(path).parentFolder == nil)
  }
}
