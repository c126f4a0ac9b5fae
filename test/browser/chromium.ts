import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'undici';

const PROGRAM = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const FLAGS = ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--remote-debugging-port=0'];
/** Of keys without a letter, as the protocol wants them. */
const CODES: Record<string, number> = { Enter: 13, Escape: 27, ArrowUp: 38, ArrowDown: 40, Tab: 9, '/': 191 };
const START_MS = 30_000;
const ANSWER_MS = 30_000;
/** Attempts to remove a profile, and the time between them. */
const REMOVALS = 50;
const REMOVAL_MS = 200;

export type Scheme = 'light' | 'dark';

interface Message {
  id?: number;
  method?: string;
  params?: Record<string, unknown>;
  result?: Record<string, unknown>;
  error?: { message: string };
}

/** A browser without a window, driven over its debugging protocol. */
export class Chromium {
  #sent = 0;
  /** What the browser complained of: violations of policies, errors of scripts, things that were not there. */
  readonly complaints: string[] = [];
  /** What pages asked for, by its address, also where a policy refused it. */
  readonly requests: string[] = [];
  /** Those of them that a policy refused. */
  readonly refused: string[] = [];
  readonly #asked = new Map<unknown, string>();
  readonly #waiting = new Map<number, (message: Message) => void>();
  #loaded: (() => void) | undefined;

  private constructor(
    private readonly program: ChildProcess,
    private readonly profile: string,
    private readonly socket: WebSocket,
  ) {
    socket.addEventListener('message', ({ data }) => this.#hear(JSON.parse(String(data)) as Message));
  }

  /** Starts a browser, without scripts by default. */
  static async start({ scripts = false } = {}): Promise<Chromium> {
    const profile = mkdtempSync(join(tmpdir(), 'quire-chromium-'));
    const program = spawn(PROGRAM, [...FLAGS, `--user-data-dir=${profile}`, 'about:blank'], { stdio: 'ignore' });
    const socket = await connect(profile).catch((error: unknown) => {
      program.kill();
      throw error;
    });
    const browser = new Chromium(program, profile, socket);
    await browser.#send('Page.enable');
    await browser.#send('Network.enable');
    await browser.#send('Log.enable');
    await browser.#send('Runtime.enable');
    await browser.#send('Emulation.setScriptExecutionDisabled', { value: !scripts });
    return browser;
  }

  open(address: string): Promise<void> {
    return this.#untilLoaded(() => this.#send('Page.navigate', { url: address }));
  }

  /** Writes into a field of the page, by its id. */
  async fill(field: string, text: string): Promise<void> {
    await this.#evaluate(`document.getElementById(${JSON.stringify(field)}).value = ${JSON.stringify(text)}`);
  }

  /** Presses the button or link that is called so, and waits for the page it leads to. */
  async press(name: string): Promise<void> {
    const things = `[...document.querySelectorAll('button, a')]`;
    await this.#untilLoaded(() =>
      this.#evaluate(`${things}.find((thing) => thing.textContent.trim() === ${JSON.stringify(name)}).click()`),
    );
  }

  address(): Promise<string> {
    return this.#evaluate('location.href');
  }

  /** What the page says. */
  text(): Promise<string> {
    return this.#evaluate('document.body.innerText');
  }

  /** Runs a script of the test in the page; answers its value as text. */
  run(expression: string): Promise<string> {
    return this.#evaluate(expression);
  }

  /** Runs a script of the test in the page, and waits for what it promises; answers that as text. */
  async wait(expression: string): Promise<string> {
    const { result, exceptionDetails } = await this.#send('Runtime.evaluate', { expression, awaitPromise: true });
    if (exceptionDetails) throw new Error(`The page failed: ${JSON.stringify(exceptionDetails)}`);
    return String((result as { value?: unknown }).value);
  }

  /** A window of a width, in a system of light or dark colors, without motion. */
  async view({ width, height = 900, scheme }: { width: number; height?: number; scheme: Scheme }): Promise<void> {
    const features = [
      { name: 'prefers-color-scheme', value: scheme },
      { name: 'prefers-reduced-motion', value: 'reduce' },
    ];
    await this.#send('Emulation.setEmulatedMedia', { features });
    const size = { width, height, deviceScaleFactor: 1, mobile: width < 600 };
    await this.#send('Emulation.setDeviceMetricsOverride', size);
  }

