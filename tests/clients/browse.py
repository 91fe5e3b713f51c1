"""A real browser at a running server; says as JSON what it saw.

python browse.py docs URL PICTURE opens the page that shows the API; the picture in docs/http.md is made so.
python browse.py play PROGRAM runs a program of docs/http.md in a page from elsewhere.
"""

import json
import shutil
import sys
import tempfile
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.support.wait import WebDriverWait

FLAGS = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
    "--window-size=1000,1250",
]


PAGE = """<!doctype html><title>running</title><pre></pre>
<script>
const told = document.querySelector("pre");
console.log = (word) => told.append(typeof word === "string" ? word : JSON.stringify(word), "\\n");
</script>
<script type="module">
%s
document.title = "over";
</script>
"""


@contextmanager
def browser():
    """A browser that notes whatever its pages ask for."""
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium")
    options.set_capability("goog:loggingPrefs", {"performance": "ALL", "browser": "ALL"})
    with tempfile.TemporaryDirectory() as profile:
        for flag in (*FLAGS, f"--user-data-dir={profile}"):
            options.add_argument(flag)
        with webdriver.Chrome(options, webdriver.ChromeService(shutil.which("chromedriver"))) as one:
            # What the browser's own first page asked for is nobody's concern.
            one.get("about:blank")
            one.get_log("performance")
            yield one


def noted(one):
    """The addresses of all requests of the page, sent or not, and what it complained of."""
    told = [json.loads(line["message"])["message"] for line in one.get_log("performance")]
    asked = {event["params"]["request"]["url"] for event in told if event["method"] == "Network.requestWillBeSent"}
    errors = [line["message"] for line in one.get_log("browser") if line["level"] == "SEVERE"]
    return {"requests": sorted(asked), "errors": errors}


def docs(url, picture):
    """Look at the page, and into one of its operations."""
    with browser() as one:
        wait = WebDriverWait(one, 60)
        one.get(f"{url}/docs")
        wait.until(lambda _: one.find_elements(By.CSS_SELECTOR, ".opblock"))
        operations = [line.text.split("\n") for line in one.find_elements(By.CSS_SELECTOR, ".opblock-summary")]
        one.save_screenshot(picture)
        one.find_element(By.CSS_SELECTOR, "[id$='-getView'] button.opblock-summary-control").click()
        wait.until(lambda _: one.find_elements(By.CSS_SELECTOR, "[id$='-getView'] .response"))
        answers = [cell.text for cell in one.find_elements(By.CSS_SELECTOR, "[id$='-getView'] .response-col_status")]
        return {"operations": operations, "answers": answers, **noted(one)}


def play(program):
    """Run a program in a page of another server; say what it printed."""
    page = (PAGE % Path(program).read_text(encoding="utf-8")).encode()

    class Elsewhere(BaseHTTPRequestHandler):
        """A server with one page."""

        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(page)

        def log_message(self, *_):
            """Say nothing."""

    with HTTPServer(("127.0.0.1", 0), Elsewhere) as server, browser() as one:
        Thread(target=server.serve_forever, daemon=True).start()
        one.get(f"http://127.0.0.1:{server.server_port}/")
        WebDriverWait(one, 60).until(lambda _: one.title == "over")
        told = one.find_element(By.TAG_NAME, "pre").text.splitlines()
        server.shutdown()
        return {"told": told, **noted(one)}


if __name__ == "__main__":
    print(json.dumps({"docs": docs, "play": play}[sys.argv[1]](*sys.argv[2:])))
