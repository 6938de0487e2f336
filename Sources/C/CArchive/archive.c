#include "CArchive.h"

#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

/* Declarations of archive.h and archive_entry.h. */
struct archive;
struct archive_entry;
enum { ok = 0, at_end = 1, warning = -20 };
enum { block_size = 64 << 10, type_mask = 0170000, regular = 0100000 };

struct archive *archive_read_new(void);
int archive_read_free(struct archive *);
int archive_read_open_fd(struct archive *, int descriptor, size_t block_size);
int archive_read_next_header(struct archive *, struct archive_entry **);
ssize_t archive_read_data(struct archive *, void *bytes, size_t count);
int archive_format(struct archive *);
const char *archive_error_string(struct archive *);
int archive_read_has_encrypted_entries(struct archive *);
int archive_read_support_filter_bzip2(struct archive *);
int archive_read_support_filter_gzip(struct archive *);
int archive_read_support_filter_lz4(struct archive *);
int archive_read_support_filter_xz(struct archive *);
int archive_read_support_filter_zstd(struct archive *);
int archive_read_support_format_7zip(struct archive *);
int archive_read_support_format_rar(struct archive *);
int archive_read_support_format_rar5(struct archive *);
int archive_read_support_format_tar(struct archive *);
int archive_read_support_format_zip(struct archive *);
const char *archive_entry_pathname(struct archive_entry *);
const char *archive_entry_pathname_utf8(struct archive_entry *);
int64_t archive_entry_size(struct archive_entry *);
int archive_entry_size_is_set(struct archive_entry *);
time_t archive_entry_mtime(struct archive_entry *);
mode_t archive_entry_filetype(struct archive_entry *);
const char *archive_entry_hardlink(struct archive_entry *);
int archive_entry_is_data_encrypted(struct archive_entry *);

#define FUNCTIONS(X)                                                                              \
  X(read_new) X(read_free) X(read_open_fd) X(read_next_header) X(read_data)                       \
  X(read_support_filter_bzip2) X(read_support_filter_gzip) X(read_support_filter_lz4)             \
  X(read_support_filter_xz) X(read_support_filter_zstd) X(read_support_format_7zip)               \
  X(read_support_format_rar) X(read_support_format_rar5) X(read_support_format_tar)               \
  X(read_support_format_zip) X(read_has_encrypted_entries) X(entry_pathname)                      \
  X(entry_pathname_utf8) X(entry_size) X(entry_size_is_set) X(entry_mtime) X(entry_filetype)      \
  X(entry_hardlink) X(entry_is_data_encrypted) X(format) X(error_string)
#define SYMBOL(name) archive_##name
#include "loading.h"

static void load(void) {
  /* libarchive converts names to the encoding of the locale; "C" has ASCII alone. */
  setlocale(LC_CTYPE, "C.UTF-8");
  load_first((const char *const[]){"libarchive.so.13", NULL}, NULL);
}

bool carchive_load(void) {
  pthread_once(&once, load);
  return is_loaded;
}

struct carchive {
  struct archive *archive;
  /* If not, only its error may be read: libarchive 3.6 crashes otherwise. */
  bool is_open;
};

carchive *carchive_open(int descriptor) {
  carchive *opened = malloc(sizeof *opened);
  struct archive *archive = library.read_new();
  /* The file offset may be shared with another process. */
  if (!opened || !archive || lseek(descriptor, 0, SEEK_SET) != 0) goto failed;
  library.read_support_filter_bzip2(archive);
  library.read_support_filter_gzip(archive);
  library.read_support_filter_lz4(archive);
  library.read_support_filter_xz(archive);
  library.read_support_filter_zstd(archive);
  library.read_support_format_7zip(archive);
  library.read_support_format_rar(archive);
  library.read_support_format_rar5(archive);
  library.read_support_format_tar(archive);
  library.read_support_format_zip(archive);
  *opened = (carchive){archive, library.read_open_fd(archive, descriptor, block_size) == ok};
  return opened;

failed:
  if (archive) library.read_free(archive);
  free(opened);
  return NULL;
}

int carchive_next(carchive *archive, carchive_member *member) {
  if (!archive->is_open) return carchive_failed;
  struct archive_entry *entry = NULL;
  const int result = library.read_next_header(archive->archive, &entry);
  if (result == at_end) return carchive_end;
  if (result != ok && result != warning) return carchive_failed;
  const char *utf8 = library.entry_pathname_utf8(entry);
  *member = (carchive_member){
      .name = utf8 ? utf8 : library.entry_pathname(entry),
      .size = library.entry_size_is_set(entry) ? library.entry_size(entry) : -1,
      .modified = library.entry_mtime(entry),
      .is_file =
          (library.entry_filetype(entry) & type_mask) == regular && !library.entry_hardlink(entry),
      .is_encrypted = library.entry_is_data_encrypted(entry) == 1,
  };
  return carchive_done;
}

bool carchive_is_recognized(carchive *archive) {
  if (archive->is_open && library.format(archive->archive) != 0) return true;
  const char *error = library.error_string(archive->archive);
  return error && strcmp(error, "Unrecognized archive format") != 0;
}

bool carchive_is_encrypted(carchive *archive) {
  return archive->is_open && library.read_has_encrypted_entries(archive->archive) == 1;
}

ptrdiff_t carchive_read(carchive *archive, void *bytes, size_t count) {
  const ssize_t length = library.read_data(archive->archive, bytes, count);
  return length < 0 ? carchive_failed : length;
}

void carchive_close(carchive *archive) {
  library.read_free(archive->archive);
  free(archive);
}
