import os
import sqlite3
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from provider_checkout import WebhookVerificationError, unwrap_webhook

SECRETS = os.environ["WEBHOOK_SECRET"].split()
DATABASE = os.environ.get("WEBHOOK_DATABASE", "webhooks.db")
MAX_BODY_BYTES = 1024 * 1024

TABLES = """
create table if not exists webhook_inbox (
    webhook_id text primary key,
    type text not null,
    received_at text not null default current_timestamp
);
create table if not exists checkout_state (
    checkout_id text primary key,
    provider_order_id text not null,
    status text not null,
    sequence integer not null
);
"""


def connect():
    # A second event at the same moment waits until the first is kept.
    return sqlite3.connect(DATABASE, timeout=10)


def record(webhook_id, event):
    """Applies an event once, even if it arrives twice, at the same moment or out of order.
    Either all of it happens, or nothing does and the event is sent again."""
    data = event["data"]
    connection = connect()
    try:
        # One transaction: an exception undoes it.
        with connection:
            inbox = "insert into webhook_inbox (webhook_id, type) values (?, ?) on conflict do nothing"
            if connection.execute(inbox, (webhook_id, event["type"])).rowcount == 0:
                return "repeated"
            # Each event has the whole checkout: a late one adds nothing to what a newer one said.
            connection.execute(
                """insert into checkout_state (checkout_id, provider_order_id, status, sequence)
                values (?, ?, ?, ?)
                on conflict (checkout_id) do update
                set status = excluded.status, sequence = excluded.sequence
                where checkout_state.sequence < excluded.sequence""",
                (
                    data["checkout"]["checkout_id"],
                    data["provider"]["provider_order_id"],
                    data["checkout_status"],
                    event["sequence"],
                ),
            )
            # What takes long or happens once, such as an e-mail, goes from here into a queue of
            # yours, by the same connection.
            return "new"
    finally:
        connection.close()


class Receiver(BaseHTTPRequestHandler):
    timeout = 15

    def do_POST(self):
        length = self.headers.get("Content-Length", "")
        if self.path != "/webhooks/provider-checkout":
            return self.respond(404)
        if not length.isdecimal():
            return self.respond(411)
        if len(length) > 9 or int(length) > MAX_BODY_BYTES:
            return self.respond(413)
        try:
            # The signature covers the raw bytes.
            event = unwrap_webhook(self.rfile.read(int(length)), self.headers, SECRETS)
        except WebhookVerificationError:
            return self.respond(400)
        try:
            taken = record(self.headers["webhook-id"], event)
        except Exception:
            # The event is sent again.
            self.respond(500)
            raise
        print(f'{taken} {event["type"]} {event["data"]["provider"]["provider_order_id"]}', flush=True)
        return self.respond(204)

    def respond(self, status):
        self.send_response(status)
        self.end_headers()

    def log_message(self, *_):
        pass


if __name__ == "__main__":
    tables = connect()
    tables.executescript(TABLES)
    tables.close()
    address = os.environ.get("HOST", "127.0.0.1"), int(os.environ.get("PORT", "4000"))
    server = ThreadingHTTPServer(address, Receiver)
    print(f"Listening at port {address[1]}", flush=True)
    server.serve_forever()
