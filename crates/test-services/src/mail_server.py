"""A mail server for tests: every mail goes into a folder, over TLS and for one user where that is wanted."""

import argparse
import asyncio
import ssl

from aiosmtpd.handlers import Mailbox
from aiosmtpd.smtp import SMTP, AuthResult


async def serve(args):
    context = None
    if args.tls != "none":
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(args.cert, args.key)
    loop, handler = asyncio.get_running_loop(), Mailbox(args.folder)

    def authenticate(_server, _session, _envelope, _mechanism, given):
        right = (args.user.encode(), args.password.encode())
        return AuthResult(success=(given.login, given.password) == right, handled=False)

    def protocol():
        return SMTP(
            handler,
            loop=loop,
            tls_context=context if args.tls == "starttls" else None,
            require_starttls=args.tls == "starttls",
            auth_required=args.user is not None,
            # Below SMTPS it does not see that there is TLS.
            auth_require_tls=False,
            authenticator=authenticate if args.user is not None else None,
        )

    outer = context if args.tls == "smtps" else None
    server = await loop.create_server(protocol, "127.0.0.1", args.port, ssl=outer)
    await server.serve_forever()


parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--port", type=int, required=True)
parser.add_argument("--folder", required=True)
parser.add_argument("--tls", choices=["none", "starttls", "smtps"], default="none")
for option in ["--cert", "--key", "--user", "--password"]:
    parser.add_argument(option)
asyncio.run(serve(parser.parse_args()))
