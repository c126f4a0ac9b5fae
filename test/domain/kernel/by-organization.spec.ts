import { describe, expect, it } from '@jest/globals';
import { byOrganization } from '#kernel/domain/by-organization';

describe('rows of several organizations', () => {
  it('are put together in the order of the ids of the organizations, and keep their own order', () => {
    const rows = [
      { organizationId: 'b', id: 2 },
      { organizationId: 'a', id: 3 },
      { organizationId: 'b', id: 1 },
      { organizationId: 'B', id: 4 },
    ];
    expect(byOrganization(rows)).toEqual([
      ['B', [rows[3]]],
      ['a', [rows[1]]],
      ['b', [rows[0], rows[2]]],
    ]);
  });

  it('are none where there are no rows', () => {
    expect(byOrganization([])).toEqual([]);
  });
});
