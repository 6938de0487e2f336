#ifndef CLINUX_H
#define CLINUX_H

#include <spawn.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <sys/vfs.h>

#pragma clang assume_nonnull begin

/* Linux functions that Swift cannot call. All are thread-safe. Unless said otherwise they return -1
   with `errno` on failure. New descriptors are close-on-exec. */

/* Sends one message with up to 144 descriptors over a socket (unix(7), SCM_RIGHTS), without
   SIGPIPE. Returns 0; -1 also if only part of the message was sent. */
int cl_send(int socket, const void *bytes, size_t length, const int *descriptors, int count);

/* Waits for one message. `count` is the capacity of `descriptors`, at most 144, and is set to the
   number received. Returns the length of the message; 0 at the end of the stream; -1 with EMSGSIZE
   if more descriptors were sent or the message exceeds `capacity`: then all descriptors are
   closed. */
ssize_t cl_receive(int socket, void *bytes, size_t capacity, int *descriptors, int *count);

/* A non-blocking descriptor that is readable after cl_signal (eventfd(2)). */
int cl_signal_descriptor(void);
void cl_signal(int descriptor);

/* Replaces the descriptor `number` by a duplicate of `other` (dup3(2)). Returns `number`; on
   failure `number` is unchanged. */
int cl_replace(int number, int other);

/* An empty file in memory (memfd_create(2)). */
int cl_memory_file(void);

/* An immutable file in memory (memfd_create(2), F_ADD_SEALS). */
int cl_sealed_file(const void *bytes, size_t length);

/* A descriptor that is readable after the process has exited (pidfd_open(2)). */
int cl_open_process(pid_t process);

/* Makes the process group of a spawned program the foreground group of `terminal`, a descriptor of
   that program (posix_spawn_file_actions_addtcsetpgrp_np(3)). Returns 0 or an error number. */
int cl_add_front(posix_spawn_file_actions_t *actions, int terminal);

/* Renames or moves a file without replacing another: EEXIST (renameat2(2), RENAME_NOREPLACE).
   Returns 0. */
int cl_rename_new(int folder, const char *name, int other, const char *new_name);

/* Exchanges two names in a folder atomically (renameat2(2), RENAME_EXCHANGE). Returns 0; -1 with
   EINVAL or ENOSYS if the file system or the kernel does not support it. */
int cl_exchange(int folder, const char *name, const char *other_name);

/* Takes a read lease (fcntl(2), F_SETLEASE): another process that opens the file for writing blocks
   until `file` is closed, at most /proc/sys/fs/lease-break-time seconds. `file` must be open for
   reading only. Returns 0; 1 if the file is open for writing; -1 if the file system has no leases
   or the file belongs to another user. */
int cl_lease(int file);

/* Whether the lease is in force and not being broken by another process. */
int cl_lease_holds(int file);

/* The mount ID of an open file, which is not reused until reboot (statx(2), STATX_MNT_ID_UNIQUE); 0
   before Linux 6.8 and on failure. */
uint64_t cl_mount_id(int number);

/* Postpones SIGHUP, SIGTERM and SIGINT until the matching `cl_release_end`, so that an operation
   can be completed or rolled back; effective if their handlers call `cl_postpone_end`. Calls
   nest. */
void cl_hold_end(void);

/* Ends a `cl_hold_end`. The last one ends the program by the postponed signal, if any. */
void cl_release_end(void);

/* For the handler of a signal: postpones the first SIGHUP, SIGTERM or SIGINT that arrives during a
   `cl_hold_end`. Returns 1 if postponed; then SIGALRM follows after 20 seconds. Returns 0 if the
   handler must end the program. Async-signal-safe. */
int cl_postpone_end(int number);

/* Whether a signal is postponed. */
int cl_is_end_postponed(void);

/* Creates a file without a name in a folder, deleted at close unless it is linked (open(2),
   O_TMPFILE). */
int cl_unnamed_file(int folder, mode_t mode);

/* Makes `to` share all data of `from` (ioctl_ficlone(2)). Returns 0. */
int cl_clone(int from, int to);

/* Copies up to `length` bytes between the current file offsets (copy_file_range(2)). Returns their
   number; 0 at the end of the file. */
ssize_t cl_copy_range(int from, int to, size_t length);

/* Copies the extended attributes of the namespace `user.` (xattr(7)); errors are ignored. */
void cl_copy_attributes(int from, int to);

/* The number of terminal cells of a character; -1 if it is not printable. Declared here, since the
   toolchain's Glibc module lacks it (XSI extension). */
extern int wcwidth(wchar_t character);

#pragma clang assume_nonnull end

#endif
