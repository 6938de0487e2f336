enum IndexTables {
  static let version: Int64 = 9

  /// SQLite keeps comments between columns: `.schema` shows them.
  ///
  /// A page of a listing has a short row, so that those of a large one are read quickly, and a long
  /// one (`PackedObjects`); both by `ListedPlace`. IDs of words and listings are never reused.
  static let tables = """
    DROP VIEW IF EXISTS photos;
    DROP TABLE IF EXISTS photo;
    DROP TABLE IF EXISTS look;
    DROP TABLE IF EXISTS description;
    DROP TABLE IF EXISTS folder;
    DROP TABLE IF EXISTS word;
    DROP TABLE IF EXISTS words;
    DROP TABLE IF EXISTS listing;
    DROP TABLE IF EXISTS listing_page;
    DROP TABLE IF EXISTS listing_objects;
    DROP TABLE IF EXISTS listing_folders;
    CREATE TABLE folder (
      id INTEGER PRIMARY KEY, path BLOB NOT NULL UNIQUE, used INTEGER NOT NULL) STRICT;
    CREATE TABLE words (
      id INTEGER PRIMARY KEY AUTOINCREMENT, camera TEXT, lens TEXT, label TEXT,
      UNIQUE (camera, lens, label)) STRICT;
    CREATE TABLE photo (
      folder INTEGER NOT NULL, name BLOB NOT NULL,
      -- The version of the file: times in nanoseconds since 1970.
      bytes INTEGER NOT NULL, modified INTEGER NOT NULL, changed INTEGER NOT NULL,
      inode INTEGER NOT NULL,
      -- By the clock of the camera: milliseconds since 1970, and minutes ahead of UTC.
      taken INTEGER, utc_offset INTEGER,
      -- What of that is known: 0 seconds, 1 the day, 2 the month, 3 the year.
      precision INTEGER,
      width INTEGER, height INTEGER, iso INTEGER,
      -- Thousandths of an f-number, and of a millimetre.
      aperture INTEGER, focal_length INTEGER,
      -- 1 to 5, 0 for none, -1 for rejected.
      rating INTEGER, pick INTEGER NOT NULL,
      -- As in EXIF, where a sidecar has one.
      orientation INTEGER,
      -- Of a video, in milliseconds.
      duration INTEGER,
      -- Whether a video is behind the photo.
      motion INTEGER NOT NULL, words INTEGER,
      PRIMARY KEY (folder, name)) WITHOUT ROWID, STRICT;
    CREATE TABLE look (
      folder INTEGER NOT NULL, name BLOB NOT NULL,
      bytes INTEGER NOT NULL, modified INTEGER NOT NULL, changed INTEGER NOT NULL,
      inode INTEGER NOT NULL,
      -- The difference hash, and the mean brightness of 16 x 16 fields.
      hash INTEGER NOT NULL, fields BLOB,
      -- The variance of the Laplacian, in hundredths.
      sharpness INTEGER,
      PRIMARY KEY (folder, name)) WITHOUT ROWID, STRICT;
    -- Of the photo or sidecar of that name, in the version of its row in photo.
    CREATE TABLE description (
      folder INTEGER NOT NULL, name BLOB NOT NULL,
      -- One a line; a path of keywords as Animals|Dogs.
      keywords TEXT, people TEXT,
      title TEXT, caption TEXT, alt_text TEXT,
      -- Ten-millionths of a degree.
      latitude INTEGER, longitude INTEGER,
      PRIMARY KEY (folder, name)) WITHOUT ROWID, STRICT;
    CREATE VIEW photos AS
      SELECT CAST(path AS TEXT) AS folder, CAST(photo.name AS TEXT) AS name, photo.bytes,
        datetime(photo.modified / 1000000000, 'unixepoch') AS modified,
        datetime(taken / 1000, 'unixepoch') AS taken, width, height, camera, lens, iso,
        aperture / 1000.0 AS aperture, focal_length / 1000.0 AS focal_length, rating, pick, label,
        orientation, duration / 1000.0 AS duration, motion,
        iif(hash IS NULL, NULL, printf('%016x', hash)) AS hash, sharpness / 100.0 AS sharpness,
        replace(keywords, char(10), ', ') AS keywords, replace(people, char(10), ', ') AS people,
        title, caption, alt_text, latitude / 1e7 AS latitude, longitude / 1e7 AS longitude
      FROM photo JOIN folder ON folder.id = photo.folder
        LEFT JOIN words ON words.id = photo.words
        LEFT JOIN look ON look.folder = photo.folder AND look.name = photo.name
          AND look.changed = photo.changed
        LEFT JOIN description ON description.folder = photo.folder
          AND description.name = photo.name;
    CREATE TABLE listing (
      id INTEGER PRIMARY KEY AUTOINCREMENT, source BLOB NOT NULL, stage INTEGER NOT NULL,
      begun INTEGER NOT NULL, used INTEGER NOT NULL, pages INTEGER NOT NULL,
      whole INTEGER NOT NULL, last BLOB,
      UNIQUE (source, stage));
    CREATE TABLE listing_page (
      place INTEGER PRIMARY KEY, count INTEGER NOT NULL, digest INTEGER NOT NULL);
    CREATE TABLE listing_objects (place INTEGER PRIMARY KEY, objects BLOB NOT NULL);
    CREATE TABLE listing_folders (place INTEGER PRIMARY KEY, names BLOB NOT NULL);
    """
}
