#define _GNU_SOURCE
#include "CCurl.h"
#include "CCrypto.h"

#define FUNCTIONS(X)                                                                             \
  X(global_init) X(easy_init) X(easy_cleanup) X(easy_setopt) X(easy_getinfo) X(slist_append)     \
  X(easy_perform) X(easy_send) X(easy_recv)                                                      \
  X(slist_free_all) X(multi_init) X(multi_cleanup) X(multi_setopt) X(multi_add_handle)           \
  X(multi_remove_handle) X(multi_perform) X(multi_poll) X(multi_info_read) X(url) X(url_cleanup) \
  X(url_set) X(url_get) X(free) X(version_info)

/* Type-checking macros of curl.h that would replace the names. */
#undef curl_easy_setopt
#undef curl_easy_getinfo
#undef curl_multi_setopt

#define SYMBOL(name) curl_##name
#include "loading.h"

static bool is_too_old;

/* CURLOPT_PROTOCOLS_STR requires 7.85.0, CURLOPT_PREREQFUNCTION 7.80.0. */
static bool is_recent(void) {
  return library.version_info(CURLVERSION_NOW)->version_num >= CURL_VERSION_BITS(7, 85, 0);
}

static bool is_usable(void *handle) {
  ccrypto_keep_until_the_end(handle);
  is_too_old = !is_recent();
  return !is_too_old && library.global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
}

static void load(void) {
  load_first((const char *const[]){"libcurl.so.4", "libcurl-gnutls.so.4", NULL}, is_usable);
}

bool ccurl_load(void) {
  pthread_once(&once, load);
  return is_loaded;
}

bool ccurl_is_too_old(void) { return !ccurl_load() && is_too_old; }

CURL *ccurl_easy_init(void) { return library.easy_init(); }

void ccurl_easy_cleanup(CURL *easy) { library.easy_cleanup(easy); }

CURLcode ccurl_set_long(CURL *easy, CURLoption option, long value) {
  return library.easy_setopt(easy, option, value);
}

CURLcode ccurl_set_size(CURL *easy, CURLoption option, curl_off_t value) {
  return library.easy_setopt(easy, option, value);
}

CURLcode ccurl_set_text(CURL *easy, CURLoption option, const char *value) {
  return library.easy_setopt(easy, option, value);
}

CURLcode ccurl_set_list(CURL *easy, CURLoption option, struct curl_slist *value) {
  return library.easy_setopt(easy, option, value);
}

CURLcode ccurl_set_callbacks(
    CURL *easy, void *context, curl_write_callback write, curl_write_callback header,
    curl_opensocket_callback open_socket, curl_prereq_callback before_request) {
  const CURLcode codes[] = {
      library.easy_setopt(easy, CURLOPT_WRITEFUNCTION, write),
      library.easy_setopt(easy, CURLOPT_WRITEDATA, context),
      library.easy_setopt(easy, CURLOPT_HEADERFUNCTION, header),
      library.easy_setopt(easy, CURLOPT_HEADERDATA, context),
      library.easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, open_socket),
      library.easy_setopt(easy, CURLOPT_OPENSOCKETDATA, context),
      library.easy_setopt(easy, CURLOPT_PREREQFUNCTION, before_request),
      library.easy_setopt(easy, CURLOPT_PREREQDATA, context),
  };
  for (size_t index = 0; index < sizeof codes / sizeof *codes; index++)
    if (codes[index] != CURLE_OK) return codes[index];
  return CURLE_OK;
}

long ccurl_get_long(CURL *easy, CURLINFO info) {
  long value = 0;
  return library.easy_getinfo(easy, info, &value) == CURLE_OK ? value : 0;
}

CURLcode ccurl_connect(CURL *easy) { return library.easy_perform(easy); }

int ccurl_socket(CURL *easy) {
  curl_socket_t number = CURL_SOCKET_BAD;
  return library.easy_getinfo(easy, CURLINFO_ACTIVESOCKET, &number) == CURLE_OK ? number : -1;
}

CURLcode ccurl_send(CURL *easy, const void *bytes, size_t count, size_t *sent) {
  return library.easy_send(easy, bytes, count, sent);
}

CURLcode ccurl_receive(CURL *easy, void *bytes, size_t count, size_t *received) {
  return library.easy_recv(easy, bytes, count, received);
}

struct curl_slist *ccurl_list_append(struct curl_slist *list, const char *line) {
  return library.slist_append(list, line);
}

void ccurl_list_free(struct curl_slist *list) { library.slist_free_all(list); }

CURLM *ccurl_multi_init(void) { return library.multi_init(); }

void ccurl_multi_cleanup(CURLM *multi) { library.multi_cleanup(multi); }

CURLMcode ccurl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
  return library.multi_setopt(multi, option, value);
}

CURLMcode ccurl_multi_add(CURLM *multi, CURL *easy) {
  return library.multi_add_handle(multi, easy);
}

CURLMcode ccurl_multi_remove(CURLM *multi, CURL *easy) {
  return library.multi_remove_handle(multi, easy);
}

CURLMcode ccurl_multi_perform(CURLM *multi) {
  int running;
  return library.multi_perform(multi, &running);
}

CURLMcode ccurl_multi_wait(CURLM *multi, int extra, int milliseconds) {
  struct curl_waitfd waited = {.fd = extra, .events = CURL_WAIT_POLLIN};
  return library.multi_poll(multi, &waited, 1, milliseconds, NULL);
}

CURL *ccurl_multi_next_done(CURLM *multi, CURLcode *result) {
  int left;
  for (;;) {
    CURLMsg *message = library.multi_info_read(multi, &left);
    if (!message) return NULL;
    if (message->msg != CURLMSG_DONE) continue;
    *result = message->data.result;
    return message->easy_handle;
  }
}

CURLU *ccurl_url(void) { return library.url(); }

void ccurl_url_cleanup(CURLU *url) { library.url_cleanup(url); }

CURLUcode ccurl_url_set(CURLU *url, CURLUPart part, const char *text, unsigned flags) {
  return library.url_set(url, part, text, flags);
}

CURLUcode ccurl_url_get(CURLU *url, CURLUPart part, char **text, unsigned flags) {
  return library.url_get(url, part, text, flags);
}

void ccurl_free(void *text) { library.free(text); }
