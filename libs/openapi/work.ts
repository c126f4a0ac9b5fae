import { hashOf } from './digest/canonical.js';
import { makeOutline } from './outline/make-outline.js';
import { parseText } from './read/parse-text.js';
import { isObject, type JsonObject } from './read/tidy.js';
import { upgradeEntry, upgradeFile } from './read/upgrade.js';
import { faultsOfForm } from './read/validate.js';
import { requireSpecification } from './read/version.js';
import { brokenReferences } from './references/broken.js';
import { FILES, loadFiles } from './references/bundle.js';
import { textsOf } from './text/texts.js';
import {
  unreadable,
  type LoadReference,
  type ProcessedSpecification,
  type ProcessingLimits,
  type SpecificationFault,
  type SpecificationSource,
} from './specification.js';

const MAX_FAULTS = 50;
/** What checks the form takes the longer the more of these there are. */
const MANY_BROKEN = 2_000;

/** Does the work of `processSpecification` in this process. */
export async function workOn(
  source: SpecificationSource,
  load: LoadReference,
  limits: ProcessingLimits,
): Promise<ProcessedSpecification> {
  if (Buffer.byteLength(source.text) > limits.maxBytes) {
    throw unreadable(`The document takes more than ${limits.maxBytes} bytes`);
  }
  const { format, value } = parseText(source.text, limits.maxDepth);
  const faults: SpecificationFault[] = [];
  const entry = requireSpecification(value, faults);
  const broken = brokenReferences(entry);
  if (broken.length < MANY_BROKEN) faults.push(...(await faultsOfForm(entry)));
  const files = await loadFiles(entry, { source, load, limits, faults });
  const specification = upgrade(entry, files);
  for (const target of brokenReferences(specification)) {
    const message = `The reference ${target.slice(0, 300)} leads nowhere`;
    faults.push({ message, code: 'UNRESOLVED_REFERENCE' });
  }
  const outline = makeOutline(specification, faults);
  return {
    format,
    specification: JSON.stringify(specification),
    contentHash: hashOf(specification),
    faults: faults.slice(0, MAX_FAULTS),
    faultCount: faults.length,
    outline,
    texts: textsOf(specification, outline),
  };
}

function upgrade(entry: JsonObject, files: ReadonlyMap<string, JsonObject>): JsonObject {
  const { [FILES]: own, ...rest } = entry;
  const before = String(entry['openapi'] ?? entry['swagger']);
  try {
    const upgraded = upgradeEntry(rest);
    const isOld = upgraded['openapi'] !== before;
    const loaded = [...files].map(([name, file]) => [name, isOld ? upgradeFile(file, upgraded) : file] as const);
    const all = { ...(isObject(own) && own), ...Object.fromEntries(loaded) };
    return Object.keys(all).length === 0 ? upgraded : { ...upgraded, [FILES]: all };
  } catch (error) {
    throw unreadable(`The document can’t be read as OpenAPI ${before}: ${(error as Error).message.slice(0, 500)}`);
  }
}
