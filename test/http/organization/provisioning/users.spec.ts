import { beforeAll, describe, expect, it } from '@jest/globals';
import { TestServer, type TestUser } from '#testing/test-server';
import { ScimClient, USER_SCHEMA } from './scim-client.js';

describe('users of SCIM', () => {
  let server: TestServer;
  let ada: TestUser & { organization: string };
  let scim: ScimClient;

  beforeAll(async () => {
    server = await TestServer.shared();
    ada = await server.administrator();
    scim = await ScimClient.of(server, ada);
  });

  it('are created, read, found, replaced and removed', async () => {
    const sent = {
      schemas: [USER_SCHEMA],
      userName: 'Bob@Example.com',
      externalId: 'ext-1',
      name: { givenName: 'Bob', familyName: 'Builder' },
      emails: [{ primary: true, value: 'bob@example.com', type: 'work' }],
      active: true,
    };
    const made = await scim.send('POST', '/Users', sent);
    expect(made).toMatchObject({ status: 201, type: 'application/scim+json; charset=utf-8' });
    console.log(JSON.stringify(made));
    const path = `/Users/${made.body.id}`;
    console.log(JSON.stringify(await scim.get(path)));
    console.log(JSON.stringify(await scim.get('/Users', { filter: 'userName eq "bob@example.com"' })));
    console.log(JSON.stringify(await scim.patch(path, { op: 'Replace', path: 'active', value: 'False' })));
    console.log(JSON.stringify(await scim.send('PUT', path, { ...sent, active: true, displayName: 'Robert' })));
    console.log(JSON.stringify(await scim.send('POST', '/Users', sent)));
    const g = await scim.group('Writers', [made.body.id]);
    console.log(JSON.stringify(await scim.get(`/Groups/${g}`)), JSON.stringify(await scim.get('/Groups')));
    console.log(JSON.stringify(await scim.patch(`/Groups/${g}`, { op: 'remove', path: `members[value eq "${made.body.id}"]` })));
    console.log(JSON.stringify(await scim.send('DELETE', path)), JSON.stringify(await scim.get(path)));
    for (const p of ['/ServiceProviderConfig', '/ResourceTypes', '/ResourceTypes/User', '/Schemas', '/Schemas/urn:ietf:params:scim:schemas:core:2.0:Group', '/Me', '/Nothing']) {
      const a = await scim.get(p);
      console.log(p, a.status, a.type, JSON.stringify(a.body).slice(0, 200));
    }
    const t = await server.as(scim.token).get('/v1/user');
    console.log(t.status, t.text);
    const u = await ada.api.send('GET', '/scim/v2/Users');
    console.log(u.status, u.text, u.headers['content-type']);
    const no = await server.anonymous.send('POST', '/scim/v2/Users');
    console.log(no.status, no.text, no.headers['www-authenticate']);
    const m = await scim.send('PUT', '/Users', {});
    console.log(m.status, JSON.stringify(m.body), m.headers.allow);
    console.log(JSON.stringify(await scim.send('POST', '/Users', '{"a":')));
    console.log(JSON.stringify(await scim.send('POST', '/Users', '<a/>', { headers: { 'content-type': 'text/xml' } })));
    console.log(JSON.stringify(await scim.send('POST', '/Users', ' '.repeat(200_000))));
  });
});
