/** What a tool says: one text, or several. */
export type Said = string | readonly string[];

/** The arguments of a tool, as a JSON Schema; `Sent` is what it takes. */
export interface ToolArguments<Sent> {
  readonly schema: object;
  /** Never set: it ties the schema to its type. */
  readonly sent?: Sent;
}

/** How a tool is named and described, and the arguments that it takes. */
export interface ToolForm<Sent> {
  name: string;
  title: string;
  description: string;
  takes: ToolArguments<Sent>;
  /** Whether it changes something; it only reads by default. */
  writes?: boolean;
}

/** A tool, and what answers its calls. The arguments are those of its schema. */
export interface Tool {
  form: ToolForm<unknown>;
  call(sent: unknown): Promise<Said>;
}

/**
 * The arguments of a tool, as JSON Schemas by their names: no others are taken, and those that are not `required` may be
 * left out. Made once, as schemas are compiled, each with the first request.
 */
export function takes<Sent extends object>(
  properties: Readonly<Record<keyof Sent & string, object>>,
  ...required: (keyof Sent & string)[]
): ToolArguments<Sent> {
  return { schema: { type: 'object', properties, required, additionalProperties: false } };
}

/** A server with tools, for one request. */
export class ToolServer {
  readonly tools: Tool[] = [];

  constructor(
    readonly named: { name: string; version: string; instructions?: string },
    /** The text by which a model learns of an error. It may then ask for something else. */
    readonly refusalOf: (error: unknown) => string,
  ) {}

  add<Sent extends object>(form: ToolForm<Sent>, call: (sent: Sent) => Promise<Said>): void {
    this.tools.push({ form, call: (sent) => call(sent as Sent) });
  }
}
