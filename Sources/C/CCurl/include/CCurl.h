#ifndef CCURL_H
#define CCURL_H

#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>
#include <stdbool.h>

/* Wrappers for libcurl without variadic arguments.

   libcurl and its thirty dependencies are loaded by ccurl_load on first use, which takes 4 ms. Call
   nothing else before it has returned true, except ccurl_is_too_old. */

/* Constants whose type depends on the version of curl.h. */
static const long ccurl_tls_1_2 = CURL_SSLVERSION_TLSv1_2;
static const long ccurl_netrc_optional = CURL_NETRC_OPTIONAL;

/* Loads libcurl once per process; thread-safe. False if it is missing or older than 7.85.0, which
   lacks options that keep transfers out of private networks. */
bool ccurl_load(void);

/* Whether ccurl_load failed because libcurl is too old. */
bool ccurl_is_too_old(void);

CURL *ccurl_easy_init(void);
void ccurl_easy_cleanup(CURL *easy);

CURLcode ccurl_set_long(CURL *easy, CURLoption option, long value);
CURLcode ccurl_set_size(CURL *easy, CURLoption option, curl_off_t value);
CURLcode ccurl_set_text(CURL *easy, CURLoption option, const char *value);
CURLcode ccurl_set_list(CURL *easy, CURLoption option, struct curl_slist *value);

/* Sets the callbacks, called with `context` on the thread that performs the transfer. */
CURLcode ccurl_set_callbacks(
    CURL *easy, void *context, curl_write_callback write, curl_write_callback header,
    curl_opensocket_callback open_socket, curl_prereq_callback before_request);

/* 0 on failure. */
long ccurl_get_long(CURL *easy, CURLINFO info);

/* Connects a handle with CURLOPT_CONNECT_ONLY; blocks. */
CURLcode ccurl_connect(CURL *easy);

/* The socket of that connection; -1 if it is closed. */
int ccurl_socket(CURL *easy);

/* Non-blocking: CURLE_AGAIN if nothing can be sent or received. */
CURLcode ccurl_send(CURL *easy, const void *bytes, size_t count, size_t *sent);
CURLcode ccurl_receive(CURL *easy, void *bytes, size_t count, size_t *received);

struct curl_slist *ccurl_list_append(struct curl_slist *list, const char *line);
void ccurl_list_free(struct curl_slist *list);

CURLM *ccurl_multi_init(void);
void ccurl_multi_cleanup(CURLM *multi);
CURLMcode ccurl_multi_set_long(CURLM *multi, CURLMoption option, long value);
CURLMcode ccurl_multi_add(CURLM *multi, CURL *easy);
CURLMcode ccurl_multi_remove(CURLM *multi, CURL *easy);
CURLMcode ccurl_multi_perform(CURLM *multi);

/* Waits until a socket of the transfers is ready, `extra` is readable or the time has elapsed. */
CURLMcode ccurl_multi_wait(CURLM *multi, int extra, int milliseconds);

/* Removes a finished transfer from the queue; NULL if there is none. */
CURL *ccurl_multi_next_done(CURLM *multi, CURLcode *result);

CURLU *ccurl_url(void);
void ccurl_url_cleanup(CURLU *url);
CURLUcode ccurl_url_set(CURLU *url, CURLUPart part, const char *text, unsigned flags);
CURLUcode ccurl_url_get(CURLU *url, CURLUPart part, char **text, unsigned flags);
void ccurl_free(void *text);

#endif
