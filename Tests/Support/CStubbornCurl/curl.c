#include "CStubbornCurl.h"

#define CURL_DISABLE_TYPECHECK
/* Its first parameter is const in some versions of the header only. */
#define curl_url_get curl_url_get_of_header
#include <curl/curl.h>
#undef curl_url_get
#include <dlfcn.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#undef curl_easy_setopt
#undef curl_easy_getinfo
#undef curl_multi_setopt

static void *real(const char *name) {
  static void *handle;
  if (!handle) handle = dlopen(getenv("STUBBORN_CURL_REAL"), RTLD_NOW | RTLD_LOCAL);
  return dlsym(handle, name);
}

#define REAL(name) ((__typeof__(&name))real(#name))
#define PASS_ON(type, name, parameters, arguments) \
  type name parameters { return REAL(name) arguments; }

PASS_ON(CURLcode, curl_global_init, (long flags), (flags))
PASS_ON(CURL *, curl_easy_init, (void), ())
PASS_ON(void, curl_easy_cleanup, (CURL * easy), (easy))
PASS_ON(CURLcode, curl_easy_perform, (CURL * easy), (easy))
PASS_ON(CURLcode, curl_easy_send, (CURL * easy, const void *bytes, size_t count, size_t *sent),
        (easy, bytes, count, sent))
PASS_ON(CURLcode, curl_easy_recv, (CURL * easy, void *bytes, size_t count, size_t *received),
        (easy, bytes, count, received))
PASS_ON(struct curl_slist *, curl_slist_append, (struct curl_slist * list, const char *line),
        (list, line))
PASS_ON(void, curl_slist_free_all, (struct curl_slist * list), (list))
PASS_ON(CURLM *, curl_multi_init, (void), ())
PASS_ON(CURLMcode, curl_multi_cleanup, (CURLM * multi), (multi))
PASS_ON(CURLMcode, curl_multi_add_handle, (CURLM * multi, CURL *easy), (multi, easy))
PASS_ON(CURLMcode, curl_multi_remove_handle, (CURLM * multi, CURL *easy), (multi, easy))
PASS_ON(CURLMcode, curl_multi_perform, (CURLM * multi, int *running), (multi, running))
PASS_ON(CURLMcode, curl_multi_poll,
        (CURLM * multi, struct curl_waitfd extra[], unsigned count, int milliseconds, int *ready),
        (multi, extra, count, milliseconds, ready))
PASS_ON(CURLMsg *, curl_multi_info_read, (CURLM * multi, int *left), (multi, left))
PASS_ON(CURLU *, curl_url, (void), ())
PASS_ON(void, curl_url_cleanup, (CURLU * url), (url))
PASS_ON(CURLUcode, curl_url_set, (CURLU * url, CURLUPart part, const char *text, unsigned flags),
        (url, part, text, flags))
PASS_ON(void, curl_free, (void *text), (text))

CURLUcode curl_url_get(const CURLU *url, CURLUPart part, char **text, unsigned flags) {
  return ((__typeof__(&curl_url_get))real("curl_url_get"))(url, part, text, flags);
}

/* The one argument behind the fixed ones, which is as wide as a pointer whatever its type. */
#define LAST(behind)        \
  va_list list;             \
  va_start(list, behind);   \
  void *last = va_arg(list, void *); \
  va_end(list)

CURLcode curl_easy_setopt(CURL *easy, CURLoption option, ...) {
  LAST(option);
  const char *refused = getenv("STUBBORN_CURL_REFUSES");
  const struct curl_easyoption *known = REAL(curl_easy_option_by_id)(option);
  if (refused && known && strcmp(known->name, refused) == 0) return CURLE_UNKNOWN_OPTION;
  return REAL(curl_easy_setopt)(easy, option, last);
}

CURLcode curl_easy_getinfo(CURL *easy, CURLINFO info, ...) {
  LAST(info);
  return REAL(curl_easy_getinfo)(easy, info, last);
}

CURLMcode curl_multi_setopt(CURLM *multi, CURLMoption option, ...) {
  LAST(option);
  return REAL(curl_multi_setopt)(multi, option, last);
}

curl_version_info_data *curl_version_info(CURLversion age) {
  static curl_version_info_data data;
  data = *REAL(curl_version_info)(age);
  const char *version = getenv("STUBBORN_CURL_VERSION");
  if (version) data.version_num = (unsigned)strtoul(version, NULL, 16);
  return &data;
}
