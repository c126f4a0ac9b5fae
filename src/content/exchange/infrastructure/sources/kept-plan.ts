import { Kept } from '#kernel/infrastructure/processes/kept';
import { createHrefs, pathsOfPlan, type HrefFor } from '../../domain/export/href-for.js';
import { createResolver, type ResolvablePlan, type ResolveHref } from '../../domain/import/resolve-href.js';

/** What addresses in a tree mean, and the addresses of what is in it. */
export interface TreeAddresses {
  resolve: ResolveHref;
  hrefFor: HrefFor;
}

/** Trees that one process keeps the look-up tables of. */
const KEPT = 3;
const known = new Map<string, TreeAddresses>();
const utf8 = new TextDecoder('utf-8');

/** Of a plan, what addresses are looked up in: as JSON that each process reads once, however many files it takes. */
export function keptPlan({ pages, files, reusableContents }: ResolvablePlan): Kept {
  const plan: ResolvablePlan = {
    pages: pages.map(({ id, parent, type, slug, sourcePath, titleAnchor }) => ({
      ...{ id, parent, type, slug },
      ...(sourcePath === undefined ? {} : { sourcePath }),
      ...(titleAnchor === undefined ? {} : { titleAnchor }),
    })),
    files: files.map(({ id, path }) => ({ id, path })),
    reusableContents: reusableContents.map(({ id, sourcePath }) => ({ id, sourcePath })),
  };
  return new Kept(Buffer.from(JSON.stringify(plan)));
}

export function addressesOf({ id, bytes }: Kept): TreeAddresses {
  const kept = known.get(id);
  if (kept) return kept;
  const plan = JSON.parse(utf8.decode(bytes)) as ResolvablePlan;
  const addresses = { resolve: createResolver(plan), hrefFor: createHrefs(pathsOfPlan(plan)) };
  known.set(id, addresses);
  for (const oldest of known.keys()) if (known.size > KEPT) known.delete(oldest);
  return addresses;
}
