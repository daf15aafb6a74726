"""A report in a real browser: nothing is asked of the network, nothing overlaps, nothing is too wide or too pale.

Needs playwright and a Chromium; without them the tests are skipped, or fail if MOONSHINE_NEED_BROWSER=1.
"""

from __future__ import annotations

import io
import os
import shutil

import pytest

from evaluation.report import write_report
from tests.evaluation.report_games import many_plan, play

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
PHONE, DESK = (390, 844), (1280, 900)
OPTIONS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-dev-shm-usage",
    "--no-first-run",
)
WIDTHS = pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
SCHEMES = pytest.mark.parametrize("scheme", ["light", "dark"])

# Of every text that is shown: its words, box, colour, and whether it is drawn in a plot.
TEXTS = """() => [...document.querySelectorAll('h1, h2, p, li span, a, th, td, figcaption, summary, code, b, svg text')]
  .filter(e => e.checkVisibility() && e.textContent.trim())
  .map(e => {
    const box = e.getBoundingClientRect(), look = getComputedStyle(e), svg = e.closest('svg');
    return {words: e.textContent, plot: svg ? [...document.querySelectorAll('svg')].indexOf(svg) : -1,
            left: box.left, right: box.right, top: box.top, bottom: box.bottom,
            colour: svg ? look.fill : look.color, letter: e.tagName == 'B' || look.fontWeight >= 600 && !!svg};
  })"""


def missing(what):
    """Skip, or fail where a browser must be there."""
    if os.environ.get("MOONSHINE_NEED_BROWSER") == "1":
        pytest.fail(f"{what}, and MOONSHINE_NEED_BROWSER is 1")
    pytest.skip(what)


@pytest.fixture(scope="module")
def browser():
    try:
        from playwright.sync_api import sync_playwright
    except ModuleNotFoundError:
        missing("playwright is not installed: pip install playwright")
    found = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    if found is None:
        missing(f"there is no browser: looked for {', '.join(BROWSERS)}")
    with sync_playwright() as driver:
        started = driver.chromium.launch(executable_path=found, args=list(OPTIONS))
        yield started
        started.close()


@pytest.fixture(scope="module")
def report(browser, tmp_path_factory):
    """A report with eight entrants of long names."""
    folder = tmp_path_factory.mktemp("browser")
    found = play(folder / "many.match", many_plan(max_days=4), 1)
    write_report([found], folder / "many.html", title="Eight at a table", command="c", files=[folder / "many.match"])
    return folder / "many.html"


@pytest.fixture
def open_page(browser, report):
    """Open the report; at the end nothing was complained about, and nothing asked of the network."""
    contexts, said, asked = [], [], []

    def opened(size=DESK, scheme="light"):
        context = browser.new_context(viewport={"width": size[0], "height": size[1]}, color_scheme=scheme)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        page.on("request", lambda request: asked.append(request.url))
        page.goto(report.as_uri())
        return page

    yield opened
    for context in contexts:
        context.close()
    assert said == []
    assert set(asked) <= {report.as_uri(), "data:,"}


def contrast(one, other):
    """Return the contrast ratio of two colours as browsers write them, WCAG 2.2."""

    def light(text):
        parts = [float(part) / 255 for part in text[text.index("(") + 1 : -1].split(",")[:3]]
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    high, low = sorted([light(one), light(other)], reverse=True)
    return (high + 0.05) / (low + 0.05)


@WIDTHS
def test_everything_is_there_and_has_a_size(open_page, size):
    page = open_page(size)
    sections = page.eval_on_selector_all("section", "all => all.map(e => [e.id, e.offsetWidth, e.offsetHeight])")
    names = [name for name, _, _ in sections]
    assert names == "standings ratings payoffs splits endings respect plays contracts run".split()
    assert all(width > 300 and height > 100 for _, width, height in sections)
    shown = page.eval_on_selector_all(
        "figure", "all => all.map(e => [...e.querySelectorAll('svg')].filter(s => s.checkVisibility()).length)"
    )
    assert shown == [1] * len(shown), "of the two drawings of a plot one is shown"
    assert len(shown) >= 8
    boxes = page.eval_on_selector_all(
        "figure svg",
        "all => all.filter(s => s.checkVisibility())"
        ".map(s => [s.clientWidth, s.clientHeight, s.viewBox.baseVal.width])",
    )
    for width, height, drawn in boxes:
        assert width > 250
        assert height > 40
        assert 0.9 < width / drawn < 1.4, "it is shown about as large as it was drawn"


@WIDTHS
def test_the_page_never_scrolls_sideways(open_page, size):
    page = open_page(size)
    page.eval_on_selector_all("details", "all => all.forEach(e => e.open = true)")
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    page.evaluate("() => { window.scrollTo(500, 0); }")
    assert page.evaluate("window.scrollX") == 0
    wide = page.eval_on_selector_all(".scroll", "all => all.filter(e => e.scrollWidth > e.clientWidth).length")
    assert wide > 0 or size == DESK, "wide tables scroll in their own boxes"


@WIDTHS
def test_no_labels_of_a_plot_overlap(open_page, size):
    texts = [text for text in open_page(size).evaluate(TEXTS) if text["plot"] >= 0]
    assert len(texts) > 300
    by_plot = {}
    for text in texts:
        by_plot.setdefault(text["plot"], []).append(text)
    for labels in by_plot.values():
        for text in labels:
            assert -2 <= text["left"] < text["right"] <= size[0] + 2, f"{text['words']} leaves the page"
        for k, one in enumerate(labels):
            for other in labels[:k]:
                across = min(one["right"], other["right"]) - max(one["left"], other["left"])
                along = min(one["bottom"], other["bottom"]) - max(one["top"], other["top"])
                assert across < 1.5 or along < 3, f"{one['words']!r} lies on {other['words']!r}"


@SCHEMES
def test_all_text_is_legible(open_page, scheme):
    page = open_page(scheme=scheme)
    paper = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert contrast(paper, "rgb(0, 0, 0)" if scheme == "light" else "rgb(255, 255, 255)") > 15
    for text in page.evaluate(TEXTS):
        least = 3 if text["letter"] else 4.5  # letters are large, bold, and stand beside names
        assert contrast(text["colour"], paper) >= least, f"{text['words']!r} in {text['colour']} on {paper}"


@SCHEMES
@WIDTHS
def test_it_looks_like_something(open_page, size, scheme):
    image = pytest.importorskip("PIL.Image", reason="needs the extra render")
    page = open_page(size, scheme)
    for figure in page.query_selector_all("figure"):
        picture = image.open(io.BytesIO(figure.screenshot())).convert("RGB")
        colours = picture.getcolors(maxcolors=2**24)
        most = max(count for count, _ in colours)
        assert len(colours) > 40
        assert most < 0.98 * picture.width * picture.height, "it is not blank"
