/* Put before the C library of a process under test (LD_PRELOAD), lets its calendar's clock be stepped from outside: the file that
   STEPPED_CLOCK names holds, as eight bytes, by how many milliseconds it is ahead. The steady clock is left alone. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

static volatile int64_t *ahead;
static int (*real)(clockid_t, struct timespec *);

__attribute__((constructor)) static void begin(void) {
    real = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
    const char *path = getenv("STEPPED_CLOCK");
    int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    if (file < 0) return;
    void *map = mmap(NULL, sizeof(int64_t), PROT_READ, MAP_SHARED, file, 0);
    if (map != MAP_FAILED) ahead = (volatile int64_t *)map;
    close(file);
}

int clock_gettime(clockid_t which, struct timespec *at) {
    if (!real) begin();
    int failed = real(which, at);
    if (failed || !ahead || (which != CLOCK_REALTIME && which != CLOCK_REALTIME_COARSE)) return failed;
    int64_t nanos = at->tv_nsec + (*ahead % 1000) * 1000000;
    int64_t seconds = at->tv_sec + *ahead / 1000;
    if (nanos < 0) { nanos += 1000000000; seconds -= 1; }
    if (nanos >= 1000000000) { nanos -= 1000000000; seconds += 1; }
    at->tv_sec = seconds;
    at->tv_nsec = nanos;
    return 0;
}
