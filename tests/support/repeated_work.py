"""Work that many tests repeat, done once: routes, templates, drawings."""

from __future__ import annotations

import gc
import hashlib
import os
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask
from jinja2 import BytecodeCache, Environment
from jinja2.bccache import Bucket
from resvg_py import svg_to_bytes
from werkzeug.routing import Rule

FAST_HASH = "scrypt:1024:8:1"
"""The hash of the program for PINs, a sixteenth of its work: that takes 50 ms of processor time a check."""


NEW_OBJECTS = 50_000
"""New objects after which garbage is looked for. Python's 700 cost a twentieth of the processor time of a run."""
# What is loaded and collected before the first test lives until the end: the collector of garbage need not look at it.
gc.disable()


def pytest_collection_finish(session: pytest.Session) -> None:
    """Collect garbage from here on, but not among modules and collected tests."""
    gc.freeze()
    gc.set_threshold(NEW_OBJECTS)
    gc.enable()


class CompiledTemplates(BytecodeCache):
    """Templates compiled so far, by file and application: each application has its own filters and globals."""

    def __init__(self) -> None:
        self.compiled: dict[tuple[str, str], bytes] = {}

    def get_bucket(self, environment: Environment, name: str, filename: str | None, source: str) -> Bucket:
        key = f"{environment.app.import_name} {self.get_cache_key(name, filename)}"  # type: ignore[attr-defined]
        bucket = Bucket(environment, key, self.get_source_checksum(source))
        self.load_bytecode(bucket)
        return bucket

    def load_bytecode(self, bucket: Bucket) -> None:
        if code := self.compiled.get((bucket.key, bucket.checksum)):
            bucket.bytecode_from_string(code)

    def dump_bytecode(self, bucket: Bucket) -> None:
        self.compiled[bucket.key, bucket.checksum] = bucket.bytecode_to_string()


@pytest.fixture(scope="session", autouse=True)
def compiled_applications() -> Iterator[None]:
    """Compile each route and template once for all applications: short tests do little else."""
    compile_rule = Rule.compile
    compiled: dict[tuple[object, ...], dict[str, Any]] = {}
    attributes = ("_parts", "_trace", "_converters", "_build", "_build_unknown")

    def compile_once(rule: Rule) -> None:
        if rule.defaults:
            compile_rule(rule)
            return
        key = (rule.rule, rule.subdomain, rule.host, rule.merge_slashes, rule.map and rule.map.host_matching)
        if key not in compiled:
            compile_rule(rule)
            compiled[key] = {name: getattr(rule, name) for name in attributes} | {
                "arguments": frozenset(rule.arguments)
            }
            for name in ("_build", "_build_unknown"):
                compiled[key][name] = getattr(rule, name).__func__
        entry = compiled[key]
        rule._parts, rule._trace, rule._converters = entry["_parts"], entry["_trace"], entry["_converters"]
        rule.arguments = set(entry["arguments"])
        rule._build = entry["_build"].__get__(rule, None)
        rule._build_unknown = entry["_build_unknown"].__get__(rule, None)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Rule, "compile", compile_once)
        patch.setattr(Flask, "jinja_options", {"bytecode_cache": CompiledTemplates()})
        yield


@pytest.fixture(scope="session", autouse=True)
def fast_hashes() -> Iterator[None]:
    """Hash PINs quickly. Tests in a process of its own meet the strong hash."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("web.access.pin._HASH_METHOD", FAST_HASH)
        yield


@pytest.fixture(scope="session", autouse=True)
def drawings_rendered_once(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Render each drawing once for all processes of a run. One of a card takes 20 to 90 ms."""
    own = tmp_path_factory.getbasetemp()
    folder = (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "drawings"
    folder.mkdir(exist_ok=True)

    def render_once(**options: Any) -> bytes:
        file = folder / hashlib.sha256(repr(sorted(options.items())).encode()).hexdigest()
        if not file.exists():
            made = folder / f"{file.name}.{os.getpid()}"
            made.write_bytes(svg_to_bytes(**options))
            made.replace(file)
        return file.read_bytes()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("scanner.imaging.decode.svg_to_bytes", render_once)
        yield
