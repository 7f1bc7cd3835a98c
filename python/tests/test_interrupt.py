"""Ctrl-C stops calls, whatever thread they run on and whatever thread the signal reaches."""

import os
import signal
import subprocess
import sys
import time

LOOP = "entry f (n: i64) (xs: []f64): f64 = f64.sum (loop ys = xs for i < n do map (\\y -> y * 0.5 + 1) (scan (+) 0 ys))"

PREPARE = f"""
import os, signal, sys, threading, time
import numpy as np
import windrow
f = windrow.compile({LOOP!r}, context=windrow.Context(backend="native")).f
f(1, np.ones(10))
ready = lambda: print("ready", flush=True)
forever = lambda: f(1_000_000_000, np.ones(1000))
"""


def interrupted(script):
    """What a process prints that is sent SIGINT while a call runs."""
    command = [sys.executable, "-c", PREPARE + script]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout.readline() == "ready\n"
            time.sleep(0.3)
            begin = time.monotonic()
            os.kill(process.pid, signal.SIGINT)
            out, _ = process.communicate(timeout=20)
        finally:
            process.kill()
    assert time.monotonic() - begin < 5
    assert process.returncode == 0
    return out


def test_a_call_on_the_main_thread():
    script = """
ready()
try:
    forever()
except KeyboardInterrupt:
    print("stopped", f(1, np.ones(2)))
assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
"""
    assert interrupted(script) == "stopped 3.5\n"


def test_a_signal_that_reaches_another_thread():
    # The handler runs on the thread that the signal is sent to, while calls of the main thread begin and end.
    script = """
def shoot():
    while not done.is_set():
        time.sleep(0.002)
        signal.pthread_kill(threading.get_ident(), signal.SIGINT)
done = threading.Event()
signal.signal(signal.SIGINT, lambda *_: None)
ready()
time.sleep(0.6)
thread = threading.Thread(target=shoot)
thread.start()
stopped = 0
for _ in range(100):
    try:
        f(2, np.ones(100))
        forever()
    except windrow.Cancelled:
        stopped += 1
done.set()
thread.join()
signal.signal(signal.SIGINT, signal.default_int_handler)
print(stopped, f(1, np.ones(2)))
"""
    assert interrupted(script) == "100 3.5\n"


def test_calls_on_other_threads():
    script = """
def call(name):
    try:
        forever()
    except windrow.Cancelled:
        stopped.append(name)
stopped = []
for i in range(3):
    threading.Thread(target=call, args=(i,)).start()
ready()
try:
    time.sleep(60)
except KeyboardInterrupt:
    while len(stopped) < 3:
        time.sleep(0.01)
    print(sorted(stopped), f(1, np.ones(2)))
"""
    assert interrupted(script) == "[0, 1, 2] 3.5\n"


def test_calls_on_other_threads_go_on_if_the_program_handles_the_signal():
    script = """
seen = threading.Event()
signal.signal(signal.SIGINT, lambda *_: seen.set())
results = []
thread = threading.Thread(target=lambda: results.append(f(3000, np.ones(10_000))))
thread.start()
ready()
seen.wait()
thread.join()
print(len(results))
"""
    assert interrupted(script) == "1\n"


def test_a_handler_that_is_set_during_a_call_stays():
    script = """
thread = threading.Thread(target=lambda: f(300, np.ones(100_000)))
thread.start()
time.sleep(0.01)
signal.signal(signal.SIGINT, lambda *_: print("own", flush=True))
thread.join()
f(1, np.ones(10))
ready()
time.sleep(0.6)
"""
    assert interrupted(script) == "own\n"
