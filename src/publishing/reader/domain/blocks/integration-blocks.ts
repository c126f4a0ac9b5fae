import type { IntegrationBlock, RichDocument } from '#rich-document';

/** The blocks of a document that integrations show, in their order. */
export function integrationBlocks(document: RichDocument): IntegrationBlock[] {
  return document.nodes.flatMap(within);
}

interface Within {
  type?: string;
  nodes?: readonly unknown[];
  fragments?: readonly unknown[];
}

function within(node: unknown): IntegrationBlock[] {
  if (typeof node !== 'object' || node === null) return [];
  const { type, nodes = [], fragments = [] } = node as Within;
  if (type === 'integration') return [node as IntegrationBlock];
  return [...nodes, ...fragments].flatMap(within);
}
