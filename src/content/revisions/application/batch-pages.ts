import { newId } from '#kernel/domain/id';
import type { PageText, PageTexts } from '../domain/page/page-text.js';
import type { BodyInput, ContentChange } from './content-changes.js';

/** The documents of a batch, parsed before anything is locked, and the ids of its new pages. */
export class BatchPages {
  private constructor(
    readonly changes: readonly ContentChange[],
    private readonly texts: ReadonlyMap<number, PageText>,
    private readonly ids: ReadonlyMap<number, string>,
  ) {}

  static async read(changes: readonly ContentChange[], texts: PageTexts): Promise<BatchPages> {
    const read = new Map<number, PageText>();
    const ids = new Map<number, string>();
    for (const [index, change] of changes.entries()) {
      if (change.operation === 'insert_page') ids.set(index, newId());
      if (change.operation !== 'insert_page' && change.operation !== 'update_page') continue;
      if (change.document !== undefined) read.set(index, await readBody(change.document, texts));
    }
    return new BatchPages(changes, read, ids);
  }

  /** The body of the change at an index, if it has one. */
  at(index: number): PageText | undefined {
    return this.texts.get(index);
  }

  /** The id of the page that the change at an index inserts. */
  idOf(index: number): string {
    const id = this.ids.get(index);
    if (id === undefined) throw new Error(`The change at ${index} inserts no page.`);
    return id;
  }

  /** The ids of new pages by the names (`ref`) that the batch gives them. */
  refs(): Map<string, string> {
    const refs = new Map<string, string>();
    for (const [index, change] of this.changes.entries()) {
      if (change.operation === 'insert_page' && change.ref !== undefined) refs.set(change.ref, this.idOf(index));
    }
    return refs;
  }

  bodies(): IterableIterator<[number, PageText]> {
    return this.texts.entries();
  }
}

async function readBody(body: BodyInput, texts: PageTexts): Promise<PageText> {
  if ('document' in body) return { fields: {}, document: await texts.readDocument(body.document) };
  return texts.readMarkdown('markdown' in body ? body.markdown : '');
}
