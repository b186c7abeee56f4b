"""Generates the code from the OpenAPI document when the package is built in a checkout. A source distribution contains it."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class WriteGenerated(BuildHookInterface):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        client = Path(self.root).parent
        program = client / "generator" / "write-clients.ts"
        if not program.exists():
            return
        # `npm ci` installs Node 24 here.
        pinned = client.parent / "node_modules" / ".bin"
        node = shutil.which("node", path=os.pathsep.join([str(pinned), os.environ.get("PATH", "")]))
        if node is None:
            raise RuntimeError("Node 24 writes the models of this package: run `npm ci` in the checkout first.")
        subprocess.run([node, str(program), "python"], check=True)
