"""The world outside a server: an HTTPS server that answers what it is told to, a resolver, and a mail server."""

from __future__ import annotations

import asyncio
import datetime
import email
import email.policy
import ipaddress
import ssl
import threading
from email.message import EmailMessage
from pathlib import Path
from typing import Any, NamedTuple

from aiosmtpd.controller import Controller
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from mistvale.server.outside import Outside

PUBLIC = "93.184.216.34"
NAMES = ("hooks.example", "push.example")


class Call(NamedTuple):
    """A request that came in."""

    path: str
    headers: dict[str, str]
    body: bytes


class World:
    """One HTTPS server for all names; `status` is what it answers, `silent` that it never does."""

    def __init__(self, folder: Path) -> None:
        self.calls: list[Call] = []
        self.status = "201 Created"
        self.more = ""
        self.silent = False
        self.addresses = [[PUBLIC]]
        self.resolved: list[str] = []
        self.connected: list[str] = []
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._certificate = certificate(folder)
        self.port = 0

    def __enter__(self) -> World:
        self._thread.start()
        asyncio.run_coroutine_threadsafe(self._serve(), self._loop).result(10)
        return self

    def __exit__(self, *why: Any) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)

    async def _serve(self) -> None:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self._certificate)
        server = await asyncio.start_server(self._answer, "127.0.0.1", 0, ssl=context)
        self.port = server.sockets[0].getsockname()[1]

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = dict(line.lower().split(": ", 1)[:1] + line.split(": ", 1)[1:] for line in head[1:] if line)
        body = await reader.readexactly(int(headers["content-length"]))
        self.calls.append(Call(head[0].split(" ")[1], headers, body))
        if not self.silent:
            writer.write(f"HTTP/1.1 {self.status}\r\n{self.more}content-length: 2\r\n\r\nno".encode())
            await writer.drain()
            writer.close()

    # ------------------------------------------------------------ the way there

    async def _resolve(self, host: str, port: int) -> list[str]:
        self.resolved.append(host)
        return self.addresses.pop(0) if len(self.addresses) > 1 else self.addresses[0]

    async def _connect(self, address: str, port: int, **more: Any) -> Any:
        self.connected.append(address)
        return await asyncio.open_connection("127.0.0.1", self.port, **more)

    def outside(self, seconds: float = 3.0) -> Outside:
        """The way out, which ends here whatever the address."""
        context = ssl.create_default_context(cafile=str(self._certificate))
        return Outside(self._resolve, self._connect, context, seconds)


def certificate(folder: Path) -> Path:
    """A certificate for the names of this world, with its key, in one file."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "the world")])
    names: list[x509.GeneralName] = [x509.DNSName(each) for each in NAMES]
    names.append(x509.IPAddress(ipaddress.ip_address(PUBLIC)))
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - datetime.timedelta(days=30))
        .not_valid_after(now + datetime.timedelta(days=30))
        .add_extension(x509.SubjectAlternativeName(names), False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), True)
        .sign(key, hashes.SHA256())
    )
    secret = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    file = folder / "world.pem"
    file.write_bytes(secret + made.public_bytes(serialization.Encoding.PEM))
    return file


class Listening(Controller):
    """On any free port."""

    def _trigger_server(self) -> None:
        self.port = self.server.sockets[0].getsockname()[1]
        super()._trigger_server()


class Mailbox:
    """A mail server that keeps what it is given; `refuses` all of it, or takes it."""

    def __init__(self) -> None:
        self.mails: list[tuple[str, EmailMessage]] = []
        self.refuses = False
        self._controller = Listening(self, hostname="127.0.0.1", port=0)

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: Any) -> str:  # noqa: N802 - as it is called
        if self.refuses:
            return "451 not now"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        made = email.message_from_bytes(envelope.content, policy=email.policy.default)
        self.mails.append((envelope.rcpt_tos[0], made))  # type: ignore[arg-type]
        return "250 OK"

    def __enter__(self) -> Mailbox:
        self._controller.start()
        return self

    def __exit__(self, *why: Any) -> None:
        self._controller.stop()

    @property
    def port(self) -> int:
        return int(self._controller.port)
