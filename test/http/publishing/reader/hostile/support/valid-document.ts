import { DocumentInvalid, validateDocument } from '#rich-document';

/** More places than a document of a test has. */
const MOST_REPAIRS = 300;
/** What a member must be, and a value that is. */
const VALUES: readonly (readonly [RegExp, (found: RegExpExecArray) => unknown])[] = [
  [/^must be one of ([^,]+)/, ([, first]) => first],
  [/^must be a (?:finite number|number from)/, () => 5],
  [/^must be an? integer/, () => 5],
  [/hexadecimal/, () => '1f600'],
  [/ISO 8601/, () => '2026-01-01T00:00:00Z'],
  [/^must be a name of letters/, () => 'sample'],
];

interface Tree {
  nodes: unknown[];
}

/**
 * A document as the API takes it: members that take values of a fixed kind only get one of these, and blocks that still
 * are refused are left out. What a text may be stays what it was.
 */
export function validDocument(document: object): object {
  const tree = structuredClone(document) as Tree;
  for (let repairs = 0; repairs < MOST_REPAIRS; repairs++) {
    const fault = faultOf(tree);
    if (!fault) return tree;
    if (!repair(tree, fault)) tree.nodes.splice(Number(/^nodes\[(\d+)\]/.exec(fault.path)?.[1]), 1);
  }
  throw new Error('The document has too many places that are refused');
}

function faultOf(tree: Tree): DocumentInvalid | undefined {
  try {
    validateDocument(tree);
    return undefined;
  } catch (error) {
    if (error instanceof DocumentInvalid) return error;
    throw error;
  }
}

/** Whether there was a value for the place. */
function repair(tree: Tree, { path, problem }: DocumentInvalid): boolean {
  for (const [pattern, valueOf] of VALUES) {
    const found = pattern.exec(problem);
    if (!found) continue;
    const names = path.split(/[.[\]]+/).filter((name) => name !== '');
    const last = names.pop() ?? '';
    const parent = names.reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], tree);
    (parent as Record<string, unknown>)[last] = valueOf(found);
    return true;
  }
  return false;
}
