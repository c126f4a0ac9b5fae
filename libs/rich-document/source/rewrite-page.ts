import type { Block } from '../model.js';
import { parsePage, type PagePlaces, type ParsedPage } from '../parse/page.js';
import { unitsAmiss } from './check-body.js';
import { BodyRewriter, type BodyEdit, type RewrittenBody } from './rewrite-body.js';
import { rewriteFrontmatter, type FieldChanges } from './rewrite-frontmatter.js';

/** A page as its author wrote it, what was read from it, and what it is to say now. */
export interface PageEdit extends Omit<BodyEdit, 'body' | 'places'> {
  /** The whole text: frontmatter, title and body. */
  text: string;
  places: PagePlaces;
  /** Fields of the frontmatter that are to have another value; undefined removes one. */
  fields: FieldChanges;
  /** How its form of Markdown is read; `parsePage` unless given. */
  parse?: (markdown: string) => ParsedPage;
  /** The page as it was taken over when it was read: with references in place of addresses. */
  read: (page: Pick<ParsedPage, 'document' | 'places'>) => Pick<ParsedPage, 'document' | 'places'>;
}

/** Attempts in which units that were read as something else are rendered. */
const ATTEMPTS = 3;

/**
 * Writes a page again such that reading it gives what it is to say, with as few changes of its text as possible: blocks
 * that have not changed stay byte for byte, of changed ones only the words that differ are replaced, and what Quire does
 * not understand stays. Whatever was put together is read again to see that it says what it is to say; where it does not,
 * more of it is rendered.
 */
export function rewritePage(edit: PageEdit): string {
  const head = rewriteFrontmatter(edit.text.slice(0, edit.places.body), edit.fields);
  const rewriter = new BodyRewriter({ ...edit, body: edit.text.slice(edit.places.body) });
  const body = edit.before.nodes.concat(edit.after.nodes).some(holdsAnnotation)
    ? undefined
    : assembled(rewriter, head, edit);
  return head + (body ?? merged(rewriter, head, edit) ?? rewriter.rendered().text);
}

/** Put together from units; undefined where that can't be made to say what it is to say. */
function assembled(rewriter: BodyRewriter, head: string, edit: PageEdit): string | undefined {
  const anew = new Set<number>();
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const made = rewriter.assemble(anew);
    const amiss = check(made, head, edit);
    if (amiss === undefined) return undefined;
    const more = [...amiss].filter((unit) => !anew.has(unit));
    // What is amiss although it was rendered is a thing that Markdown can't say.
    if (more.length === 0) return made.text;
    for (const unit of more) anew.add(unit);
  }
  return undefined;
}

function merged(rewriter: BodyRewriter, head: string, edit: PageEdit): string | undefined {
  const made = rewriter.merged();
  return made && check(made, head, edit)?.size === 0 ? made.text : undefined;
}

function check({ text, units }: RewrittenBody, head: string, edit: PageEdit): Set<number> | undefined {
  const { document, places } = edit.read((edit.parse ?? parsePage)(head + text));
  return unitsAmiss({ units, read: document.nodes, places: places.blocks, wanted: edit.after.nodes });
}

/** The body of an annotation is written elsewhere in the page than the annotated block. */
const holdsAnnotation = (block: Block): boolean => JSON.stringify(block).includes('"type":"annotation"');
