"""Answers held against the OpenAPI document: nothing may be answered that it does not describe."""

from __future__ import annotations

import copy
from typing import Any

from flask import Flask
from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match
from werkzeug.routing import Rule

from tests.support.table import BASE, Phone
from web.openapi import build_document, machine_routes
from web.openapi.schema import ApiDescription


def closed(node: Any) -> Any:
    """The document with every object shut: a member that is not described is a fault here, though not for callers."""
    if isinstance(node, list):
        return [closed(one) for one in node]
    if not isinstance(node, dict):
        return node
    shut = {key: closed(value) for key, value in node.items()}
    if shut.get("type") == "object" and isinstance(shut.get("properties"), dict):
        shut.setdefault("additionalProperties", False)
    return shut


class Contract:
    """The document of an application; `seen` are the operations that answered 200 so far."""

    def __init__(self, app: Flask, api: ApiDescription | None = None) -> None:
        self.document = build_document(app, api)
        self._shut = closed(copy.deepcopy(self.document))
        self._urls = app.url_map.bind("table")
        self.operations = {f"{method} {rule.rule}" for method, rule in machine_routes(app)}
        self.seen: set[str] = set()

    def hold(self, method: str, path: str, answer: Any, body: object = None) -> None:
        """Raises for an answer that is not as described; for one that is 200, also for a body sent that is not."""
        rule, _ = self._urls.match(path.partition("?")[0], method, return_rule=True)
        assert isinstance(rule, Rule)
        filled = "/".join(self._named(part, rule) for part in rule.rule.split("/"))
        operation = self._shut["paths"][filled][method.lower()]
        status = str(answer.status_code)
        kind = answer.mimetype
        if status == "200":
            self.seen.add(f"{method} {rule.rule}")
            said = operation["responses"]["200"]["content"]
            assert kind in said, f"{method} {path}: {kind}"
            if "requestBody" in operation and body is not None:
                # What a caller sends beside what is described is let be, by the server as well.
                asked = self.document["paths"][filled][method.lower()]["requestBody"]["content"]
                self.check(asked["application/json"]["schema"], body, f"body of {path}")
            if kind == "application/json":
                self.check(said[kind]["schema"], answer.json, f"{method} {path}")
        elif status in operation["responses"]:
            assert not answer.data
        else:
            assert f"{status[0]}XX" in operation["responses"], f"{method} {path}: {status}"
            self.check({"$ref": "#/components/schemas/Error"}, answer.json, f"{method} {path}: {status}")

    @staticmethod
    def _named(part: str, rule: Rule) -> str:
        """One part of a rule as the document writes it."""
        name = part.strip("<>").rpartition(":")[2]
        return f"{{{name}}}" if name in rule.arguments else part

    def check(self, schema: dict[str, Any], value: object, what: str) -> None:
        """Raises for a value that is not of the schema; `what` it is, for the message."""
        whole = {**schema, "components": self._shut["components"]}
        fault = best_match(Draft202012Validator(whole).iter_errors(value))
        assert fault is None, f"{what}{fault.json_path}: {fault.message[:400]}"


class Held(Phone):
    """A phone whose every request and answer is held against the document."""

    def __init__(self, phone: Phone, contract: Contract) -> None:
        super().__init__(phone.client)
        self.contract = contract

    def send(self, path: str, body: object = None, method: str = "POST", headers: dict[str, str] | None = None) -> Any:
        answer = super().send(path, body, method, headers)
        self.contract.hold(method, path, answer, body)
        return answer

    def get(self, path: str, **more: Any) -> Any:
        answer = self.client.get(path, base_url=BASE, **more)
        self.contract.hold("GET", path, answer)
        return answer

    def picture(self, path: str) -> Any:
        """Sends a picture."""
        answer = self.client.post(path, data=b"\xff\xd8jpeg", base_url=BASE, headers={"Origin": BASE})
        self.contract.hold("POST", path, answer)
        return answer
