"""Lets a role be assumed with an external id only as its trust policy says.

MiniStack reads trust policies where it checks every request, and else lets everybody assume every role: an integrator's role that
demands no external id would look like one that does.
"""


def install(ministack):
    from ministack.services import sts

    handle = sts.handle_request

    async def handle_with_trust(method, path, headers, body, query_params):
        if b"ExternalId=" not in body:
            return await handle(method, path, headers, body, query_params)
        # It awaits nothing: no other request is answered meanwhile.
        ministack.AUTH = True
        try:
            return await handle(method, path, headers, body, query_params)
        finally:
            ministack.AUTH = False

    sts.handle_request = handle_with_trust
