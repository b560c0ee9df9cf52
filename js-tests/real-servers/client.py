"""The official client for Python: calls mcp-server-time behind the command of its arguments, and prints each result as a line of JSON."""

import asyncio
import sys

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

CALLS = [
    ("convert_time", {"source_timezone": "Asia/Tokyo", "time": "16:30", "target_timezone": "Asia/Kathmandu"}),
    ("convert_time", {"source_timezone": "Asia/Tokyo", "time": "half past", "target_timezone": "Asia/Kathmandu"}),
]


async def main(command, args):
    async with (
        stdio_client(StdioServerParameters(command=command, args=args)) as (reading, writing),
        ClientSession(reading, writing) as session,
    ):
        await session.initialize()
        await session.list_tools()
        for tool, arguments in CALLS:
            result = await session.call_tool(tool, arguments)
            print(result.model_dump_json(exclude_none=True, by_alias=True))


asyncio.run(main(sys.argv[1], sys.argv[2:]))
