import { createHash } from 'node:crypto';
import { parseText } from '../read/parse-text.js';
import { isObject, type JsonObject } from '../read/tidy.js';
import {
  SpecificationRefused,
  type LoadReference,
  type ProcessingLimits,
  type SpecificationFault,
  type SpecificationSource,
} from '../specification.js';
import { pointerOf } from './pointers.js';
import { eachReference, type Reference } from './walk.js';

/** The member of a specification with the files that it refers to, by a name derived from their URL. */
export const FILES = 'x-ext';

/** Replaces a `$ref` to a file that could not be loaded, so that nothing tries to load it again. */
const MISSING = 'x-missing-ref';
const NAME_LENGTH = 12;
const AT_A_TIME = 4;

export interface BundleContext {
  source: SpecificationSource;
  load: LoadReference;
  limits: ProcessingLimits;
  faults: SpecificationFault[];
}

interface LoadedFile {
  value: unknown;
  /** Base of its own references. */
  url: string;
}

interface Wanted extends Reference {
  url: string;
  fragment: string;
}

/** Loads the files that `entry` refers to, those that they refer to and so on, and makes all references local. */
export async function loadFiles(entry: JsonObject, context: BundleContext): Promise<Map<string, JsonObject>> {
  const { source, limits, faults } = context;
  const known = new Map<string, LoadedFile | undefined>();
  const files = new Map<string, JsonObject>();
  const own = source.url === undefined ? undefined : plainUrl(source.url);
  let bytes = Buffer.byteLength(source.text);
  let wanted = externalReferences(entry, own, '#', context);
  while (wanted.length > 0) {
    const fresh = [...new Set(wanted.map(({ url }) => url))].filter((url) => url !== own && !known.has(url));
    const allowed = fresh.slice(0, Math.max(0, limits.maxReferences - known.size));
    for (const url of fresh) known.set(url, undefined);
    for (const url of fresh.slice(allowed.length)) {
      faults.push(missing(url, `a specification refers to at most ${limits.maxReferences} files`));
    }
    const texts = await loadAll(allowed, context);
    const next: Wanted[] = [];
    for (const { url, text, base } of texts) {
      bytes += Buffer.byteLength(text);
      if (bytes > limits.maxBytes) {
        faults.push(missing(url, `a specification and its files take at most ${limits.maxBytes} bytes`));
        continue;
      }
      const value = parseFile(url, text, limits, faults);
      if (value === undefined) continue;
      known.set(url, { value, url: base });
      files.set(nameOf(url), value);
      next.push(...externalReferences(value, base, pointerOf([FILES, nameOf(url)]), context));
    }
    for (const reference of wanted) makeLocal(reference, own, known);
    wanted = next;
  }
  return files;
}

/** The references of a file that lead out of it; those within it are rewritten for the file's place in the bundle. */
function externalReferences(file: unknown, base: string | undefined, place: string, context: BundleContext): Wanted[] {
  const found: Wanted[] = [];
  eachReference(file, (reference) => {
    const { holder, key, target } = reference;
    const [address = '', fragment = ''] = splitAtFragment(target);
    if (address === '') {
      if (place !== '#') holder[key] = `${place}${fragment.startsWith('/') ? fragment : ''}`;
      return;
    }
    const url = resolve(address, base);
    if (typeof url === 'string') return void found.push({ ...reference, url, fragment });
    context.faults.push(missing(target, url.problem));
    setMissing(reference);
  });
  return found;
}

function resolve(address: string, base: string | undefined): string | { problem: string } {
  const url = URL.canParse(address, base) ? new URL(address, base) : undefined;
  if (url === undefined) {
    return { problem: base === undefined ? 'it is relative and the specification has no address' : 'it is no address' };
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return { problem: 'only http and https are followed' };
  if (url.username !== '' || url.password !== '') return { problem: 'its address has credentials' };
  return withoutFragment(url.href);
}

async function loadAll(
  urls: readonly string[],
  { load, faults }: BundleContext,
): Promise<{ url: string; text: string; base: string }[]> {
  const loaded: { url: string; text: string; base: string }[] = [];
  for (let from = 0; from < urls.length; from += AT_A_TIME) {
    const together = urls.slice(from, from + AT_A_TIME);
    const answers = await Promise.allSettled(together.map(load));
    answers.forEach((answer, index) => {
      const url = together[index] as string;
      if (answer.status === 'rejected') faults.push(missing(url, (answer.reason as Error).message));
      else loaded.push({ url, text: answer.value.text, base: withoutFragment(answer.value.url) });
    });
  }
  return loaded;
}

function parseFile(
  url: string,
  text: string,
  { maxDepth }: ProcessingLimits,
  faults: SpecificationFault[],
): JsonObject | undefined {
  try {
    const { value } = parseText(text, maxDepth);
    if (isObject(value)) return value;
    faults.push(missing(url, 'it is no object'));
  } catch (error) {
    if (!(error instanceof SpecificationRefused)) throw error;
    faults.push(missing(url, error.message));
  }
  return undefined;
}

function makeLocal(
  reference: Wanted,
  own: string | undefined,
  known: ReadonlyMap<string, LoadedFile | undefined>,
): void {
  const { holder, key, url, fragment } = reference;
  const path = fragment.startsWith('/') ? fragment : '';
  if (url === own) holder[key] = `#${path}`;
  else if (known.get(url) === undefined) setMissing(reference);
  else holder[key] = `${pointerOf([FILES, nameOf(url)])}${path}`;
}

function setMissing({ holder, key, target }: Reference): void {
  delete holder[key];
  if (key === '$ref') holder[MISSING] = toShow(target);
}

function missing(target: string, problem: string): SpecificationFault {
  return { message: `The reference ${toShow(target)} is left out: ${problem}`, code: 'UNRESOLVED_REFERENCE' };
}

/** Cut where it is long, and without a password. */
const toShow = (target: string): string => target.slice(0, 300).replace(/\/\/[^/?#]*@/, '//');

const nameOf = (url: string): string => createHash('sha256').update(url).digest('hex').slice(0, NAME_LENGTH);

/** The address of a specification, without a password: what it refers to is asked for without one. */
function plainUrl(given: string): string {
  if (!URL.canParse(given)) return withoutFragment(given);
  const url = new URL(given);
  url.username = '';
  url.password = '';
  return withoutFragment(url.href);
}

const withoutFragment = (url: string): string => splitAtFragment(url)[0] ?? url;

function splitAtFragment(reference: string): [string, string] {
  const at = reference.indexOf('#');
  return at === -1 ? [reference, ''] : [reference.slice(0, at), reference.slice(at + 1)];
}
