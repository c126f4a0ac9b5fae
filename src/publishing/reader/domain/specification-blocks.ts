import type { OpenApiOperation, OpenApiSchemas, OpenApiWebhook, RichDocument } from '#rich-document';

/** A block that shows something of a specification. */
export type SpecificationBlock = OpenApiOperation | OpenApiSchemas | OpenApiWebhook;

const TYPES = new Set<string>(['openapi-operation', 'openapi-webhook', 'openapi-schemas']);

/** The blocks of a document that show specifications, in their order. */
export function specificationBlocks(document: RichDocument): SpecificationBlock[] {
  return document.nodes.flatMap(within);
}

interface Within {
  type?: string;
  nodes?: readonly unknown[];
  fragments?: readonly unknown[];
}

function within(node: unknown): SpecificationBlock[] {
  if (typeof node !== 'object' || node === null) return [];
  const { type = '', nodes = [], fragments = [] } = node as Within;
  if (TYPES.has(type)) return [node as SpecificationBlock];
  return [...nodes, ...fragments].flatMap(within);
}
