import { describe, expect, it } from '@jest/globals';
import { ROLES } from '#kernel/application/caller';
import { Invalid } from '#kernel/domain/errors';
import { Organization } from '../../../../src/organization/organizations/domain/organization.js';
import { organizationPermissions } from '../../../../src/organization/organizations/domain/organization.policy.js';

const NOW = new Date('2030-01-01T00:00:00.000Z');
const create = (title: string, domains: string[] = []) => Organization.create(title, domains, 'user', NOW);

describe('an organization', () => {
  it('is created by a user and records that event once', () => {
    const organization = create('Acme');
    expect(organization.takeEvents()).toMatchObject([
      { eventName: 'organization.organization-created', organization: organization.id },
    ]);
    expect(organization.takeEvents()).toEqual([]);
    expect(organization.snapshot()).toMatchObject({
      id: organization.id,
      organizationId: organization.id,
      defaultRole: 'read',
    });
  });

  it('has a title of 2 to 255 characters without spaces around it', () => {
    for (const title of ['Ab', 'x'.repeat(255)]) expect(create(title).snapshot().title).toBe(title);
    for (const title of ['', 'x', ' Acme', 'Acme ', 'x'.repeat(256)]) expect(() => create(title)).toThrow(Invalid);
  });

  it('takes domain names, in lower case', () => {
    expect(create('Acme', ['Example.COM', 'a-b.co.uk']).snapshot().emailDomains).toEqual(['example.com', 'a-b.co.uk']);
    for (const domain of [
      '',
      'localhost',
      '-a.com',
      'a-.com',
      'a..com',
      'a b.com',
      'a.com/',
      'user@a.com',
      `${'x'.repeat(64)}.com`,
    ]) {
      expect(() => create('Acme', [domain])).toThrow(/is not a domain name/);
    }
  });
});

describe('what a role may do with an organization', () => {
  const granted = (role: Parameters<typeof organizationPermissions>[0]) =>
    Object.entries(organizationPermissions(role)).flatMap(([name, may]) => (may ? [name] : []));

  it('grows from role to role', () => {
    for (const [index, role] of ROLES.entries()) {
      const less = index === 0 ? granted(null) : granted(ROLES[index - 1] ?? null);
      expect(granted(role)).toEqual(expect.arrayContaining(less));
    }
    expect(granted(null)).toEqual(['view', 'access']);
    expect(granted('admin')).toHaveLength(Object.keys(organizationPermissions('admin')).length);
  });

  it('lets creators create and administrators administer', () => {
    expect(granted('review')).not.toContain('createContent');
    expect(granted('create')).toContain('createContent');
    expect(granted('create')).not.toContain('viewBilling');
  });
});
