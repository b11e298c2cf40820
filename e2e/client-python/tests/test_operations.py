import inspect
import json
from collections.abc import Iterator
from pathlib import Path

from provider_checkout import NoAnswerError, ProviderCheckout
from provider_checkout import Resource

from .scripted import CUT, ScriptedTest, answer

DOCUMENT = json.loads((Path(__file__).parents[3] / "openapi.json").read_text("utf-8"))
OPERATIONS = [
    (operation["x-retry"], verb.upper(), path, operation.get("deprecated", False))
    for path, operations in DOCUMENT["paths"].items()
    for verb, operation in operations.items()
]
ANYTHING = answer(200, {"data": [], "next_cursor": None})


def methods_of(client: ProviderCheckout) -> Iterator[object]:
    """Every method that sends an operation of the document."""
    for resource in [client, *vars(client).values()]:
        if isinstance(resource, Resource):
            for name, method in inspect.getmembers(resource, inspect.ismethod):
                if not name.startswith("_") and name not in ("request", "wait_for_outcome"):
                    yield method


class Operations(ScriptedTest):
    def test_each_of_the_document_has_its_method(self) -> None:
        client = self.client(ANYTHING)
        for method in methods_of(client):
            given = [
                {} if name == "body" else "an id/?"
                for name, parameter in inspect.signature(method).parameters.items()
                if parameter.kind is parameter.POSITIONAL_OR_KEYWORD
            ]
            result = method(*given)
            if isinstance(result, Iterator):
                list(result)
        asked = sorted((one.method, one.path) for one in self.heard)
        current = [(verb, path) for _, verb, path, is_deprecated in OPERATIONS if not is_deprecated]
        filled = [
            (verb, "/".join("an%20id%2F%3F" if "{" in one else one for one in path.split("/")))
            for verb, path in current
        ]
        self.assertEqual(asked, sorted(filled))

    def test_only_those_are_repeated_after_a_lost_answer_that_do_no_harm_then(self) -> None:
        for retry, verb, path, _ in OPERATIONS:
            client = self.client(CUT, ANYTHING)
            self.heard.clear()
            try:
                client.request(verb, path.replace("{", "").replace("}", ""))
            except NoAnswerError:
                pass
            self.assertEqual([path, len(self.heard) > 1], [path, retry != "never"])

    def test_answers_with_status_headers_and_what_it_holds(self) -> None:
        pdf = answer(200, b"%PDF-", {"Content-Type": "application/pdf", "ETag": '"1"'})
        client = self.client(pdf, answer(304), answer(204))
        first = client.request("GET", "/v1/provider-checkouts/chk_1/agreement")
        self.assertEqual([first.status, first.headers["etag"], first.data], [200, '"1"', b"%PDF-"])
        again = client.request("GET", "/v1/environment", headers={"If-None-Match": '"1"'})
        self.assertEqual([again.status, again.data], [304, None])
        self.assertEqual(self.heard[1].headers["If-None-Match"], '"1"')
        self.assertEqual(client.request("DELETE", "/v1/webhook-endpoints/whe_1").status, 204)
