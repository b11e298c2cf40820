"""Builds the wheel (PEP 517) by the standard library alone, so that pip installs this folder without a network."""

import base64
import hashlib
import re
import zipfile
from pathlib import Path

HERE = Path(__file__).parent
PACKAGE = "provider_checkout"


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """Called by pip. Returns the name of the file that it has written to the folder."""
    settings = (HERE / "pyproject.toml").read_text("utf-8")

    def setting(name):
        return re.search(rf'^{name} = "(.*)"$', settings, re.MULTILINE)[1]

    version = setting("version")
    info = f"{PACKAGE}-{version}.dist-info"
    metadata = f"""Metadata-Version: 2.1
Name: {setting("name")}
Version: {version}
Summary: {setting("description")}
Requires-Python: {setting("requires-python")}
Description-Content-Type: text/markdown

{(HERE / "README.md").read_text("utf-8")}"""
    wheel = "Wheel-Version: 1.0\nGenerator: wheel_backend\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    sources = sorted(one for one in (HERE / PACKAGE).iterdir() if one.suffix in (".py", ".typed"))
    files = {f"{PACKAGE}/{one.name}": one.read_bytes() for one in sources}
    files |= {f"{info}/METADATA": metadata.encode(), f"{info}/WHEEL": wheel.encode()}
    record = [f"{name},sha256={_hash(content)},{len(content)}\n" for name, content in files.items()]
    files[f"{info}/RECORD"] = "".join([*record, f"{info}/RECORD,,\n"]).encode()

    built = f"{PACKAGE}-{version}-py3-none-any.whl"
    with zipfile.ZipFile(Path(wheel_directory) / built, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            # The same date in every build makes the same bytes.
            archive.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    return built


def _hash(content):
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
