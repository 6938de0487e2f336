#ifndef CCURL_H
#define CCURL_H

#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>
#include <stdbool.h>

/* The functions of libcurl that photocell calls, under the prefix ccurl_, without variable arguments.

   The library and the thirty others it needs are loaded by ccurl_load and not with the program: they
   take four milliseconds, which a start without the network need not pay. Nothing else here may be
   called before ccurl_load has returned true. */

/* Constants whose type depends on the version of libcurl's header. */
static const long ccurl_tls_1_2 = CURL_SSLVERSION_TLSv1_2;
static const long ccurl_netrc_optional = CURL_NETRC_OPTIONAL;

/* Loads libcurl once in the life of the process, from any thread; false where there is none, or none
   of 7.85.0 or later: an older one lacks settings that keep transfers from private networks. */
bool ccurl_load(void);

/* Whether it could not be loaded because it is older. */
bool ccurl_is_too_old(void);

CURL *ccurl_easy_init(void);
void ccurl_easy_cleanup(CURL *easy);

CURLcode ccurl_set_long(CURL *easy, CURLoption option, long value);
CURLcode ccurl_set_size(CURL *easy, CURLoption option, curl_off_t value);
CURLcode ccurl_set_text(CURL *easy, CURLoption option, const char *value);
CURLcode ccurl_set_list(CURL *easy, CURLoption option, struct curl_slist *value);

/* Sets what is called on the thread that performs, each with the same context. */
CURLcode ccurl_set_callbacks(
    CURL *easy, void *context, curl_write_callback write, curl_write_callback header,
    curl_opensocket_callback open_socket, curl_prereq_callback before_request);

long ccurl_get_long(CURL *easy, CURLINFO info);

/* Connects an easy handle with CURLOPT_CONNECT_ONLY, which keeps the connection; blocks. */
CURLcode ccurl_connect(CURL *easy);

/* The socket of that connection; -1 where there is none any more. */
int ccurl_socket(CURL *easy);

/* Send and receive what the connection takes and has; CURLE_AGAIN where they would have to wait. */
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

/* Waits for the transfers' sockets, for `extra` to be readable, and for a time in milliseconds. */
CURLMcode ccurl_multi_wait(CURLM *multi, int extra, int milliseconds);

/* The next transfer that has ended and its result; NULL where there is none. */
CURL *ccurl_multi_next_done(CURLM *multi, CURLcode *result);

CURLU *ccurl_url(void);
void ccurl_url_cleanup(CURLU *url);
CURLUcode ccurl_url_set(CURLU *url, CURLUPart part, const char *text, unsigned flags);
CURLUcode ccurl_url_get(CURLU *url, CURLUPart part, char **text, unsigned flags);
void ccurl_free(void *text);

#endif
