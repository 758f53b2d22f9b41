"""What table and hall have in common before they get their routes."""

from flask import Flask, redirect, render_template_string, request, session

from web.http.application import make_application


def application() -> Flask:
    app = make_application("k" * 32, "fudayomi_test", 1000)
    app.add_url_rule("/count", "count", view_func=lambda: str(session.setdefault("phone", "7")))
    app.add_url_rule(
        "/data", "data", view_func=lambda: render_template_string("{{ words | tojson }}", words={"b": "桜", "a": 1})
    )
    app.add_url_rule("/size", "size", view_func=lambda: str(len(request.get_data())), methods=["POST"])
    app.add_url_rule("/leave", "leave", view_func=lambda: redirect("/elsewhere#results"), methods=["POST"])
    return app


def test_a_script_that_sent_a_form_is_told_where_to_go() -> None:
    client = application().test_client()
    plain = client.post("/leave")
    assert (plain.status_code, plain.headers["Location"]) == (302, "/elsewhere#results")
    told = client.post("/leave", headers={"X-Form": "script"})
    assert (told.status_code, told.headers["Location"], told.data) == (204, "/elsewhere#results", b"")
    assert client.post("/size", data=b"x", headers={"X-Form": "script"}).status_code == 200


def test_scripts_cannot_read_the_cookie_and_other_sites_do_not_get_it_sent() -> None:
    cookie = application().test_client().get("/count").headers["Set-Cookie"]
    assert cookie.startswith("fudayomi_test=")
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie


def test_a_large_request_is_refused() -> None:
    client = application().test_client()
    assert client.post("/size", data=b"x" * 1000).text == "1000"
    assert client.post("/size", data=b"x" * 1001).status_code == 413


def test_data_for_scripts_is_short_and_keeps_its_order() -> None:
    assert application().test_client().get("/data").text == '{"b":"桜","a":1}'


def test_templates_and_scripts_are_those_of_the_package() -> None:
    app = application()
    assert app.jinja_env.get_template("base.html").name == "base.html"
    with app.test_client().get("/static/js/main.js") as answer:
        assert answer.status_code == 200
