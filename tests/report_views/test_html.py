"""The HTML page: its data, its charts, its safety, and itself in a browser."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from chromium import Page, find_chromium
from hypothesis import given, settings
from hypothesis import strategies as st
from report_maker import HOSTILE, TIERS, make_report, perturbed, rebuild

import report_views
from report_views.charts import FLOW_HEIGHT, OUTCOMES, Bar, tier_flow, tier_outcomes
from report_views.comparison import compare_reports
from report_views.figures import Tally
from report_views.html import MAX_EXCERPT_CHARS, page_data, render_html, response_parts, script_json

needs_chromium = pytest.mark.skipif(
    find_chromium() is None, reason="no Chromium on this machine (Debian: apt-get install chromium)"
)
needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="no Node.js on this machine")


class Structure(HTMLParser):
    """Tags, attributes and ids of a page, and whether every element closes."""

    VOID = frozenset({"meta", "link", "input", "col", "br", "img", "rect", "line", "path"})

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.mismatched: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in self.VOID or tag == "path":
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.mismatched.append(tag)


def embedded(page: str) -> dict[str, Any]:
    """The data that the page carries."""
    found = re.search(r'<script type="application/json" id="report-data">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    data: dict[str, Any] = json.loads(found[1])
    return data


# ------------------------------------------------------------------------------
# 1  Data
# ------------------------------------------------------------------------------

PARTS = [
    ({"response_excerpt": "so 42.", "extraction_start": 3, "extraction_end": 5}, ("so ", "42", ".")),
    ({"response_excerpt": "so 42.", "extraction_start": 103, "extraction_end": 105, "excerpt_start": 100},
     ("so ", "42", ".")),
    ({"response_excerpt": "so 42.", "extraction_start": 3, "extraction_end": 50}, ("so 42.", "", "")),
    ({"response_excerpt": "so 42.", "extraction_start": -1, "extraction_end": 2}, ("so 42.", "", "")),
    ({"response_excerpt": "so 42.", "extraction_start": None, "extraction_end": None}, ("so 42.", "", "")),
    ({}, ("", "", "")),
]  # fmt: skip


@pytest.mark.parametrize(("item", "expected"), PARTS)
def test_response_parts(item: dict[str, Any], expected: tuple[str, str, str]) -> None:
    assert response_parts(item) == expected


@given(st.text(max_size=50), st.integers(-5, 60), st.integers(-5, 60))
def test_response_parts_are_pieces_of_the_excerpt(text: str, start: int, end: int) -> None:
    item = {"response_excerpt": text, "extraction_start": start, "extraction_end": end}
    assert "".join(response_parts(item)) in text


def test_long_excerpts_are_cut_around_the_answer() -> None:
    item = {
        "response_excerpt": "a" * 9000 + "42" + "b" * 9000,
        "extraction_start": 9000,
        "extraction_end": 9002,
    }
    before, found, after = response_parts(item)
    assert found == "42" and len(before + found + after) <= MAX_EXCERPT_CHARS
    assert set(before) == {"a"} and set(after) == {"b"}


def test_data_says_what_the_items_say() -> None:
    old = make_report(150)
    new = perturbed(old, 0.2, 0.2)
    data = json.loads(script_json(page_data(new, compare_reports(new, old))))
    column = {name: i for i, name in enumerate(data["fields"])}
    for row, item, before in zip(data["rows"], new["items"], old["items"], strict=True):
        assert len(row) == len(data["fields"])
        assert row[column["gold"]] == item["gold"]
        for name in ("verdict", "reason", "rule"):
            assert data["labels"][name][row[column[name]]] == item[name]
        assert [data["labels"]["chapter"][c] for c in row[column["chapter"]]] == [str(item["chapter"])]
        flip = data["labels"]["flip"][row[column["flip"]]]
        expected = "" if item["correct"] == before["correct"] else "gained" if item["correct"] else "lost"
        assert flip == expected
        assert not flip or row[column["old_pred"]] == before["pred"]


@given(st.recursive(st.text() | st.integers() | st.none(), st.lists, max_leaves=8))
def test_script_json_round_trips_and_cannot_leave_its_element(data: Any) -> None:
    text = script_json(data)
    assert not re.search(r"[<>&\u2028\u2029]", text)
    assert json.loads(text.encode()) == json.loads(json.dumps(data))


# ------------------------------------------------------------------------------
# 2  Charts
# ------------------------------------------------------------------------------


def test_bars_are_inside_their_track() -> None:
    for tally in (Tally(), Tally(0, 9), Tally(9, 9), Tally(1, 3)):
        bar = Bar("x", "", tally, old=tally)
        assert 0 <= bar.low <= bar.width + 1e-9 <= bar.high + 1e-9 <= 100 + 1e-9 or not tally.scored


@pytest.mark.parametrize("tiers", [TIERS, ("numeric",), ("symbolic", "exact", "numeric"), ()])
def test_every_item_is_in_one_ribbon_and_the_boxes_agree(tiers: tuple[str, ...]) -> None:
    report = make_report(300)
    report["signature"]["tiers"] = list(tiers)
    report["by_tier"] = {}
    flow = tier_flow(report)
    nodes = {node.name: node for node in flow.nodes}
    assert nodes["scored"].items == 300 == sum(tier_outcomes(report).values())
    ends = [node for node in flow.nodes if node.kind in OUTCOMES]
    assert sum(node.items for node in ends) == 300
    assert sum(link.kind != "stage" for link in flow.links) == len(tier_outcomes(report))
    reached = [nodes[tier].items for tier in tiers if tier in nodes]
    assert reached == sorted(reached, reverse=True)


def test_boxes_of_a_column_do_not_overlap_and_stay_inside() -> None:
    flow = tier_flow(make_report(12_592))
    columns: dict[float, list[Any]] = {}
    for node in flow.nodes:
        columns.setdefault(node.x, []).append(node)
        assert node.y + node.height <= flow.height
    assert flow.height < FLOW_HEIGHT * 2
    for column in columns.values():
        column.sort(key=lambda node: node.y)
        for above, below in pairwise(column):
            assert above.y + above.height + 14 <= below.y  # room for the label


def test_a_report_without_items_has_no_flow() -> None:
    assert tier_flow(rebuild([])).nodes == ()


# ------------------------------------------------------------------------------
# 3  The text of the page
# ------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def small_pages() -> list[str]:
    """Pages without and with a comparison, over hostile items."""
    old = make_report(120, hostile_share=0.1)
    for item, text in zip(old["items"], HOSTILE * 3, strict=False):
        item.update(id=f"{text}{item['id']}", group=text, chapter_title=text, rule=text, reason=text)
    old = rebuild(old["items"])
    old["meta"]["notes"] = {"model": HOSTILE[0], "split": HOSTILE[1]}
    new = perturbed(old, 0.2, 0.2)
    new["signature"]["harness"] = HOSTILE[0]
    return [render_html(old), render_html(new, compare_reports(new, old))]


def test_pages_are_well_formed_and_load_nothing(small_pages: list[str]) -> None:
    for page in small_pages:
        page.encode("utf-8")
        structure = Structure(page)
        assert structure.mismatched == [] and structure.open == []
        ids = [attrs["id"] for _, attrs in structure.tags if "id" in attrs]
        assert len(ids) == len(set(ids))
        for tag, attrs in structure.tags:
            assert tag not in ("link", "img", "iframe", "object", "base")
            assert "src" not in attrs and not any(name.startswith("on") for name in attrs)
            assert attrs.get("href", "#").startswith("#")  # type: ignore[union-attr]
            assert "style" not in attrs  # the policy would block it


def test_pages_hold_exactly_their_own_two_scripts(small_pages: list[str]) -> None:
    for page in small_pages:
        assert page.count("<script") == page.count("</script>") == 2
        assert "default-src &#39;none&#39;" in page
        assert "<img" not in page


def test_shipped_scripts_cannot_close_their_element() -> None:
    folder = Path(report_views.__file__).parent
    for name in ("page.js", "latex_mathml.js", "page.css"):
        assert "</s" not in (folder / name).read_text(encoding="utf-8").lower()


def test_labels_name_what_the_reader_needs(small_pages: list[str]) -> None:
    structure = Structure(small_pages[1])
    tags = structure.tags
    targets = {attrs["id"] for _, attrs in tags if "id" in attrs}
    assert [attrs for tag, attrs in tags if tag == "html"] == [{"lang": "en"}]
    assert any(attrs.get("class") == "skip" and attrs.get("href") == "#items" for _, attrs in tags)
    for _, attrs in tags:
        for name in ("aria-labelledby", "for"):
            assert name not in attrs or attrs[name] in targets
    assert sum(attrs.get("aria-sort") == "none" for _, attrs in tags) == 6
    tables = sum(tag == "table" for tag, _ in tags)
    assert tables == sum(tag == "caption" for tag, _ in tags) > 8


@pytest.mark.parametrize("report", [{}, {"items": []}, rebuild([]), rebuild(make_report(1)["items"])])
def test_empty_and_tiny_reports_have_a_page(report: dict[str, Any]) -> None:
    assert len(embedded(render_html(report))["rows"]) == len(report.get("items", []))


TEXT_FIELDS = ("id", "gold", "pred", "reason", "rule", "convention", "extraction", "group", "chapter_title",
               "response_excerpt", "collection")  # fmt: skip


@settings(max_examples=25, deadline=None)
@given(st.text(max_size=60))
def test_no_text_changes_the_structure_of_the_page(text: str) -> None:
    item = make_report(1)["items"][0]
    plain = render_html(rebuild([item]))
    page = render_html(rebuild([{**item, **dict.fromkeys(TEXT_FIELDS, text or "x")}]))
    page.encode("utf-8")
    kinds = [{tag for tag, _ in Structure(p).tags} for p in (plain, page)]
    assert kinds[0] == kinds[1]


# ------------------------------------------------------------------------------
# 4  Formulas
# ------------------------------------------------------------------------------

FORMULAS = [
    (r"\frac12", "mfrac(1,2)"),
    (r"\frac{1}{2^{99}}", "mfrac(1,msup(2,99))"),
    (r"\sqrt[3]{x}", "mroot(x,3)"),
    (r"x_{1}^2", "msubsup(x,1,2)"),
    (r"\sin^22\alpha", "msup(sin,2)2\u03b1"),
    (r"{}^4\sqrt{x}", "msup(,4)msqrt(x)"),
    (r"\left(1,2\right]", "(1,2]"),
    (r"20\%", "20%"),
    (r"60^\circ", "msup(60,∘)"),
    (r"\begin{pmatrix}1&2\\3&4\end{pmatrix}", "(mtable(mtr(mtd(1),mtd(2)),mtr(mtd(3),mtd(4))))"),
    (r"x\in\mathbb{R}\setminus\{0\}", "x∈\u211d\u2216{0}"),
    (r"f'(x)", "msup(f,\u2032)(x)"),
    ("x^10", "msup(x,10)"),
    (r"x^10\,", "msup(x,1)0"),
    (r"5 \text{ apples}", "5 apples"),
    ("(-1, 2) \u222a (3, 6)", "(\u22121,2)\u222a(3,6)"),
    (r"\binom{5}{2}", "(mfrac(5,2))"),
    ("\\begin{array}{lll}1 & 2\n\\end{array}", "mtable(mtr(mtd(1),mtd(2)))"),
    (r"\overline{AB}", "mover(AB,‾)"),
    ("In 6 and 8 hours", None),
    ("</script>", None),
    (r"\unknowncommand", None),
    (r"\constructor{a}", None),
    (r"\begin{constructor}1\end{constructor}", None),
    ("x^2^3", None),
    ("{" * 200, None),
    ("{" * 200 + "}" * 200, None),
    ("x" * 5000, None),
    (r"\frac{1}", None),
    ("", None),
    ("a\u202eb", None),
    ("\ud800", None),
]

SHOW_TREE = r"""
const { latexTree } = require(process.argv[1]);
const show = ([tag, attributes, content]) => {
  if (typeof content === "string") return content;
  const parts = content.map(show);
  return ["mrow", "math", "mspace"].includes(tag) ? parts.join("") : `${tag}(${parts.join(",")})`;
};
const sources = JSON.parse(require("fs").readFileSync(0, "utf8"));
const shown = (source) => { const tree = latexTree(source); return tree && show(tree); };
console.log(JSON.stringify(sources.map(shown)));
"""


def formulas_shown(sources: list[str]) -> list[str | None]:
    """What the page's own reader makes of these answers, run by Node."""
    module = Path(report_views.__file__).parent / "latex_mathml.js"
    run = subprocess.run(
        ["node", "-e", SHOW_TREE, str(module)],
        input=json.dumps(sources),
        capture_output=True,
        text=True,
        check=True,
    )
    shown: list[str | None] = json.loads(run.stdout)
    return shown


