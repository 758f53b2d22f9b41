"""Checks that each answer is as the OpenAPI document describes it."""

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


def close_objects(node: Any) -> Any:
    """A copy of the document in which no object may have undescribed members. Callers must accept such members."""
    if isinstance(node, list):
        return [close_objects(one) for one in node]
    if not isinstance(node, dict):
        return node
    copied = {key: close_objects(value) for key, value in node.items()}
    if copied.get("type") == "object" and isinstance(copied.get("properties"), dict):
        copied.setdefault("additionalProperties", False)
    return copied


class Contract:
    """The document of an application. `answered`: the operations that answered 200 so far."""

    def __init__(self, app: Flask, api: ApiDescription | None = None) -> None:
        self.document = build_document(app, api)
        self._shut = close_objects(copy.deepcopy(self.document))
        self._urls = app.url_map.bind("table")
        self.operations = {f"{method} {rule.rule}" for method, rule in machine_routes(app)}
        self.answered: set[str] = set()

    def check_answer(self, method: str, path: str, answer: Any, body: object = None) -> None:
        """Fail for an answer that is not as described, and with status 200 for such a request body."""
        rule, _ = self._urls.match(path.partition("?")[0], method, return_rule=True)
        assert isinstance(rule, Rule)
        filled = "/".join(self._placeholder(part, rule) for part in rule.rule.split("/"))
        operation = self._shut["paths"][filled][method.lower()]
        status = str(answer.status_code)
        kind = answer.mimetype
        if status == "200":
            self.answered.add(f"{method} {rule.rule}")
            responses = operation["responses"]["200"]["content"]
            assert kind in responses, f"{method} {path}: {kind}"
            if "requestBody" in operation and body is not None:
                # Callers may send undescribed members: the server ignores them.
                request_content = self.document["paths"][filled][method.lower()]["requestBody"]["content"]
                self.check_value(request_content["application/json"]["schema"], body, f"body of {path}")
            if kind == "application/json":
                self.check_value(responses[kind]["schema"], answer.json, f"{method} {path}")
        elif status in operation["responses"]:
            assert not answer.data
        else:
            assert f"{status[0]}XX" in operation["responses"], f"{method} {path}: {status}"
            self.check_value({"$ref": "#/components/schemas/Error"}, answer.json, f"{method} {path}: {status}")

    @staticmethod
    def _placeholder(part: str, rule: Rule) -> str:
        """A part of a path: arguments in braces, as the document writes them."""
        name = part.strip("<>").rpartition(":")[2]
        return f"{{{name}}}" if name in rule.arguments else part

    def check_value(self, schema: dict[str, Any], value: object, what: str) -> None:
        """Fail for a value that does not fit the schema. `what` names it in the message."""
        whole = {**schema, "components": self._shut["components"]}
        fault = best_match(Draft202012Validator(whole).iter_errors(value))
        assert fault is None, f"{what}{fault.json_path}: {fault.message[:400]}"


class CheckedPhone(Phone):
    """A phone whose requests and answers are checked against the document."""

    def __init__(self, phone: Phone, contract: Contract) -> None:
        super().__init__(phone.client)
        self.contract = contract

    def send(self, path: str, body: object = None, method: str = "POST", headers: dict[str, str] | None = None) -> Any:
        answer = super().send(path, body, method, headers)
        self.contract.check_answer(method, path, answer, body)
        return answer

    def get(self, path: str, **more: Any) -> Any:
        answer = self.client.get(path, base_url=BASE, **more)
        self.contract.check_answer("GET", path, answer)
        return answer

    def send_picture(self, path: str) -> Any:
        """Send a picture."""
        answer = self.client.post(path, data=b"\xff\xd8jpeg", base_url=BASE, headers={"Origin": BASE})
        self.contract.check_answer("POST", path, answer)
        return answer
