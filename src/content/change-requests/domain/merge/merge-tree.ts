import type { PageRecord } from '../../../revisions/domain/page/page-record.js';
import type { MergeLookups, PagePlace } from './merge.js';
import type { MergedRecords } from './merge-records.js';
import { present } from './three-way.js';

const placeOf = ({ parent, rank }: PageRecord): PagePlace => ({ parent, rank });

/**
 * Turns the merged pages into a valid tree again; the pages of each side are one. A page whose parent was deleted moves
 * up to the nearest remaining ancestor, to the former place of the ancestor below it. A cycle can only result from a
 * page that `other` moved: that page returns to its place in main.
 */
export async function mergeTree(pages: MergedRecords<PageRecord>, lookups: MergeLookups): Promise<void> {
  const tree = new MergedTree(pages);
  await tree.load(lookups);
  tree.attachOrphans();
  tree.breakCycles();
  tree.report();
}

class MergedTree {
  /** Pages whose place may be invalid: those with another parent than in main, and those whose parent was deleted. */
  readonly #displaced: string[];
  /** Main's records of their ancestors. */
  #above = new Map<string, PageRecord>();
  /** The places that pages should have had, before they were corrected. */
  readonly #wanted = new Map<string, PagePlace>();

  constructor(private readonly pages: MergedRecords<PageRecord>) {
    this.#displaced = [...pages.records].flatMap(([id, record]) => {
      const isAsInMain = record?.parent === pages.versions.get(id)?.main?.parent;
      return record && record.parent !== null && (!isAsInMain || this.#isGone(record.parent)) ? [id] : [];
    });
    this.#displaced.sort();
  }

  async load(lookups: MergeLookups): Promise<void> {
    const { records, versions } = this.pages;
    const wanted = new Set<string>();
    for (const id of this.#displaced) {
      for (const record of [records.get(id), versions.get(id)?.main]) {
        const seen = new Set<string>();
        let up = record?.parent ?? null;
        for (; up !== null && this.#isGone(up) && !seen.has(up); up = this.#formerPlace(up).parent) seen.add(up);
        if (up !== null) wanted.add(up);
      }
    }
    if (wanted.size > 0) this.#above = await lookups.withAncestors([...wanted]);
  }

  attachOrphans(): void {
    for (const id of this.#displaced) this.#attach(id);
  }

  /** Moves a page whose parent was deleted, or cannot contain pages, to the nearest ancestor that can. */
  #attach(id: string): void {
    const record = this.#find(id);
    if (!record) return;
    const seen = new Set<string>();
    let place = placeOf(record);
    for (let up = place.parent; up !== null; up = place.parent) {
      const holder = this.#find(up);
      if (holder?.type === 'document' || holder?.type === 'group') break;
      place = seen.has(up) ? { parent: null, rank: place.rank } : holder ? placeOf(holder) : this.#formerPlace(up);
      seen.add(up);
    }
    if (record.type === 'group') place = { ...place, parent: null };
    if (place.parent !== record.parent) this.#put(record, place);
  }

  breakCycles(): void {
    const broken = new Set<string>();
    for (let cycle = this.#findCycle(); cycle; cycle = this.#findCycle()) {
      const main = (id: string): PageRecord | undefined => this.pages.versions.get(id)?.main;
      const back = cycle
        .filter((id) => !broken.has(id) && main(id) && main(id)?.parent !== this.#find(id)?.parent)
        .sort()[0];
      const id = back ?? ([...cycle].sort()[0] as string);
      const record = this.#find(id) as PageRecord;
      const place = back === undefined ? undefined : placeOf(main(back) as PageRecord);
      this.#put(record, place ?? { parent: null, rank: record.rank });
      if (place) this.#attach(id);
      broken.add(id);
    }
  }

  /** The pages of a cycle, if there is one. */
  #findCycle(): string[] | undefined {
    const settled = new Set<string>();
    for (const start of this.#displaced) {
      const path: string[] = [];
      const on = new Set<string>();
      for (let at: string | null = start; at !== null && !settled.has(at); at = this.#find(at)?.parent ?? null) {
        if (on.has(at)) return path.slice(path.indexOf(at));
        on.add(at);
        path.push(at);
      }
      for (const id of path) settled.add(id);
    }
    return undefined;
  }

  /** Adds a conflict for each page that is not where a side put it. */
  report(): void {
    const { conflicts, versions, records } = this.pages;
    const kept = new Set(conflicts.flatMap(({ kind, id }) => (kind === 'delete-edit' ? [id] : [])));
    for (const [id, wanted] of this.#wanted) {
      const [record, three] = [records.get(id), versions.get(id)];
      if (!record || record.parent === wanted.parent) continue;
      const isMoved = [three?.main, three?.other].some((side) => side && side.parent !== three?.base?.parent);
      if (kept.has(id) && !isMoved) continue;
      const base = three?.base && placeOf(three.base);
      const other = three?.other && placeOf(three.other);
      const places = present({ base, main: placeOf(record), other });
      const known = conflicts.findIndex((conflict) => conflict.id === id && conflict.kind === 'place');
      if (known >= 0) conflicts.splice(known, 1);
      conflicts.push({ subject: 'page', id, kind: 'place', ...places });
    }
  }

  #put(record: PageRecord, place: PagePlace): void {
    if (!this.#wanted.has(record.id)) this.#wanted.set(record.id, placeOf(record));
    this.pages.records.set(record.id, { ...record, ...place });
  }

  #find(id: string): PageRecord | undefined {
    return this.pages.records.has(id) ? this.pages.records.get(id) : this.#above.get(id);
  }

  #isGone(id: string): boolean {
    return this.pages.records.has(id) && this.pages.records.get(id) === undefined;
  }

  /** The former place of a deleted page. */
  #formerPlace(id: string): PagePlace {
    const { base, main, other } = this.pages.versions.get(id) ?? {};
    const former = base ?? main ?? other;
    return former ? placeOf(former) : { parent: null, rank: 'a0' };
  }
}
