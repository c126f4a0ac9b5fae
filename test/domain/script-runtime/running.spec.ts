import { chmodSync, mkdtempSync, readdirSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { formOf, RuntimeBusy, RuntimeUnavailable, ScriptRefused } from '#script-runtime';
import { ask, failureOf, handlerOf, LIMITS, openRuntime, scriptOf, stopRuntimes, until } from './runtimes.js';

const runtime = openRuntime();

afterAll(stopRuntimes);

describe('a script', () => {
  it('answers a form with status, headers and body', async () => {
    const script = handlerOf(`
      const form = await request.formData();
      const headers = new Headers({ 'x-event': encodeURI(form.get('event')), 'x-seen': [...request.headers.keys()].join() });
      headers.append('set-cookie', 'a=1');
      headers.append('set-cookie', 'b=2');
      return new Response(await form.get('fetch-body').text(), { status: 404, headers });
    `);
    const form = formOf({ event: '{"type":"für\\r\\n"}', 'fetch-body': Buffer.from([104, 13, 10, 105]) });
    const request = { path: '/v1', headers: { 'content-type': form.contentType }, body: form.body };
    const { status, headers, body } = await runtime.run(script, request, LIMITS);
    expect([status, decodeURI(headers.get('x-event') ?? ''), body.toString()]).toEqual([
      404,
      '{"type":"für\\r\\n"}',
      'h\r\ni',
    ]);
    expect(headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect(headers.get('x-seen')).toBe('content-length,content-type,host');
  });

  it('answers before the work that it gives to waitUntil is done, and lives until it is', async () => {
    const script = handlerOf(`
      ctx.waitUntil((async () => {
        console.log('begun');
        await new Promise((resolve) => setTimeout(resolve, 300));
        console.log('done');
      })());
      return new Response('early');
    `);
    const outcome = await runtime.run(script, { path: '/v1' }, LIMITS);
    expect(outcome.logs.map(({ message }) => message)).toEqual(['begun']);
    const { complete, logs } = await outcome.settled;
    expect([complete, logs.map(({ message }) => message)]).toEqual([true, ['begun', 'done']]);
  });

  it.each([
    ['an error in its syntax', 'export default { fetch( { }', 'SyntaxError'],
    ['no default export', 'export const a = 1;', 'it has no default export with a method "fetch"'],
    ['an error at its top level', 'throw new Error("not today");', 'not today'],
    ['an import of what is not there', 'import "left-pad"; export default {};', 'No such module "left-pad"'],
  ])('is refused with %s', async (_fault, source, message) => {
    const failure = await failureOf(ask(runtime, scriptOf(source)));
    expect(failure).toBeInstanceOf(ScriptRefused);
    expect(failure.message).toContain(message);
  });

  it('is refused again without being started', async () => {
    let read = 0;
    const script = {
      id: 'refused',
      source: () => {
        read += 1;
        return Promise.resolve('export default 1;');
      },
    };
    expect(await failureOf(ask(runtime, script))).toBeInstanceOf(ScriptRefused);
    expect(await failureOf(ask(runtime, script))).toBeInstanceOf(ScriptRefused);
    expect(read).toBe(1);
  });
});

describe('the console', () => {
  it('is that of each call, also when calls run at the same time', async () => {
    const script = handlerOf(`
      const { pathname } = new URL(request.url);
      for (let i = 0; i < 3; i += 1) {
        console.log(pathname, { i });
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      console.error(new Error('last of ' + pathname).message);
      return new Response();
    `);
    const outcomes = await Promise.all(
      ['/a', '/b'].map(async (path) => runtime.run(script, { path }, LIMITS).then(({ logs }) => logs)),
    );
    expect(outcomes.map((logs) => logs.map(({ level, message }) => `${level} ${message}`))).toEqual(
      ['/a', '/b'].map((path) => [
        `info ${path} { i: 0 }`,
        `info ${path} { i: 1 }`,
        `info ${path} { i: 2 }`,
        `error last of ${path}`,
      ]),
    );
  });

  it('keeps so many messages and so many characters', async () => {
    const script = handlerOf(`
      for (let i = 0; i < 5_000; i += 1) console.log('x'.repeat(request.url.endsWith('/long') ? 100_000 : 10));
      return new Response();
    `);
    const many = await runtime.run(script, { path: '/many' }, { ...LIMITS, logs: { lines: 5, characters: 1_000 } });
    expect(many.logs.map(({ message }) => message.length)).toEqual([10, 10, 10, 10, 10, 29]);
    const long = await runtime.run(script, { path: '/long' }, { ...LIMITS, logs: { lines: 9, characters: 10_000 } });
    expect(long.logs.map(({ message }) => message.length)).toEqual([8_001, 2_000, 29]);
  });

  it('hides secrets, in parts of longer messages too, but not those that ordinary text is full of', async () => {
    const secret = 'line one of a key\nline "two" of a key';
    const script = handlerOf(`
      const { secret } = await request.json();
      console.log('is ' + secret + '.');
      console.log(JSON.stringify({ secret }), encodeURIComponent(secret));
      console.log({ secret });
      console.log('x'.repeat(16_000 - 10) + secret);
      console.log(secret.repeat(1_000));
      return new Response();
    `);
    const body = Buffer.from(JSON.stringify({ secret }));
    const logs = { lines: 50, characters: 100_000 };
    const outcome = await runtime.run(
      script,
      { path: '/v1', body },
      { ...LIMITS, logs, mask: [secret, '', 'i', 'is '] },
    );
    const all = outcome.logs.map(({ message }) => message).join('\n');
    expect(all).toContain('is ***.');
    expect(/line one|of a key|of%20a|two/.exec(all)).toBeNull();
  });

  it('reports what a handler throws', async () => {
    const script = handlerOf(`throw new Error('broken handler');`);
    const { status, logs } = await runtime.run(script, { path: '/v1' }, LIMITS);
    expect([status, logs[0]?.level]).toEqual([500, 'error']);
    expect(logs[0]?.message).toContain('Error: broken handler\n    at Object.fetch (script:2');
  });
});

describe('processes', () => {
  it('start once for calls that come at the same time', async () => {
    const counting = openRuntime();
    let read = 0;
    const source = (): Promise<string> => {
      read += 1;
      return Promise.resolve(
        `let n = 0;
        export default { fetch() { n += 1; return new Response(String(n)); } };`,
      );
    };
    const calls = Array.from({ length: 8 }, () => ask(counting, { id: 'one', source }));
    expect((await Promise.all(calls)).sort()).toEqual(['1', '2', '3', '4', '5', '6', '7', '8']);
    expect([read, counting.processes]).toEqual([1, 1]);
  });

  it('are stopped when they are idle', async () => {
    const short = openRuntime({ idleMs: 50 });
    expect(await ask(short, handlerOf('return new Response("ok");'))).toBe('ok');
    await until(() => short.processes === 0);
  });

  it('make room for others: the one that was idle the longest is stopped', async () => {
    const two = openRuntime({ mostProcesses: 2 });
    const [a, b, c] = [0, 1, 2].map(() => handlerOf('n += 1; return new Response(String(n));', 'let n = 0;'));
    expect([await ask(two, a!), await ask(two, b!), await ask(two, a!)]).toEqual(['1', '1', '2']);
    expect(await ask(two, c!)).toBe('1');
    expect([await ask(two, a!), await ask(two, b!)]).toEqual(['3', '1']);
  });

  it('are waited for when all are busy, until the deadline of the call', async () => {
    const one = openRuntime({ mostProcesses: 1 });
    const slow = handlerOf('await new Promise((resolve) => setTimeout(resolve, 400)); return new Response("slow");');
    const other = handlerOf('return new Response("other");');
    const first = ask(one, slow);
    await until(() => one.processes === 1);
    expect(await failureOf(ask(one, other, { deadlineMs: 100 }))).toBeInstanceOf(RuntimeBusy);
    expect(await ask(one, other)).toBe('other');
    expect(await first).toBe('slow');
  });

  it('are all gone after a stop, with their folders', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'stopping-'));
    // As root, each process has a user of its own, who must be able to pass through.
    chmodSync(folder, 0o711);
    const stopping = openRuntime({ folder });
    await ask(stopping, handlerOf('return new Response("ok");'));
    expect(readdirSync(folder)).toHaveLength(1);
    await stopping.stop();
    expect([stopping.processes, readdirSync(folder)]).toEqual([0, []]);
    rmdirSync(folder);
    expect(await failureOf(ask(stopping, handlerOf('return new Response("ok");')))).toBeInstanceOf(RuntimeUnavailable);
  });
});

describe('a machine without workerd', () => {
  it('says so, and fails calls', async () => {
    const without = openRuntime({ binary: '/nowhere/workerd' });
    expect(await without.availability()).toMatchObject({ available: false, reason: expect.stringContaining('ENOENT') });
    expect(await failureOf(ask(without, handlerOf('')))).toBeInstanceOf(RuntimeUnavailable);
  });

  it('notices a program that is no workerd', async () => {
    const wrong = openRuntime({ binary: '/bin/false' });
    expect(await wrong.availability()).toMatchObject({ available: false });
  });
});
