"""A headless Chromium driven over its debugging pipe, with nothing but the standard library."""

from __future__ import annotations

import base64
import json
import os
import select
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from types import TracebackType
from typing import Any

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--hide-scrollbars",
    "--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-extensions",
    "--force-color-profile=srgb", "--remote-debugging-pipe",
)  # fmt: skip
ANSWER_SECONDS = 60
# The browser reads commands on 3 and answers on 4; our ends may have those very numbers.
ON_3_AND_4 = (
    "import fcntl, os, sys; high = [fcntl.fcntl(int(n), fcntl.F_DUPFD, 20) for n in sys.argv[1:3]]; "
    "os.dup2(high[0], 3); os.dup2(high[1], 4); os.execv(sys.argv[3], sys.argv[3:])"
)


def find_chromium() -> str | None:
    """The path of an installed Chromium, or None."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


class Page:
    """One page of a headless Chromium; use as a context manager."""

    def __init__(self, width: int = 1320, height: int = 1000) -> None:
        """Start the browser with an empty profile."""
        program = find_chromium()
        if program is None:
            raise FileNotFoundError("no Chromium found; install the package chromium")
        self.profile = tempfile.mkdtemp(prefix="page-test-")
        to_child, self.write_end = os.pipe()
        self.read_end, from_child = os.pipe()
        self.process = subprocess.Popen(
            [sys.executable, "-S", "-E", "-c", ON_3_AND_4, str(to_child), str(from_child), program, *FLAGS,
             f"--user-data-dir={self.profile}", f"--window-size={width},{height}", "about:blank"],
            pass_fds=(to_child, from_child), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        os.close(to_child)
        os.close(from_child)
        self.buffer = b""
        self.events: list[dict[str, Any]] = []
        self.count = 0
        self.session = ""
        targets = self.send("Target.getTargets")["targetInfos"]
        target = next(t["targetId"] for t in targets if t["type"] == "page")
        self.session = self.send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.send(f"{domain}.enable")

    def __enter__(self) -> Page:
        """The page itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End the browser and remove its profile."""
        self.process.kill()
        self.process.wait()
        os.close(self.write_end)
        os.close(self.read_end)
        shutil.rmtree(self.profile, ignore_errors=True)

    def _message(self) -> dict[str, Any]:
        """The next message of the browser; raises TimeoutError if none comes."""
        deadline = time.monotonic() + ANSWER_SECONDS
        while b"\0" not in self.buffer:
            ready, _, _ = select.select([self.read_end], [], [], max(0.0, deadline - time.monotonic()))
            chunk = os.read(self.read_end, 1 << 20) if ready else b""
            if not chunk:
                raise TimeoutError("the browser does not answer")
            self.buffer += chunk
        raw, _, self.buffer = self.buffer.partition(b"\0")
        message: dict[str, Any] = json.loads(raw)
        return message

    def send(self, method: str, **params: Any) -> dict[str, Any]:
        """The result of one protocol command; other messages are kept as events."""
        self.count += 1
        command: dict[str, Any] = {"id": self.count, "method": method, "params": params}
        if self.session:
            command["sessionId"] = self.session
        os.write(self.write_end, json.dumps(command).encode() + b"\0")
        while True:
            message = self._message()
            if message.get("id") == self.count:
                if "error" in message:
                    raise RuntimeError(f"{method}: {message['error']}")
                result: dict[str, Any] = message["result"]
                return result
            self.events.append(message)

    def open(self, path: Path, fragment: str = "") -> None:
        """Load a file and wait until its script has drawn the table."""
        self.send("Page.navigate", url=path.as_uri() + fragment)
        self.evaluate(
            "new Promise(done => { const look = () => document.documentElement?.dataset.ready ? done(1)"
            " : setTimeout(look, 20); look(); })"
        )

    def evaluate(self, expression: str) -> Any:
        """The value of an expression in the page, awaited if it is a promise."""
        result = self.send("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise RuntimeError(str(result["exceptionDetails"]))
        return result["result"].get("value")

    def press(self, key: str, number: int, text: str = "") -> None:
        """Press and release one key."""
        for kind in ("keyDown", "keyUp"):
            self.send("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=number,
                      **({"text": text} if text and kind == "keyDown" else {}))  # fmt: skip

    def media(self, media: str = "", scheme: str = "light") -> None:
        """Emulate a medium ("print" or "") and a colour scheme."""
        self.send("Emulation.setEmulatedMedia", media=media,
                  features=[{"name": "prefers-color-scheme", "value": scheme}])  # fmt: skip

    def screenshot(self, path: Path, whole: bool = False) -> bytes:
        """Write the picture of the view, or of the whole page, and return it."""
        size = self.send("Page.getLayoutMetrics")["cssContentSize"] if whole else None
        clip = {"clip": {**size, "scale": 1}, "captureBeyondViewport": True} if size else {}
        picture = base64.b64decode(self.send("Page.captureScreenshot", format="png", **clip)["data"])
        path.write_bytes(picture)
        return picture

    def pdf(self, path: Path) -> bytes:
        """Write the page as it would be printed and return the file's bytes."""
        data = base64.b64decode(
            self.send("Page.printToPDF", printBackground=False, preferCSSPageSize=True)["data"]
        )
        path.write_bytes(data)
        return data

    def complaints(self) -> list[str]:
        """What the page's console and its exceptions said, and any outside request."""
        found = []
        for event in self.events:
            method, params = event.get("method"), event.get("params", {})
            if method == "Runtime.exceptionThrown":
                found.append(str(params["exceptionDetails"]))
            elif method == "Log.entryAdded":
                found.append(str(params["entry"]))
            elif method == "Network.requestWillBeSent":
                url = str(params["request"]["url"])
                found += [url] if not url.startswith(("file:", "about:", "data:")) else []
        return found
