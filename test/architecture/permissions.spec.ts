import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { operationsOf, readApiDocument } from '#testing/api-document';
import { ROLES } from '#permissions';

interface Need {
  of: string;
  role?: string;
}

const OF_NOTHING = ['anybody', 'user'];
const needs = operationsOf(readApiDocument()).map(
  ({ operation }) =>
    [operation.operationId, (operation as unknown as Record<string, Need | undefined>)['x-quire-role']] as const,
);

/** What is wrong with what an operation says of who may call it. */
function faultOf(need: Need | undefined): string | undefined {
  if (OF_NOTHING.includes(need?.of ?? '')) return need?.role === undefined ? undefined : 'a role in nothing';
  if (!['organization', 'collection', 'space'].includes(need?.of ?? '')) return 'no known record';
  return ['guest', ...ROLES].includes(need?.role ?? '') ? undefined : 'no known role';
}

describe('what operations need', () => {
  it.each(needs)('is said by %s', (_id, need) => {
    expect(faultOf(need)).toBeUndefined();
  });

  it('is noticed where it is missing, unknown or makes no sense', () => {
    const planted = [
      undefined,
      { of: 'site', role: 'read' },
      { of: 'space', role: 'king' },
      { of: 'user', role: 'read' },
    ];
    expect(planted.map(faultOf)).toEqual(['no known record', 'no known record', 'no known role', 'a role in nothing']);
  });

  it('is what docs/permissions.md says (node bin/permissions.mjs), which is noticed when it differs', async () => {
    const { permissionsPage } = (await import(pathToFileURL(join(process.cwd(), 'bin/permissions.mjs')).href)) as {
      permissionsPage(page: string, document: unknown): string;
    };
    const page = readFileSync(join(process.cwd(), 'docs/permissions.md'), 'utf8');
    expect(page).toBe(permissionsPage(page, readApiDocument()));
    const planted = page.replace(/^.*deleteSpaceById.*\n/m, '');
    expect(planted).not.toBe(page);
    expect(permissionsPage(planted, readApiDocument())).toBe(page);
  });
});
