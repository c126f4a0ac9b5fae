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

describe('what operations need', () => {
  it.each(needs)('is said by %s', (_id, need) => {
    if (OF_NOTHING.includes(need?.of ?? '')) return expect(need?.role).toBeUndefined();
    expect(['organization', 'collection', 'space']).toContain(need?.of);
    expect(['guest', ...ROLES]).toContain(need?.role);
  });

  it('is what docs/permissions.md says (node bin/permissions.mjs)', async () => {
    const { permissionsPage } = (await import(pathToFileURL(join(process.cwd(), 'bin/permissions.mjs')).href)) as {
      permissionsPage(page: string, document: unknown): string;
    };
    const page = readFileSync(join(process.cwd(), 'docs/permissions.md'), 'utf8');
    expect(page).toBe(permissionsPage(page, readApiDocument()));
  });
});
