from web.hall.storage.news import LocalNews


def test_news_within_one_process_come_after_the_commit(hall) -> None:
    heard: list[int] = []
    news = LocalNews(heard.append)
    with hall.database.write() as connection:
        news.announce_in(connection, 3)
        assert heard == []
    news.announce_after(3)
    assert heard == [3]
    news.close()
