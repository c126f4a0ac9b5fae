import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Forbidden, NotFound } from '#kernel/domain/errors';
import { CreateOrganization, CreateUser, UserByEmail } from '#organization';
import { Browser } from '#testing/browser';
import { TestServer } from '#testing/test-server';
import { InviteDoor, type InviteOffer } from '../../src/organization/application/password/invite-door.js';
import { OpenSession } from '../../src/organization/application/session/open-session.js';
import { Member } from '../../src/organization/domain/member.js';
import { Members } from '../../src/organization/domain/ports.js';

const PASSWORD = 'four walnut kettles sing';
const SECRET = 'the-secret-of-an-invite';

let server: TestServer;
let organization: string;
let offer: InviteOffer;
let count = 0;

/** Invites of one secret, which make members as those of the database do. */
class OneInvite extends InviteDoor {
  async offer(secret: string): Promise<InviteOffer | undefined> {
    return secret === SECRET ? offer : undefined;
  }

  async accept(secret: string, userId: string): Promise<void> {
    if (secret !== SECRET) throw new NotFound('Invite not found');
    if (offer.organizationTitle === 'Closed') throw new Forbidden('The organization takes no invite links');
    const members = server.app.get<Members>(Members as never, { strict: false });
    await members.save(Member.join(organization, userId, 'read', server.clock.now()));
  }
}

beforeAll(async () => {
  server = await TestServer.start();
  const door: InviteDoor = server.app.get<InviteDoor>(InviteDoor as never, { strict: false });
  const one = new OneInvite();
  Object.assign(door, { offer: one.offer.bind(one), accept: one.accept.bind(one) });
});
afterAll(() => server.stop());

beforeEach(async () => {
  const owner = await server.user();
  organization = await server.dispatcher.run(new CreateOrganization(owner.id, 'Example'));
  offer = { organizationTitle: 'Exa<b>mple', role: 'read' };
});

const browser = () => new Browser(server.app);
const newcomer = () => ({ email: `new${++count}@example.com`, displayName: 'Grace Example', password: PASSWORD });
const membersOf = async (id: string) =>
  (
    await server.rows('select 1 from organization.member where organization_id = $1 and user_id = $2', [
      organization,
      id,
    ])
  ).length;

describe('an invite', () => {
  it('makes a user of a newcomer, a member, and signs them in', async () => {
    const own = browser();
    const shown = await own.get(`/invite/${SECRET}`);
    expect([shown.status, shown.text]).toEqual([200, expect.stringContaining('Join Exa&lt;b&gt;mple')]);
    const person = newcomer();
    const answer = await own.post(`/invite/${SECRET}`, person);
    expect([answer.status, answer.headers.location]).toEqual([303, '/account?done=joined']);
    expect((await own.get('/account?done=joined')).text).toContain('Grace Example');
    const id = (await server.dispatcher.ask(new UserByEmail(person.email))) ?? '';
    expect(await membersOf(id)).toBe(1);
    expect((await browser().signIn(person.email, PASSWORD)).status).toBe(303);
  });

  it('is for the address it was mailed to, whatever the form says', async () => {
    const { email, ...rest } = newcomer();
    offer = { ...offer, email };
    await browser().post(`/invite/${SECRET}`, { ...rest, email: 'other@example.com' });
    expect(await server.dispatcher.ask(new UserByEmail('other@example.com'))).toBeUndefined();
    expect(await server.dispatcher.ask(new UserByEmail(email))).toBeDefined();
  });

  it.each([
    ['email', { email: 'nobody' }],
    ['displayName', { displayName: ' ' }],
    ['password', { password: 'password1' }],
  ])('says what is not right beside %s, and makes nobody', async (name, wrong) => {
    const person = { ...newcomer(), ...wrong };
    const own = browser();
    const answer = await own.post(`/invite/${SECRET}`, person);
    expect([answer.status, own.cookies.size]).toEqual([400, 0]);
    expect([...answer.text.matchAll(/id="(\w+)-error"/g)].map(([, field]) => field)).toEqual([name]);
    expect(answer.text).not.toContain(PASSWORD);
    expect(await server.dispatcher.ask(new UserByEmail(person.email))).toBeUndefined();
  });

  it('asks those who have an account to sign in, and comes back to the invite', async () => {
    const person = newcomer();
    await server.dispatcher.run(new CreateUser(person.email, 'Grace'));
    const answer = await browser().post(`/invite/${SECRET}`, person);
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('sign in with it instead')]);
    expect(answer.text).toContain(`href="/signin?next=/invite/${SECRET}"`);
  });

  it('is accepted by one who is signed in with one form, made for their session', async () => {
    const id = await server.dispatcher.run(new CreateUser(newcomer().email, 'Grace Example'));
    const own = browser();
    own.cookies.set('quire_session', (await server.dispatcher.run(new OpenSession(id, { kind: 'password' }))).secret);
    expect((await own.get(`/invite/${SECRET}`)).text).not.toContain('type="password"');
    expect((await own.post(`/invite/${SECRET}`, {})).status).toBe(403);
    expect(await membersOf(id)).toBe(0);
    expect((await own.submit(`/invite/${SECRET}`, `/invite/${SECRET}`, {})).headers.location).toBe(
      '/account?done=joined',
    );
    expect(await membersOf(id)).toBe(1);
    offer = { ...offer, email: 'another@example.com' };
    expect((await own.get(`/invite/${SECRET}`)).text).toContain('This invite is for another@example.com');
  });

  it('that is refused makes nobody', async () => {
    offer = { organizationTitle: 'Closed', role: null };
    const person = newcomer();
    const answer = await browser().post(`/invite/${SECRET}`, person);
    expect([answer.status, answer.text]).toEqual([403, expect.stringContaining('takes no invite links')]);
    expect(await server.dispatcher.ask(new UserByEmail(person.email))).toBeUndefined();
  });

  it('that is not there is said to be gone', async () => {
    const answer = await browser().get('/invite/unknown');
    expect([answer.status, answer.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    expect((await browser().post('/invite/unknown', newcomer())).status).toBe(404);
  });
});