@needs_node
def test_formulas_are_read_or_left_as_text() -> None:
    shown = formulas_shown([source for source, _ in FORMULAS])
    assert list(zip([source for source, _ in FORMULAS], shown, strict=True)) == FORMULAS


@needs_node
def test_no_text_breaks_the_formula_reader() -> None:
    names = ("frac", "sqrt", "left", "right", "begin", "end", "text", "mathbb", "overline", "\\", "")
    alphabet = [*"{}^_$&'[]()|.,;=-+ 12xy", "{matrix}", *(f"\\{name}" for name in names)]
    collected: list[str] = []

    @settings(max_examples=300, deadline=None, database=None)
    @given(st.lists(st.sampled_from(alphabet), max_size=30).map("".join) | st.text(max_size=30))
    def collect(text: str) -> None:
        collected.append(text)

    collect()
    assert len(formulas_shown(collected)) == len(collected)


# ------------------------------------------------------------------------------
# 5  In a browser
# ------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def whole_page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of the whole data set, compared with another run."""
    old = make_report(12_592, hostile_share=0.02)
    new = perturbed(old, 0.03, 0.09)
    path = tmp_path_factory.mktemp("page") / "report.html"
    path.write_text(render_html(new, compare_reports(new, old)), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def browser(whole_page: Path) -> Iterator[Page]:
    """A browser that has the page open."""
    if find_chromium() is None:
        pytest.skip("no Chromium on this machine (Debian: apt-get install chromium)")
    with Page() as page:
        page.open(whole_page)
        yield page


STATUS = "document.getElementById('status').textContent"
ROWS = "document.querySelectorAll('#rows tr.row').length"


LOWEST_CONTRAST = r"""(() => {
  const linear = (v) => (v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4);
  const luminance = (colour) => {
    const [r, g, b] = colour.match(/\d+/g).map((v) => linear(Number(v) / 255));
    return .2126 * r + .7152 * g + .0722 * b;
  };
  const back = luminance(getComputedStyle(document.querySelector(".card")).backgroundColor);
  const ratios = [...document.querySelectorAll(".big, .soft, .badge, .up, .down, td, dd")]
    .map((element) => luminance(getComputedStyle(element).color))
    .map((front) => (Math.max(front, back) + .05) / (Math.min(front, back) + .05));
  return Math.min(...ratios);
})()"""


@pytest.mark.slow
class TestInChromium:
    """The page as a reader meets it; one browser for all, each test starts from a reset."""

    @pytest.fixture(autouse=True)
    def fresh(self, browser: Page) -> None:
        """Undo the filters of the test before."""
        browser.media()
        browser.evaluate("document.getElementById('clear').click()")

    def test_opens_with_one_page_of_rows(self, browser: Page) -> None:
        assert browser.evaluate(STATUS) == "Items 1 to 50 of 12,592"
        assert browser.evaluate(ROWS) == 50

    def test_is_quiet_offline_and_not_taken_over(self, browser: Page) -> None:
        browser.evaluate("showOnly('verdict', 'reject')")
        for text in HOSTILE:
            browser.evaluate(f"byId('search').value = {json.dumps(text)}; refresh()")
            assert browser.evaluate(ROWS) > 0, text
        assert browser.evaluate("document.title").endswith("score report")
        assert browser.complaints() == []

    def test_filters_count_what_the_report_counts(self, browser: Page) -> None:
        data = embedded(
            Path(browser.evaluate("decodeURIComponent(location.pathname)")).read_text(encoding="utf-8")
        )
        column = data["fields"].index("verdict")
        rejected = sum(data["labels"]["verdict"][row[column]] == "reject" for row in data["rows"])
        browser.evaluate("showOnly('verdict', 'reject')")
        assert browser.evaluate(STATUS) == f"Items 1 to 50 of {rejected:,} matching of 12,592"
        assert browser.evaluate("location.hash") == "#verdict=reject"
        browser.evaluate("byId('search').value = 'no such text'; refresh()")
        assert browser.evaluate(STATUS) == "No item of 12,592 matches."

    def test_labels_of_the_charts_filter(self, browser: Page) -> None:
        browser.evaluate("document.querySelector('[data-show=chapter]').click()")
        assert browser.evaluate("byId('filter-chapter').value") == "1"
        browser.evaluate("document.querySelector('[data-label=lost]').click()")
        assert browser.evaluate("byId('filter-flip').value") == "lost"
        assert browser.evaluate("byId('filter-chapter').value") == ""

    def test_headings_sort_both_ways(self, browser: Page) -> None:
        first = "document.querySelector('#rows th').textContent"
        head = "document.querySelector('th[data-sort=id]')"
        browser.evaluate(f"{head}.querySelector('button').click()")
        ascending = browser.evaluate(first)
        assert browser.evaluate(f"{head}.ariaSort") == "ascending"
        browser.evaluate(f"{head}.querySelector('button').click()")
        assert browser.evaluate(f"{head}.ariaSort") == "descending"
        assert browser.evaluate(first) != ascending

    def test_a_link_opens_the_same_view(self, browser: Page, whole_page: Path) -> None:
        browser.open(whole_page)
        browser.evaluate(
            "location.hash = '#tier=numeric&sort=-gold'; new Promise(done => setTimeout(done, 50))"
        )
        assert browser.evaluate("byId('filter-tier').value") == "numeric"
        assert browser.evaluate("document.querySelector('th[data-sort=gold]').ariaSort") == "descending"

    def test_pages_turn(self, browser: Page) -> None:
        browser.evaluate("byId('next').click()")
        assert browser.evaluate(STATUS) == "Items 51 to 100 of 12,592"
        browser.evaluate("byId('page').value = 999; byId('page').dispatchEvent(new Event('change'))")
        assert browser.evaluate(STATUS) == "Items 12,551 to 12,592 of 12,592"
        assert browser.evaluate("byId('next').disabled") is True

    def test_formulas_are_drawn(self, browser: Page) -> None:
        assert browser.evaluate("document.querySelectorAll('#rows math').length") > 60
        height = browser.evaluate("document.querySelector('#rows mfrac').getBoundingClientRect().height")
        assert height > 18

    def test_the_keyboard_reaches_everything(self, browser: Page, whole_page: Path) -> None:
        browser.open(whole_page)
        browser.press("Tab", 9)
        assert browser.evaluate("document.activeElement.className") == "skip"
        browser.evaluate("document.querySelector('.toggle').focus()")
        browser.press(" ", 32, " ")
        assert browser.evaluate("document.activeElement.ariaExpanded") == "true"
        assert browser.evaluate("document.querySelectorAll('tr.detail mark').length") == 1
        browser.press("Enter", 13, "\r")
        assert browser.evaluate("document.querySelectorAll('tr.detail').length") == 0
        assert (
            browser.evaluate("[...document.querySelectorAll('[tabindex]')].every(e => e.tabIndex <= 0)")
            is True
        )

    def test_nothing_sticks_out_on_a_phone(self, browser: Page) -> None:
        browser.send(
            "Emulation.setDeviceMetricsOverride", width=390, height=800, deviceScaleFactor=1, mobile=True
        )
        assert browser.evaluate("document.documentElement.scrollWidth") <= 390
        browser.send("Emulation.clearDeviceMetricsOverride")

    def test_dark_print_and_light_look_different_and_have_contrast(
        self, browser: Page, tmp_path: Path
    ) -> None:
        pictures = []
        for media, scheme in (("", "light"), ("", "dark"), ("print", "light")):
            browser.media(media, scheme)
            assert browser.evaluate(LOWEST_CONTRAST) >= 4.5, (media, scheme)
            pictures.append(browser.screenshot(tmp_path / f"page-{media or scheme}.png"))
        assert len(set(pictures)) == 3
        assert browser.pdf(tmp_path / "page.pdf").startswith(b"%PDF")

    def test_text_between_formulas_and_unsafe_characters_are_shown(self, browser: Page) -> None:
        shown = "answer(%s).outerHTML.replace(/ xmlns=.[^ >]*/g, '')"
        mixed = browser.evaluate(shown % json.dumps(r"$x$ and $\frac12$, \$5"))
        assert mixed.startswith('<span class="words">') and "<mfrac>" in mixed and "and" in mixed
        assert browser.evaluate("answer('a\\u202eb\\ud800').textContent") == "a\\u202eb\\ud800"

    def test_printing_shows_more_rows_and_gives_them_back(self, browser: Page) -> None:
        browser.evaluate("dispatchEvent(new Event('beforeprint'))")
        assert browser.evaluate(ROWS) == 200
        browser.evaluate("dispatchEvent(new Event('afterprint'))")
        assert browser.evaluate(ROWS) == 50


@needs_chromium
@pytest.mark.slow
def test_a_hostile_page_runs_only_its_own_script(small_pages: list[str], tmp_path: Path) -> None:
    path = tmp_path / "hostile.html"
    path.write_text(small_pages[1], encoding="utf-8")
    with Page() as page:
        page.open(path)
        page.evaluate("document.querySelectorAll('.toggle').forEach(button => button.click())")
        assert "pwned" not in page.evaluate("document.title").replace(HOSTILE[0], "")
        assert page.evaluate("document.querySelectorAll('img, iframe, #rows script').length") == 0
        assert page.complaints() == []
