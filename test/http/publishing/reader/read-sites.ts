import { Browser, type PageAnswer } from '#testing/browser';
import type { TestServer, TestUser } from '#testing/test-server';
import { MakePasswordLink } from '#organization';
import type { TestSite } from '../visits/visits.js';

const PASSWORD = 'four walnut kettles sing';

/** A browser in which a user is signed in. */
export async function signedIn(server: TestServer, user: TestUser): Promise<Browser> {
  const browser = new Browser(server.app);
  const { secret } = await server.dispatcher.run(new MakePasswordLink(user.id));
  await browser.post(`/password/${secret}`, { password: PASSWORD });
  const { body } = await user.api.get('/v1/user');
  const { status } = await browser.signIn(String(body['email']), PASSWORD);
  if (status !== 303) throw new Error(`The sign-in was answered with ${status}`);
  return browser;
}

/** Reads a path below the address of a site, in a browser of a visitor who is new there. */
export function read(site: TestSite, path = '', browser = new Browser(site.server.app)): Promise<PageAnswer> {
  return browser.get(`/s/${site.id}/${path}`);
}

/** The path of a URL of this server. */
export const pathOf = (url: unknown): string => new URL(String(url), 'http://quire.test').pathname;
