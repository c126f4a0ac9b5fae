import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { ERROR_TYPES } from '#kernel/domain/errors';
import { operationsOf, readApiDocument } from '#testing/api-document';
import { filesBelow, ROOT } from './source-files.js';

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
/** Decisions tell of the day on which they were made. */
const pages = ['README.md', ...filesBelow('docs').filter((path) => path.endsWith('.md') && !path.includes('/adr/'))];

const document = readApiDocument();
const operations = operationsOf(document);
/** Beside the operations of the document. */
const OTHERS =
  /^\/(?:health\/(?:live|ready)|docs|openapi\.(?:json|yaml)|signin|account|password|invite|sso|files|saml|oidc|scim)\b/;

const named = /`(GET|POST|PUT|PATCH|DELETE)((?:`,? `(?:GET|POST|PUT|PATCH|DELETE))*)(?:` `| )((?:\/|…\/)[^`\s?#]*)/g;

/** The methods and addresses that a page names, such as `GET` `POST /v1/orgs`. */
const addressesIn = (text: string): { method: string; address: string }[] =>
  [...text.matchAll(named)].flatMap(([, first = '', more = '', address = '']) =>
    [first, ...(more.match(/[A-Z]+/g) ?? [])].map((method) => ({ method, address: address.replace(/[.,:;]$/, '') })),
  );

const segments = (path: string): string[] => path.split('/').filter((part) => part !== '');
const isVariable = (part: string): boolean => /^(?:\{.*\}|\$.*|…|0Vbb.*)$/.test(part);

/** Whether there is such an operation. After `…` comes the end of its path. */
function isKnown({ method, address }: { method: string; address: string }): boolean {
  if (OTHERS.test(address)) return true;
  const wanted = segments(address).filter((part, at) => !(at === 0 && part === '…'));
  return operations.some((described) => {
    const own = segments(described.path);
    if (described.method !== method.toLowerCase()) return false;
    const compared = address.startsWith('…') ? own.slice(-wanted.length) : own;
    if (compared.length !== wanted.length) return false;
    return compared.every((part, at) => part === wanted[at] || (isVariable(part) && isVariable(wanted[at] ?? '')));
  });
}

const unknownAddresses = (text: string): string[] =>
  addressesIn(text)
    .filter((address) => !isKnown(address))
    .map(({ method, address }) => `${method} ${address}`);

/** The settings that a page names and the program does not know. Only the compose file reads QUIRE_PORT. */
const unknownSettings = (text: string): string[] => {
  const known = read('docs/operate/settings.md');
  const settings = [...text.matchAll(/\bQUIRE_[A-Z0-9_]+\b/g)].map(([name]) => name);
  return settings.filter((name) => name !== 'QUIRE_PORT' && !known.includes(`\`${name}\``));
};

describe('what the papers say of the API', () => {
  it.each(pages)('%s names operations that there are', (path) => {
    expect(unknownAddresses(read(path))).toEqual([]);
  });

  it('is noticed where there is no such operation, or no such setting', () => {
    const text = 'Send `GET` `POST /v1/orgs`, `DELETE /v1/orgs` or `PATCH /v1/nowhere`, with `QUIRE_NOWHERE` set.';
    expect(unknownAddresses(text)).toEqual(['DELETE /v1/orgs', 'PATCH /v1/nowhere']);
    expect(unknownSettings(text)).toEqual(['QUIRE_NOWHERE']);
  });

  it('is found in them', () => {
    expect(pages.flatMap((path) => addressesIn(read(path))).length).toBeGreaterThan(operations.length);
  });

  it('is every operation at a glance (node bin/permissions.mjs)', async () => {
    const { glancePage } = (await import(pathToFileURL(join(ROOT, 'bin/permissions.mjs')).href)) as {
      glancePage(page: string, document: unknown): string;
    };
    const page = read('docs/api/using.md');
    expect(page).toBe(glancePage(page, document));
    const known = new Set(addressesIn(page).map(({ method, address }) => `${method} ${address}`));
    expect(operations.filter(({ method, path }) => !known.has(`${method.toUpperCase()} ${path}`))).toEqual([]);
  });

  it('is every status that an operation refuses with, and what 412 may mean', () => {
    const rows = [...read('docs/api/errors.md').matchAll(/^\| (\d{3}) \|(.*)$/gm)];
    const told = rows.map(([, status = '']) => status);
    const refused = operations
      .flatMap(({ operation }) => Object.keys(operation.responses))
      .filter((code) => code >= '400');
    expect([...new Set(refused)].filter((status) => !told.includes(status))).toEqual([]);
    const types = rows.map(([, status, rest = '']) => [status, /`([a-z-]+)`/.exec(rest)?.[1]]);
    expect(Object.fromEntries(types)).toEqual(ERROR_TYPES);
    const conditions = rows.find(([, status]) => status === '412')?.[2];
    for (const word of ['If-Match', 'merge', 'transfer']) expect(conditions).toContain(word);
  });

  it('is how a first password comes about, on every way in', () => {
    for (const path of ['README.md', 'docs/quick-start.md', 'docs/organization/signing-in.md'])
      expect(read(path)).toContain('npm run quire -- user password --email admin@localhost');
  });

  it.each(pages)('%s names settings that there are', (path) => {
    expect(unknownSettings(read(path))).toEqual([]);
  });
});
