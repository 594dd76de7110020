"""A browser without a window, driven by chromedriver: as much of WebDriver (w3.org/TR/webdriver2) as the tests need."""
import json
import re
import subprocess
import urllib.request

KEYS = {"left": "\ue012", "up": "\ue013", "right": "\ue014", "down": "\ue015", "escape": "\ue00c", "enter": "\ue007"}

OPTIONS = {
    "goog:chromeOptions": {"args": ["--headless", "--no-sandbox", "--disable-gpu", "--window-size=1400,1000"]},
    "goog:loggingPrefs": {"browser": "ALL"},
}


class Browser:
    """One window. To be used in a with statement."""

    def __enter__(self):
        self.driver = subprocess.Popen(["chromedriver", "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                       text=True)
        for line in self.driver.stdout:
            found = re.search(r"successfully on port (\d+)", line)
            if found:
                break
        else:
            raise RuntimeError("chromedriver has ended without a port")
        self.url = f"http://127.0.0.1:{found.group(1)}"
        session = self.call("POST", "/session", {"capabilities": {"alwaysMatch": OPTIONS}})
        self.url += "/session/" + session["sessionId"]
        return self

    def __exit__(self, *_):
        try:
            self.call("DELETE", "")
        finally:
            self.driver.kill()
            self.driver.wait()

    def call(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, method=method, data=data,
                                         headers={"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)["value"]

    def open(self, path, fragment=""):
        self.call("POST", "/url", {"url": f"file://{path}{fragment}"})

    def run(self, script, *arguments):
        """What the body of a function returns in the page."""
        return self.call("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def wait(self, script, *arguments, seconds=30):
        """Calls it until it returns something true, which is returned."""
        body = ("const [f, args, until, done] = [new Function(arguments[0]), arguments[1], Date.now() + arguments[2] * 1000,"
                " arguments[3]]; (function again() { const r = f(...args);"
                " if (r || Date.now() > until) done(r); else setTimeout(again, 20); })();")
        return self.call("POST", "/execute/async", {"script": body, "args": [script, list(arguments), seconds]})

    def keys(self, *keys):
        """Presses keys, by their names in KEYS or as they are, one after the other."""
        actions = []
        for key in keys:
            value = KEYS.get(key, key)
            actions += [{"type": "keyDown", "value": value}, {"type": "keyUp", "value": value}]
        self.call("POST", "/actions", {"actions": [{"type": "key", "id": "keys", "actions": actions}]})

    def print(self):
        """The page on paper: a PDF, in base64."""
        return self.call("POST", "/print", {"page": {"width": 29.7, "height": 21.0}})

    def errors(self):
        """What the page has complained of since it was asked last."""
        return [entry["message"] for entry in self.call("POST", "/se/log", {"type": "browser"})]
