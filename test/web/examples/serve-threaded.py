"""Runs a Python example on a server with a thread per request, like the servers of integrators."""

import runpy
import sys
from socketserver import ThreadingMixIn
from wsgiref import simple_server


class ThreadedServer(ThreadingMixIn, simple_server.WSGIServer):
    daemon_threads = True
    # The default backlog is five: of twenty concurrent connections, the others would be retried a second later.
    request_queue_size = 128


make_server = simple_server.make_server
simple_server.make_server = lambda host, port, app: make_server(host, port, app, server_class=ThreadedServer)
# Django imports the program's routes by its name.
sys.argv = sys.argv[1:]
runpy.run_path(sys.argv[0], run_name="__main__")
