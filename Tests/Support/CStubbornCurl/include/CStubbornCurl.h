#ifndef CSTUBBORNCURL_H
#define CSTUBBORNCURL_H

/* A libcurl for a test, to be found by the loader under that name: it passes everything on to the one
   at the path STUBBORN_CURL_REAL, but refuses to set the option STUBBORN_CURL_REFUSES (a name without
   CURLOPT_), and has the version STUBBORN_CURL_VERSION (hexadecimal, as LIBCURL_VERSION_NUM). */

#endif
