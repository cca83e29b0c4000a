"""Lists the tools of a relay and calls each, with the official Python client; prints what came back as JSON.

Usage: python-client.py <handshake|discover> <program> <arguments…>
Calls come as JSON on stdin: [[name, input], …]. The client itself checks each result against its schema.
"""

import asyncio
import json
import os
import sys

from mcp import Client, ClientSession, StdioServerParameters, stdio_client


async def use(session, calls):
    tools = (await session.list_tools()).tools
    results = []
    for name, arguments in calls:
        result = await session.call_tool(name, arguments)
        results.append(
            {
                "name": name,
                "isError": bool(result.is_error),
                "structuredContent": result.structured_content,
                "text": result.content[0].text,
            }
        )
    return {"tools": [tool.name for tool in tools], "results": results}


async def main():
    era, program, *arguments = sys.argv[1:]
    calls = json.load(sys.stdin)
    server = StdioServerParameters(command=program, args=arguments, env=dict(os.environ))
    if era == "discover":
        async with Client(server) as client:
            report = await use(client, calls)
            report["version"] = client.protocol_version
    else:
        async with stdio_client(server) as (read, write), ClientSession(read, write) as session:
            version = (await session.initialize()).protocol_version
            report = await use(session, calls)
            report["version"] = version
    print(json.dumps(report))


asyncio.run(main())
