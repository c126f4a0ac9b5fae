import { fromJsonSchema, McpServer, type CallToolResult } from '@modelcontextprotocol/server';

/** What a tool says: one text, or several. */
export type Said = string | readonly string[];

/** How a tool is named and described, and the arguments that it takes. */
export interface ToolForm<Sent> {
  name: string;
  title: string;
  description: string;
  takes: ReturnType<typeof fromJsonSchema<Sent>>;
  /** Whether it changes something; it only reads by default. */
  writes?: boolean;
}

/**
 * The arguments of a tool, as JSON Schemas by their names: no others are taken, and those that are not `required` may be
 * left out. Made once, as schemas are compiled.
 */
export function takes<Sent extends object>(
  properties: Readonly<Record<keyof Sent & string, object>>,
  ...required: (keyof Sent & string)[]
): ToolForm<Sent>['takes'] {
  return fromJsonSchema<Sent>({ type: 'object', properties, required, additionalProperties: false });
}

/** A server with tools, for one request. */
export class ToolServer {
  readonly server: McpServer;

  constructor(
    named: { name: string; version: string; instructions?: string },
    /** The text by which a model learns of an error. It may then ask for something else. */
    private readonly refusalOf: (error: unknown) => string,
  ) {
    const { instructions, ...own } = named;
    this.server = new McpServer(own, instructions === undefined ? {} : { instructions });
  }

  add<Sent extends object>(form: ToolForm<Sent>, call: (sent: Sent) => Promise<Said>): void {
    const { name, title, description, takes: inputSchema, writes = false } = form;
    const annotations = {
      readOnlyHint: !writes,
      destructiveHint: false,
      idempotentHint: !writes,
      openWorldHint: false,
    };
    this.server.registerTool(name, { title, description, inputSchema, annotations }, (sent) =>
      this.#answer(call(sent as Sent)),
    );
  }

  async #answer(said: Promise<Said>): Promise<CallToolResult> {
    try {
      return { content: [await said].flat().map((text) => ({ type: 'text', text })) };
    } catch (error) {
      return { isError: true, content: [{ type: 'text', text: this.refusalOf(error) }] };
    }
  }
}