  /** Clicks with the mouse in the middle of the first thing that a selector finds. */
  async click(selector: string): Promise<void> {
    const place = await this.#evaluate(`(() => {
      const thing = document.querySelector(${JSON.stringify(selector)});
      thing.scrollIntoView({ block: 'center', behavior: 'instant' });
      const { x, y, width, height } = thing.getBoundingClientRect();
      return JSON.stringify({ x: x + width / 2, y: y + height / 2 });
    })()`);
    const at = { ...(JSON.parse(place) as { x: number; y: number }), button: 'left', clickCount: 1 };
    await this.#send('Input.dispatchMouseEvent', { type: 'mousePressed', ...at });
    await this.#send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...at });
  }

  /** Strikes a key by its name, such as `Enter`; a letter with `control` held. */
  async strike(key: string, { control = false } = {}): Promise<void> {
    const text = key === 'Enter' ? '\r' : key.length === 1 && !control ? key : undefined;
    const event = {
      key,
      windowsVirtualKeyCode: CODES[key] ?? key.toUpperCase().charCodeAt(0),
      modifiers: control ? 2 : 0,
    };
    await this.#send('Input.dispatchKeyEvent', {
      type: text ? 'keyDown' : 'rawKeyDown',
      ...event,
      ...(text && { text }),
    });
    await this.#send('Input.dispatchKeyEvent', { type: 'keyUp', ...event });
  }

  /** Writes into the field that has the focus. */
  async type(text: string): Promise<void> {
    await this.#send('Input.insertText', { text });
  }

  /** Allows pages what a browser would ask its user for. */
  async allow(...permissions: string[]): Promise<void> {
    await this.#send('Browser.grantPermissions', { permissions });
  }

  /** Adds an authenticator for passkeys whose user is always there and agrees; answers its id. */
  async addAuthenticator(): Promise<string> {
    await this.#send('WebAuthn.enable');
    const { authenticatorId } = await this.#send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    return String(authenticatorId);
  }

  /** Takes an authenticator away, with its passkeys. */
  async removeAuthenticator(authenticatorId: string): Promise<void> {
    await this.#send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
  }

  /** Keeps a cookie for the host of an address. */
  async cookie(cookie: { name: string; value: string; url: string }): Promise<void> {
    await this.#send('Network.setCookie', cookie);
  }

  /** A picture of what is seen, as PNG. */
  async picture(): Promise<Buffer> {
    const { data } = await this.#send('Page.captureScreenshot', { format: 'png' });
    return Buffer.from(String(data), 'base64');
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.program.once('exit', resolve));
    this.socket.close();
    this.program.kill();
    await ended;
    // Its other processes end a little later, and write until then, also into folders that were just emptied.
    for (let tries = 1; existsSync(this.profile); tries++) {
      try {
        rmSync(this.profile, { recursive: true, force: true });
      } catch (error) {
        if (tries === REMOVALS) throw error;
        await sleep(REMOVAL_MS);
      }
    }
  }

  async #untilLoaded(cause: () => Promise<unknown>): Promise<void> {
    const loaded = new Promise<boolean>((resolve) => (this.#loaded = () => resolve(true)));
    await cause();
    if (!(await Promise.race([loaded, sleep(ANSWER_MS, false, { ref: false })])))
      throw new Error('No page came in time');
  }

  async #evaluate(expression: string): Promise<string> {
    const { result, exceptionDetails } = await this.#send('Runtime.evaluate', { expression });
    if (exceptionDetails) throw new Error(`The page has no such thing: ${expression}`);
    return String((result as { value?: unknown }).value);
  }

  async #send(method: string, params: object = {}): Promise<Record<string, unknown>> {
    const id = ++this.#sent;
    const answer = new Promise<Message>((resolve) => this.#waiting.set(id, resolve));
    this.socket.send(JSON.stringify({ id, method, params }));
    const { result, error } = await answer;
    if (error) throw new Error(`${method}: ${error.message}`);
    return result ?? {};
  }

  #hear(message: Message): void {
    if (message.method === 'Page.loadEventFired') this.#loaded?.();
    if (message.method === 'Log.entryAdded' || message.method === 'Runtime.exceptionThrown')
      this.complaints.push(JSON.stringify(message.params));
    if (message.method === 'Network.requestWillBeSent') {
      const { url } = message.params?.['request'] as { url: string };
      this.requests.push(url);
      this.#asked.set(message.params?.['requestId'], url);
    }
    if (message.method === 'Network.loadingFailed' && message.params?.['blockedReason'] === 'csp')
      this.refused.push(this.#asked.get(message.params['requestId']) ?? '');
    if (message.method === 'Page.javascriptDialogOpening') {
      this.complaints.push(JSON.stringify(message.params));
      void this.#send('Page.handleJavaScriptDialog', { accept: true });
    }
    if (message.id === undefined) return;
    this.#waiting.get(message.id)?.(message);
    this.#waiting.delete(message.id);
  }
}

/** Opens the protocol of the one page there is, once the browser has written down at which port it listens. */
async function connect(profile: string): Promise<WebSocket> {
  const file = join(profile, 'DevToolsActivePort');
  for (const deadline = Date.now() + START_MS; Date.now() < deadline; await sleep(50)) {
    const port = existsSync(file) ? readFileSync(file, 'utf8').split('\n')[0] : '';
    if (!port) continue;
    const answer = await fetch(`http://127.0.0.1:${port}/json/list`);
    const targets = (await answer.json()) as { type: string; webSocketDebuggerUrl: string }[];
    const page = targets.find(({ type }) => type === 'page');
    if (!page) continue;
    const socket = new WebSocket(page.webSocketDebuggerUrl);
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve);
      socket.addEventListener('error', () => reject(new Error('The browser does not answer')));
    });
    return socket;
  }
  throw new Error('The browser did not start');
}
