import { CreateOrganization, CreateUser, MakePasswordLink } from '#organization';
import { OpenSession } from '../../src/organization/sign-in/application/session/open-session.js';
import { Browser, type PageAnswer } from './browser.js';
import { passkeyOptionsOf, recoveryCodesOf, TestAuthenticator, type Forged } from './test-authenticator.js';
import type { TestServer } from './test-server.js';

export const PASSWORD = 'four walnut kettles sing';
const SECOND_STEP = '/signin/second-factor';

let count = 0;

/** A browser at an address of its own, because limits count attempts by address. */
export function browserAt(server: TestServer): Browser {
  count += 1;
  return new Browser(server.app, `198.18.${count >> 8}.${count & 255}`);
}

/** A user with a password, who is the administrator of an organization, and a browser that is signed in with it. */
export async function personWithPassword(
  server: TestServer,
): Promise<{ id: string; email: string; organization: string; own: Browser; cookie: () => string }> {
  const own = browserAt(server);
  const email = `passkeys${count}@example.com`;
  const id = await server.dispatcher.run(new CreateUser(email, 'Ada Example', true));
  const organization = await server.dispatcher.run(new CreateOrganization(id, `Organization ${count}`));
  const { secret } = await server.dispatcher.run(new MakePasswordLink(id));
  await own.post(`/password/${secret}`, { password: PASSWORD });
  await enter(server, id, own);
  return { id, email, organization, own, cookie: () => `quire_session=${own.cookies.get('quire_session')}` };
}

/** Opens a session by a password alone in a browser, without its page. */
export async function enter(server: TestServer, userId: string, own = browserAt(server)): Promise<Browser> {
  own.cookies.set('quire_session', (await server.dispatcher.run(new OpenSession(userId, { kind: 'password' }))).secret);
  return own;
}

/** Adds a passkey on the account page; answers the last page, and the recovery codes that it shows. */
export async function addPasskey(
  own: Browser,
  authenticator = new TestAuthenticator(),
  { label = 'Blue key', current = '', forged }: { label?: string; current?: string; forged?: Forged } = {},
): Promise<PageAnswer & { codes: string[]; authenticator: TestAuthenticator; credential: string }> {
  const begun = await own.submit('/account/passkeys/new', '/account/passkeys/new', { label, current });
  if (begun.status !== 200) return { ...begun, codes: [], authenticator, credential: '' };
  const credential = authenticator.create(passkeyOptionsOf(begun.text), forged);
  const answer = await own.submit('/account/passkeys/new', '/account/passkeys', { credential });
  return { ...answer, codes: recoveryCodesOf(answer.text), authenticator, credential };
}

/** A user with a password and a passkey, signed in with both. */
export async function personWithPasskey(server: TestServer) {
  const person = await personWithPassword(server);
  const { authenticator, codes, status, text } = await addPasskey(person.own);
  if (codes.length === 0) throw new Error(`The passkey was not added: ${status} ${text}`);
  return { ...person, authenticator, codes };
}

/** The page of the second step. */
export const secondStep = (own: Browser): Promise<PageAnswer> => own.get(SECOND_STEP);

/** Sends what a passkey answers to the page of the second step. */
export async function usePasskey(
  own: Browser,
  authenticator: TestAuthenticator,
  forged: Forged = {},
): Promise<PageAnswer> {
  const { text } = await secondStep(own);
  return own.post(SECOND_STEP, { credential: authenticator.sign(passkeyOptionsOf(text), forged) });
}

/** Sends a recovery code to the page of the second step. */
export const useCode = (own: Browser, code: string): Promise<PageAnswer> => own.post(SECOND_STEP, { code });
