import { createMcpHandler, fromJsonSchema, McpServer, type CallToolResult } from '@modelcontextprotocol/server';
import type { Tool, ToolArguments, ToolServer } from './tool-server.js';

type Schema = ReturnType<typeof fromJsonSchema>;

const compiled = new WeakMap<ToolArguments<unknown>, Schema>();

/** Answers one request with the tools of a server. `parsedBody`: its body, where it was parsed already. */
export function fetchFrom(
  serve: () => ToolServer,
  request: Request,
  parsed: { parsedBody?: object },
): Promise<Response> {
  // Nothing is ever announced, so there is nothing to wait for.
  return createMcpHandler(() => serverOf(serve()), { maxSubscriptions: 0 }).fetch(request, parsed);
}

function serverOf({ named, tools, refusalOf }: ToolServer): McpServer {
  const { instructions, ...own } = named;
  const server = new McpServer(own, instructions === undefined ? {} : { instructions });
  for (const tool of tools) {
    const { name, title, description, takes, writes = false } = tool.form;
    const annotations = {
      readOnlyHint: !writes,
      destructiveHint: false,
      idempotentHint: !writes,
      openWorldHint: false,
    };
    server.registerTool(name, { title, description, inputSchema: schemaOf(takes), annotations }, (sent) =>
      answerOf(tool, sent, refusalOf),
    );
  }
  return server;
}

function schemaOf(takes: ToolArguments<unknown>): Schema {
  const known = compiled.get(takes) ?? fromJsonSchema(takes.schema);
  compiled.set(takes, known);
  return known;
}

async function answerOf(tool: Tool, sent: unknown, refusalOf: ToolServer['refusalOf']): Promise<CallToolResult> {
  try {
    return { content: [await tool.call(sent)].flat().map((text) => ({ type: 'text', text })) };
  } catch (error) {
    return { isError: true, content: [{ type: 'text', text: refusalOf(error) }] };
  }
}
