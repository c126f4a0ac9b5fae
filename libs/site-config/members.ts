import { ExpressionInvalid, parseExpression } from '#expressions';
import type { ConfigDirectory, Localized, Remark } from './site-config.js';
import { Lines, type YamlMap, type YamlMember, type YamlValue } from './yaml-tree.js';

interface Length {
  min: number;
  max: number;
}

const MAX_CONDITION = 1024;
const MAX_URL = 2048;
const MAX_DIRECTORY = 1024;
const SEGMENT = /^[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?$/i;
/** Past this many, a file is not the one that its author meant. */
const MAX_REMARKS = 100;

/** The faults and remarks of one reading, each with its line. */
export class Findings {
  readonly faults: Remark[] = [];
  readonly remarks: Remark[] = [];
  readonly #lines: Lines;

  constructor(text: string) {
    this.#lines = new Lines(text);
  }

  lineOf({ start }: { start: number }): number {
    return this.#lines.at(start);
  }

  fault(line: number, message: string): void {
    if (this.faults.length < MAX_REMARKS) this.faults.push({ line, message });
  }

  /** Puts both in the order of the lines. */
  sort(): void {
    for (const list of [this.faults, this.remarks]) list.sort((left, right) => left.line - right.line);
  }

  remark(line: number, message: string): void {
    if (this.remarks.length < MAX_REMARKS) this.remarks.push({ line, message });
  }
}

/** Reads the members of one mapping. What is wrong becomes a fault, and its value undefined. */
export class Members {
  readonly line: number;
  readonly #read = new Set<string>();

  constructor(
    private readonly map: YamlMap,
    private readonly found: Findings,
  ) {
    this.line = found.lineOf(map);
  }

  /** A text of `min` to `max` characters that is not blank, unless `min` is 0. */
  text(name: string, { min, max }: Length): string | undefined {
    const member = this.#member(name);
    if (member === undefined) return undefined;
    const { value } = member;
    if (value.kind !== 'text') return this.#wrong(member, 'must be a text');
    const { text } = value;
    const length = [...text].length;
    const blank = min > 0 && text.trim() === '';
    if (blank || length < min || length > max || text.includes('\0'))
      return this.#wrong(member, `takes ${min} to ${max} characters`);
    return text;
  }

  /** The same, where it must be there. */
  requiredText(name: string, length: Length): string {
    if (!this.map.members.some((member) => member.name === name)) this.found.fault(this.line, `"${name}" is missing`);
    return this.text(name, length) ?? '';
  }

  bool(name: string): boolean {
    const member = this.#member(name);
    if (member === undefined || isNull(member.value)) return false;
    const text = member.value.kind === 'text' && member.value.plain ? member.value.text.toLowerCase() : '';
    if (text !== 'true' && text !== 'false') this.#wrong(member, 'must be true or false');
    return text === 'true';
  }

  /** One segment of an address, in lower case. */
  path(): string {
    const path = this.requiredText('path', { min: 1, max: 100 });
    if (path !== '' && !SEGMENT.test(path))
      this.#wrong(this.#member('path'), 'takes letters, digits, and hyphens, dots and underscores within');
    return path.toLowerCase();
  }

  condition(): string | undefined {
    const condition = this.text('condition', { min: 0, max: MAX_CONDITION });
    if (condition === undefined || condition === '') return undefined;
    try {
      parseExpression(condition);
      return condition;
    } catch (error) {
      if (!(error instanceof ExpressionInvalid)) throw error;
      return this.#wrong(this.#member('condition'), `is no expression: ${error.message}`);
    }
  }

  /** An absolute address over http or https. */
  url(): string {
    const url = this.requiredText('url', { min: 1, max: MAX_URL });
    if (url !== '' && !(/^https?:\/\//i.test(url) && URL.canParse(url)))
      this.#wrong(this.#member('url'), 'must be an address that starts with http:// or https://');
    return url;
  }

  localized(name: string, max: number, isLanguage: (language: string) => boolean): Localized | undefined {
    const member = this.#member(name);
    if (member === undefined || isNull(member.value)) return undefined;
    if (member.value.kind !== 'map') return this.#wrong(member, 'must have a text for each language');
    const texts = new Members(member.value, this.found);
    const entries: [string, string][] = [];
    for (const { name: language, start } of member.value.members) {
      const text = texts.text(language, { min: 0, max });
      if (!isLanguage(language))
        this.found.fault(this.found.lineOf({ start }), `"${language}" is no language known here`);
      else if (text !== undefined) entries.push([language, text]);
    }
    return entries.length === 0 ? undefined : Object.fromEntries(entries);
  }

  /** A folder of the repository; null where `null` is written. */
  directory(): ConfigDirectory | null {
    const member = this.#member('directory');
    if (member === undefined) {
      this.found.fault(this.line, '"directory" is missing: null says that the content is not in the repository');
      return null;
    }
    if (isNull(member.value)) return null;
    const text = this.text('directory', { min: 1, max: MAX_DIRECTORY }) ?? '';
    const segments = text.split('/').filter((segment) => segment !== '' && segment !== '.');
    if (segments.includes('..') || /[\\\p{Cc}]/u.test(text))
      this.#wrong(member, 'must name a folder of the repository');
    return { from: text.startsWith('/') ? 'repository' : 'project', path: segments.join('/') };
  }

  nested(name: string): Members | undefined {
    const member = this.#member(name);
    if (member === undefined) return undefined;
    if (member.value.kind === 'map') return new Members(member.value, this.found);
    return this.#wrong(member, 'must be a mapping');
  }

  list(name: string): YamlValue[] {
    const member = this.#member(name);
    if (member === undefined || isNull(member.value)) return [];
    if (member.value.kind === 'list') return member.value.items;
    this.#wrong(member, 'must be a list');
    return [];
  }

  has(name: string): boolean {
    return this.#member(name) !== undefined;
  }

  /** Reports the members that were not asked for. */
  end(): void {
    for (const { name, start } of this.map.members) {
      if (!this.#read.has(name)) this.found.remark(this.found.lineOf({ start }), `"${name}" is not understood here`);
    }
  }

  #member(name: string): YamlMember | undefined {
    this.#read.add(name);
    return this.map.members.find((member) => member.name === name);
  }

  #wrong(member: YamlMember | undefined, message: string): undefined {
    if (member) this.found.fault(this.found.lineOf(member), `"${member.name}" ${message}`);
  }
}

function isNull(value: YamlValue): boolean {
  return value.kind === 'text' && value.plain && /^(?:|~|null)$/i.test(value.text);
}
