"""The server: the tools, resources and the prompt of one desk, spoken over the official SDK.

Questions run in threads, so that one that thinks does not keep another waiting. A call that is cancelled is answered no
more: an index run that it began is killed, and a question ends at its next stage (`wanted.py`).
"""

from __future__ import annotations

import json
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from threading import Event
from typing import Any, TypeVar

import anyio
import anyio.to_thread
import mcp_types as types
import msgspec
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel.server import Server
from mcp.shared.exceptions import MCPError

from seedwalk import __version__
from seedwalk.errors import SeedwalkError, UnknownSymbol
from seedwalk.machine.wanted import still_wanted, until
from seedwalk.render.safe import one_line, visible
from seedwalk.serve import arguments
from seedwalk.serve.desk import Desk, Visit
from seedwalk.serve.greeting import INSTRUCTIONS, NAME, TITLE
from seedwalk.serve.schema import schema
from seedwalk.serve.tools import Reply, Tool, repository_map, repository_status
from seedwalk.serve.wrong import wrong

_log = logging.getLogger(__name__)
_LOOK_SECONDS = 0.1
"""How often a call that waits for the first index looks again, and tells how far it is."""
_THREADS = 8
"""Questions answered at once: more would only share the same processors and hold more memory."""
_LONGEST_MESSAGE = 600
"""Characters of an error that go back to a client: it may quote what the client sent."""
STATUS, MAP = "seedwalk://status", "seedwalk://map"
PROMPT = "start_task"

Context = ServerRequestContext[Any, Any]
_T = TypeVar("_T")


