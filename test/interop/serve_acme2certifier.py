"""Serves acme2certifier on a port of 127.0.0.1, instead of port 80. Arguments: the port, and the DNS answer for every name."""

import sys
from socketserver import ThreadingMixIn
from wsgiref.simple_server import WSGIServer, make_server

from acme2certifier.acme_srv import helper
from acme2certifier.share import acme2certifier_wsgi as wsgi


class Server(ThreadingMixIn, WSGIServer):
    daemon_threads = True


port, address = int(sys.argv[1]), sys.argv[2]
# It queries name servers on port 53 only. The request to the address goes through its HTTP proxy.
helper.fqdn_resolve = lambda *_, **__: ([address], False, None)
make_server("127.0.0.1", port, wsgi.application, Server, wsgi.get_handler_cls()).serve_forever()
