import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { CreateUser, MakePasswordLink } from '#organization';
import { recoveryCodesOf } from '#testing/test-authenticator';
import { PASSWORD } from '#testing/test-passkeys';
import { TestServer } from '#testing/test-server';
import { Chromium } from './chromium.js';
import { Axe } from './support/axe.js';

const PATIENCE_MS = 10_000;

/** A browser with an authenticator of its own, which is the WebAuthn of Chromium itself. */
describe('passkeys in a browser', () => {
  let server: TestServer;
  let browser: Chromium;
  let origin: string;
  let authenticator: string;
  let userId: string;
  let codes: string[];

  beforeAll(async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', () => resolve()));
    const { port } = taken.address() as AddressInfo;
    await new Promise((resolve) => taken.close(resolve));
    origin = `http://localhost:${port}`;
    server = await TestServer.start({ env: { QUIRE_PUBLIC_URL: origin } });
    await server.app.listen(port, '127.0.0.1');
    userId = await server.dispatcher.run(new CreateUser('grace@example.com', 'Grace Example', true));
    browser = await Chromium.start({ scripts: true });
    authenticator = await browser.addAuthenticator();
  }, 120_000);
  afterAll(async () => {
    await browser?.stop();
    await server?.stop();
  });
  afterEach(() => expect(browser.complaints).toEqual([]));

  const signIn = async (): Promise<void> => {
    await browser.open(`${origin}/signin`);
    await browser.fill('email', 'grace@example.com');
    await browser.fill('password', PASSWORD);
    await browser.press('Sign in');
  };
  const isShown = async (selector: string): Promise<void> => {
    const shown = `document.querySelector(${JSON.stringify(selector)})?.checkVisibility() === true`;
    for (const giveUp = Date.now() + PATIENCE_MS; Date.now() < giveUp; await sleep(30))
      if ((await browser.run(shown)) === 'true') return;
    throw new Error(`This was not shown: ${selector}`);
  };
  const accessible = async (): Promise<void> => expect(await (await Axe.in(browser)).page()).toEqual([]);

  it('are added on the account page, with recovery codes', async () => {
    const { secret } = await server.dispatcher.run(new MakePasswordLink(userId));
    await browser.open(`${origin}/password/${secret}`);
    await browser.fill('password', PASSWORD);
    await browser.press('Set password');
    await signIn();
    expect(await browser.address()).toBe(`${origin}/account`);
    await browser.press('Add a passkey');
    await accessible();
    await browser.fill('label', 'Laptop');
    await browser.press('Continue');
    await accessible();
    await browser.press('Create the passkey');
    codes = recoveryCodesOf(await browser.text());
    expect(codes).toHaveLength(10);
    await accessible();
    await browser.press('I have kept them');
    expect(await browser.text()).toContain('Laptop');
    expect(await browser.text()).toContain('10 recovery codes are left');
    await accessible();
  }, 120_000);

  it('are not added twice', async () => {
    await browser.press('Add a passkey');
    await browser.fill('label', 'Again');
    await browser.press('Continue');
    await browser.click('form[data-passkey] button');
    await isShown('[data-failed=known]');
  }, 120_000);

  it('sign in after the password', async () => {
    await browser.press('Sign out');
    await signIn();
    expect(await browser.address()).toBe(`${origin}/signin/second-factor`);
    await accessible();
    await browser.press('Use your passkey');
    expect(await browser.address()).toBe(`${origin}/account`);
    expect(await browser.text()).toContain('with a second factor');
    expect(await browser.text()).toMatch(/last used/);
  }, 120_000);

  it('that are lost are replaced by a recovery code', async () => {
    await browser.removeAuthenticator(authenticator);
    authenticator = await browser.addAuthenticator();
    await browser.press('Sign out');
    await signIn();
    await browser.click('form[data-passkey] button');
    await isShown('[data-failed=refused]');
    await browser.fill('code', (codes[0] ?? '').toUpperCase());
    await browser.press('Sign in with the code');
    expect(await browser.address()).toBe(`${origin}/account`);
    expect(await browser.text()).toContain('9 recovery codes are left');
  }, 120_000);
});
