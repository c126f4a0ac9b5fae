import { readYaml } from './yaml.js';

/** Page fields that Markdown carries above its content; a field of the wrong type is kept under `unknown`. */
export interface PageFrontmatter {
  description?: string;
  icon?: string;
  emoji?: string;
  hidden?: boolean;
  noIndex?: boolean;
  noRobotsIndex?: boolean;
  /** The page's layout as written; parts may be `{visible: boolean}` or a boolean. */
  layout?: Record<string, unknown>;
  tags?: string[];
  vars?: Record<string, string | number | boolean>;
  if?: string;
  cover?: string;
  coverY?: number;
  coverHeight?: number;
  /** Everything else the author wrote, by its own key. */
  unknown: Record<string, unknown>;
}

const MAX_FRONTMATTER = 65_536;
const FENCE = /^---[ \t]*\r?\n/;
const END = /\r?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/;

/** Splits a page at its frontmatter; what is not a YAML mapping stays content. */
export function splitFrontmatter(source: string): { frontmatter: PageFrontmatter; body: string } {
  const none = { frontmatter: { unknown: {} }, body: source };
  const open = FENCE.exec(source.slice(0, 100))?.[0];
  if (open === undefined) return none;
  const rest = source.slice(open.length - 1, open.length + MAX_FRONTMATTER);
  const end = END.exec(rest);
  if (end === null) return none;
  const body = source.slice(open.length - 1 + end.index + end[0].length);
  const yaml = rest.slice(1, end.index + 1);
  const fields = readFields(yaml);
  if (fields === undefined) return none;
  return { frontmatter: sort(fields), body };
}

function readFields(yaml: string): Record<string, unknown> | undefined {
  try {
    const value = readYaml(yaml);
    if (value === null || value === undefined) return {};
    return typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

const STRINGS = new Set(['description', 'icon', 'emoji', 'if', 'cover']);
const BOOLEANS = new Set(['hidden', 'noIndex', 'noRobotsIndex']);
const NUMBERS = new Set(['coverY', 'coverHeight']);

function sort(fields: Record<string, unknown>): PageFrontmatter {
  const known: Record<string, unknown> = {};
  const unknown: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(fields)) {
    const read = readField(key, value);
    if (read === undefined)
      Object.defineProperty(unknown, key, { value, enumerable: true, configurable: true, writable: true });
    else known[key] = read;
  }
  return { ...known, unknown };
}

function readField(key: string, value: unknown): unknown {
  if (STRINGS.has(key)) {
    if (typeof value === 'string') return value;
    return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
  }
  if (BOOLEANS.has(key)) return typeof value === 'boolean' ? value : undefined;
  if (NUMBERS.has(key)) return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
  if (key === 'layout') return isRecord(value) ? value : undefined;
  if (key === 'tags') return readTags(value);
  if (key === 'vars') return isRecord(value) && Object.values(value).every(isScalar) ? value : undefined;
  return undefined;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isScalar = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value);

/** `[a, b]`, `a, b`, or a list of `{tag: a}`. */
function readTags(value: unknown): string[] | undefined {
  if (typeof value === 'string')
    return value
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== '');
  if (!Array.isArray(value)) return undefined;
  const tags = (value as unknown[]).map((tag) => (isRecord(tag) ? (tag['tag'] ?? tag['slug']) : tag));
  return tags.every(isScalar) ? tags.map(String) : undefined;
}
