import { newId } from '#kernel/domain/id';
import { createHrefs, pathsOfPlan, type HrefFor } from '../../domain/export/href-for.js';
import { createResolver, type ResolvablePlan, type ResolveHref } from '../../domain/import/resolve-href.js';

/** The plan of a tree as JSON in memory that all threads see: each reads it once, however many files it takes. */
export interface SharedPlan {
  id: string;
  json: SharedArrayBuffer;
}

/** What addresses in a tree mean, and the addresses of what is in it. */
export interface TreeAddresses {
  resolve: ResolveHref;
  hrefFor: HrefFor;
}

/** Trees that one thread keeps the look-up tables of. */
const KEPT = 3;
const known = new Map<string, TreeAddresses>();
const utf8 = new TextDecoder('utf-8');

/** Of a plan, what addresses are looked up in. */
export function sharedPlan({ pages, files, reusableContents }: ResolvablePlan): SharedPlan {
  const plan: ResolvablePlan = {
    pages: pages.map(({ id, parent, type, slug, sourcePath, titleAnchor }) => ({
      ...{ id, parent, type, slug },
      ...(sourcePath === undefined ? {} : { sourcePath }),
      ...(titleAnchor === undefined ? {} : { titleAnchor }),
    })),
    files: files.map(({ id, path }) => ({ id, path })),
    reusableContents: reusableContents.map(({ id, sourcePath }) => ({ id, sourcePath })),
  };
  const json = Buffer.from(JSON.stringify(plan));
  const shared = new SharedArrayBuffer(json.length);
  new Uint8Array(shared).set(json);
  return { id: newId(), json: shared };
}

export function addressesOf({ id, json }: SharedPlan): TreeAddresses {
  const kept = known.get(id);
  if (kept) return kept;
  // A decoder takes no shared memory: the copy is dropped at once.
  const plan = JSON.parse(utf8.decode(Uint8Array.from(new Uint8Array(json)))) as ResolvablePlan;
  const addresses = { resolve: createResolver(plan), hrefFor: createHrefs(pathsOfPlan(plan)) };
  known.set(id, addresses);
  for (const oldest of known.keys()) if (known.size > KEPT) known.delete(oldest);
  return addresses;
}