class Doors:
    """The handlers of one server. Each parses, asks the desk, and puts the answer into the SDK's words."""

    def __init__(self, desk: Desk, tools: dict[str, Tool]) -> None:
        self._desk, self._tools = desk, tools
        self._listed = [_listing(tool) for tool in tools.values()]
        self._threads: anyio.CapacityLimiter | None = None

    async def list_tools(self, _: Context, __: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        return types.ListToolsResult(tools=self._listed)

    async def call_tool(self, context: Context, params: types.CallToolRequestParams) -> types.CallToolResult:
        tool = self._tools.get(params.name)
        if tool is None:
            raise MCPError(
                types.INVALID_PARAMS, f"'{_short(params.name)}' is no tool. Choose from: {', '.join(self._tools)}."
            )
        try:
            json.dumps(params.arguments, ensure_ascii=False).encode()
            ask = msgspec.convert(params.arguments or {}, tool.takes)
        except UnicodeEncodeError:
            return _refused(f"{tool.name} was called with text that is no Unicode (half a character). Send whole ones.")
        except msgspec.ValidationError as error:
            return _refused(wrong(tool.name, tool.takes, params.arguments or {}, error))
        try:
            reply = await self._answered(context, tool, ask)
        except UnknownSymbol as error:
            return _refused(f"no symbol is called '{error.asked}'. Look for it with search_symbols.")
        except SeedwalkError as error:
            return _refused(str(error))
        except Exception as error:  # a bug answers one call, and the server lives
            _log.exception("%s failed", tool.name)
            return _refused(f"{tool.name} failed ({type(error).__name__}): a bug. The server's log says more.")
        content: list[Any] = [types.TextContent(type="text", text=visible(reply.text))]
        return types.CallToolResult(content=content, structured_content=msgspec.to_builtins(reply.answer))

    async def _answered(self, context: Context, tool: Tool, ask: Any) -> Reply[Any]:
        await self._wait(context)
        return await self._in_thread(lambda visit: self._run(tool, ask, visit))

    def _run(self, tool: Tool, ask: Any, visit: Visit) -> Reply[Any]:
        visit.refresh()
        still_wanted()
        reply = tool.run(visit, ask)
        stale = reply.answer.envelope.stale if tool.packs else []
        return tool.run(visit, ask) if stale and visit.catch_up(stale) else reply

    async def _in_thread(self, work: Callable[[Visit], _T]) -> _T:
        """Work in a thread; when the caller goes, the thread is told so."""
        limiter = self._threads = self._threads or anyio.CapacityLimiter(_THREADS)
        gone = Event()
        visit = Visit(self._desk, gone.is_set)
        try:
            return await anyio.to_thread.run_sync(_until_gone, work, visit, abandon_on_cancel=True, limiter=limiter)
        finally:
            gone.set()

    async def _wait(self, context: Context) -> None:
        """Until the first index is there, telling how far it is."""
        told = None
        place = 0.0
        while not self._desk.ready:
            if self._desk.progress != told:
                told = self._desk.progress
                stage, done, total = told
                place += 1.0  # progress must grow, and the counts of stages begin anew
                amount = f" {done} of {total}" if total else ""
                await context.session.report_progress(place, None, f"indexing: {stage}{amount}")
            await anyio.sleep(_LOOK_SECONDS)

    async def list_resources(self, _: Context, __: types.PaginatedRequestParams | None) -> types.ListResourcesResult:
        return types.ListResourcesResult(
            resources=[
                types.Resource(uri=STATUS, name="status", title="State of the index", mime_type="application/json",
                               description="What is indexed, what was left out, and whether it is up to date."),
                types.Resource(uri=MAP, name="map", title="Map of the repository", mime_type="text/markdown",
                               description="Modules, how they connect, and in each what is called most."),
            ]
        )  # fmt: skip

    async def read_resource(
        self, context: Context, params: types.ReadResourceRequestParams
    ) -> types.ReadResourceResult:
        uri = str(params.uri)
        if uri not in (STATUS, MAP):
            raise MCPError(types.INVALID_PARAMS, f"'{_short(uri)}' is no resource. Choose from: {STATUS}, {MAP}.")
        await self._wait(context)
        try:
            text, kind = await self._in_thread(lambda visit: self._resource(uri, visit))
        except SeedwalkError as error:
            raise MCPError(types.INTERNAL_ERROR, _short(str(error))) from error
        return types.ReadResourceResult(contents=[types.TextResourceContents(uri=uri, text=text, mime_type=kind)])

    def _resource(self, uri: str, visit: Visit) -> tuple[str, str]:
        visit.refresh()
        if uri == STATUS:
            state = repository_status(visit, arguments.ForStatus())
            return msgspec.json.encode(state.answer).decode(), "application/json"
        return repository_map(visit, arguments.ForMap()).text, "text/markdown"

    async def list_prompts(self, _: Context, __: types.PaginatedRequestParams | None) -> types.ListPromptsResult:
        taken = types.PromptArgument(name="task", description="What is to be done, in plain words.", required=True)
        return types.ListPromptsResult(
            prompts=[types.Prompt(name=PROMPT, title="Start a task", arguments=[taken],
                                  description="Read the right code first, then do the task.")]
        )  # fmt: skip

    async def get_prompt(self, _: Context, params: types.GetPromptRequestParams) -> types.GetPromptResult:
        if params.name != PROMPT:
            raise MCPError(types.INVALID_PARAMS, f"'{_short(params.name)}' is no prompt. There is: {PROMPT}.")
        task = (params.arguments or {}).get("task", "").strip()
        if not task:
            raise MCPError(types.INVALID_PARAMS, "the argument 'task' is missing. Say what is to be done.")
        said = types.TextContent(type="text", text=_BRIEF.format(task=task))
        return types.GetPromptResult(
            description="Read the right code first.", messages=[types.PromptMessage(role="user", content=said)]
        )


def _until_gone(work: Callable[[Visit], _T], visit: Visit) -> _T:
    with until(visit.gone):
        return work(visit)


_BRIEF = """The task:

{task}

Before you change anything, call context_for_task with this task. If its match is weak or none, rephrase it with names \
you know, or look for them with search_symbols. Read what was cut with read_symbol. Before you change code that others \
use, ask references with role 'blast_radius'. Name the files and lines that decided your answer."""


def _listing(tool: Tool) -> types.Tool:
    hints = types.ToolAnnotations(
        title=tool.title, read_only_hint=not tool.writes, destructive_hint=False, idempotent_hint=True,
        open_world_hint=False,
    )  # fmt: skip
    return types.Tool(
        name=tool.name, title=tool.title, description=tool.description, input_schema=schema(tool.takes),
        output_schema=schema(tool.gives), annotations=hints,
    )  # fmt: skip


def _refused(why: str) -> types.CallToolResult:
    text = visible(why)
    shown = text if len(text) <= _LONGEST_MESSAGE else f"{text[:_LONGEST_MESSAGE]} …"
    return types.CallToolResult(content=[types.TextContent(type="text", text=shown)], is_error=True)


def _short(text: str) -> str:
    line = one_line(text)
    return line if len(line) <= _LONGEST_MESSAGE else f"{line[:_LONGEST_MESSAGE]} …"


def build(desk: Desk, tools: dict[str, Tool]) -> Server[Any]:
    """The SDK's server for a desk; the desk opens and closes with it."""

    @asynccontextmanager
    async def lifespan(_: Server[Any]) -> AsyncIterator[dict[str, Any]]:
        desk.open()
        try:
            yield {}
        finally:
            desk.close()

    doors = Doors(desk, tools)
    return Server(
        NAME, version=__version__, title=TITLE, instructions=INSTRUCTIONS, lifespan=lifespan,
        on_list_tools=doors.list_tools, on_call_tool=doors.call_tool, on_list_resources=doors.list_resources,
        on_read_resource=doors.read_resource, on_list_prompts=doors.list_prompts, on_get_prompt=doors.get_prompt,
    )  # fmt: skip
