"""Runs an example of Python as its program, on a server that answers each request in a thread of its own: what integrators use does."""

import runpy
import sys
from socketserver import ThreadingMixIn
from wsgiref import simple_server


class ThreadedServer(ThreadingMixIn, simple_server.WSGIServer):
    daemon_threads = True
    # Five connections wait to be accepted, else: of twenty at the same time, the others are tried again a second later.
    request_queue_size = 128


make_server = simple_server.make_server
simple_server.make_server = lambda host, port, app: make_server(host, port, app, server_class=ThreadedServer)
# Django imports the routes of the program by its name.
sys.argv = sys.argv[1:]
runpy.run_path(sys.argv[0], run_name="__main__")
