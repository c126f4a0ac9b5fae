/** Administrators of an organization: tokens, members, teams, invites, and people who sign in. */

const SCIM_USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const PASSWORD = 'A long password of the soak 1';

/** Makes tokens, uses them and revokes them. */
export function tokens(soak) {
  const { calls, ledger } = soak;
  let number = 0;
  return {
    name: 'tokens',
    every: 3_000,
    async step() {
      const { id, token } = await calls.post('/v1/user/tokens', { label: `Token ${number++}` });
      const status = async () => (await calls.call('GET', '/v1/user', { token, ok: [401] })).status;
      if ((await status()) !== 200) calls.fault('A new token was refused');
      if (number % 10 === 0) {
        ledger.count('tokens');
        return ledger.holds(id, 'A token', async () => ((await status()) === 200 ? undefined : 'is refused'));
      }
      await calls.call('DELETE', `/v1/user/tokens/${id}`);
      const check = async () => ((await status()) === 401 ? undefined : 'is accepted');
      if (await check()) calls.fault('A revoked token was accepted');
      ledger.holds(id, 'A revoked token', check);
    },
  };
}

/** A directory that provisions members and takes some away again; teams and invites. */
export function members(soak) {
  const { calls, ledger, organization, scim } = soak;
  const org = `/v1/orgs/${organization}`;
  const asked = { token: scim.token, headers: { 'content-type': 'application/scim+json' } };
  let number = 0;
  return {
    name: 'members',
    every: 5_000,
    async step() {
      const userName = `person${number++}@${scim.domain}`;
      const user = { schemas: [SCIM_USER], userName, displayName: `Person ${number}`, active: true };
      const { text } = await calls.call('POST', '/scim/v2/Users', { ...asked, body: user });
      const { id } = JSON.parse(text);
      ledger.count('users');
      const status = async () => (await calls.call('GET', `${org}/members/${id}`, { ok: [404] })).status;
      const { id: team } = (
        await calls.call('PUT', `${org}/teams`, { body: { title: `Team ${number}`, members: [id] } })
      ).body;
      await calls.post(`${org}/link-invites`, { role: 'read' }).then(async ({ id: invite }) => {
        await calls.call('DELETE', `${org}/link-invites/${invite}`);
      });
      if (number % 4 === 0) {
        ledger.count('members');
        ledger.count('teams');
        return ledger.holds(id, 'A member', async () => ((await status()) === 200 ? undefined : 'is not there'));
      }
      await calls.call('DELETE', `${org}/teams/${team}`);
      await calls.call('DELETE', `/scim/v2/Users/${id}`, asked);
      ledger.holds(id, 'A removed member', async () => ((await status()) === 404 ? undefined : 'is there'));
    },
  };
}

/** One person who signs in with a password, looks at the account, and signs out. */
export function signIns(soak) {
  const { calls, server, person } = soak;
  const headers = { 'sec-fetch-site': 'same-origin', origin: server.url };
  const form = (fields) => ({
    form: { type: 'application/x-www-form-urlencoded', body: new URLSearchParams(fields).toString() },
    token: null,
  });
  return {
    name: 'sign-ins',
    every: 8_000,
    async step() {
      const fields = form({ email: person.email, password: PASSWORD });
      // An address may sign in so often only; kills let the caller begin anew sooner than its turn comes.
      const entered = await calls.call('POST', '/signin', { ...fields, headers, ok: [429] });
      if (entered.status === 429) return;
      const cookie = (entered.headers.get('set-cookie') ?? '').split(';')[0];
      if (entered.status !== 303 || cookie === '') return calls.fault(`A sign-in was answered with ${entered.status}`);
      const { text } = await calls.call('GET', '/account', { token: null, headers: { cookie } });
      const token = /name="token" value="([^"]+)"/.exec(text)?.[1] ?? '';
      await calls.call('POST', '/signout', { ...form({ token }), headers: { ...headers, cookie } });
      const after = await calls.call('GET', '/account', { token: null, headers: { cookie }, ok: [401] });
      if (after.status < 300) calls.fault('A session goes on after signing out');
      soak.ledger.count('sign-ins');
    },
  };
}
