import { afterAll, describe, expect, it } from '@jest/globals';
import { ScriptCrashed, ScriptPaused, ScriptTimeout, ScriptTooLarge, type Script } from '#script-runtime';
import { ask, failureOf, handlerOf, LIMITS, openRuntime, scriptOf, stopRuntimes, until } from './runtimes.js';

const runtime = openRuntime({ mostProcesses: 8 });
const SHORT = { deadlineMs: 600 };
const NICE = handlerOf('return new Response("fine");');

afterAll(stopRuntimes);

/** The first call starts the process, which counts towards its deadline on a busy machine. */
async function warm(script: Script): Promise<Script> {
  await ask(runtime, script, {}, '/warm');
  return script;
}

const unlessWarm = (body: string): string => `if (request.url.endsWith('/warm')) return new Response(); ${body}`;

describe('a script that never ends', () => {
  it('in its handler fails at the deadline, with what it logged; its process is killed, and others go on', async () => {
    const other = await warm(NICE);
    const script = await warm(handlerOf(unlessWarm('console.log("round and round"); for (;;);')));
    const before = runtime.processes;
    const failure = await failureOf(ask(runtime, script, SHORT));
    expect(failure).toBeInstanceOf(ScriptTimeout);
    expect(failure.retryable).toBe(true);
    expect(failure.logs.map(({ message }) => message)).toEqual(['round and round']);
    expect(await ask(runtime, other)).toBe('fine');
    await until(() => runtime.processes === before - 1);
  });

  it('fails the other calls of the same script too, as they may be repeated', async () => {
    const script = await warm(
      handlerOf(unlessWarm('if (request.url.endsWith("/loop")) for (;;); await new Promise(() => undefined);')),
    );
    const waiting = failureOf(ask(runtime, script, {}, '/wait'));
    expect(await failureOf(ask(runtime, script, SHORT, '/loop'))).toBeInstanceOf(ScriptTimeout);
    const failure = await waiting;
    expect(failure).toMatchObject({ reason: 'stuck', retryable: true });
    expect(failure).toBeInstanceOf(ScriptCrashed);
  });

  it('but only waits does not fail the other calls of the same script', async () => {
    const script = await warm(
      handlerOf(
        unlessWarm(
          'const ms = request.url.endsWith("/long") ? 60_000 : 1_500; await scheduler.wait(ms); return new Response("ok");',
        ),
      ),
    );
    const other = ask(runtime, script, {}, '/v1');
    expect(await failureOf(ask(runtime, script, SHORT, '/long'))).toBeInstanceOf(ScriptTimeout);
    expect(await other).toBe('ok');
  });

  it('in waitUntil has answered, and is killed at the deadline', async () => {
    const script = await warm(
      handlerOf(unlessWarm('ctx.waitUntil(scheduler.wait(50).then(() => { for (;;); })); return new Response("ok");')),
    );
    const before = runtime.processes;
    const { body, settled } = await runtime.run(script, { path: '/v1' }, { ...LIMITS, ...SHORT });
    expect(body.toString()).toBe('ok');
    expect((await settled).complete).toBe(false);
    await until(() => runtime.processes === before - 1);
  });

  it('at its top level does not start', async () => {
    const impatient = openRuntime({ startMs: 500 });
    expect(await failureOf(ask(impatient, scriptOf('for (;;);')))).toBeInstanceOf(ScriptTimeout);
    await until(() => impatient.processes === 0);
  });

  it('answering drop by drop fails at the deadline', async () => {
    const drip = `
      const { readable, writable } = new TransformStream();
      const writer = writable.getWriter();
      ctx.waitUntil((async () => { for (;;) { await writer.write(new Uint8Array(1)); await scheduler.wait(10); } })());
      return new Response(readable);`;
    const script = await warm(handlerOf(unlessWarm(drip)));
    expect(await failureOf(ask(runtime, script, SHORT))).toBeInstanceOf(ScriptTimeout);
  });
});

describe('a script that takes too much', () => {
  it.each([
    ['objects', 'const all = []; for (;;) all.push(new Array(1_000).fill({}));'],
    [
      'requests to itself',
      "const { default: main } = await import('main'); return main.fetch(new Request('http://script/', { headers: { 'x-script-call': 'again' } }), {}, ctx);",
    ],
    ['strings', 'const all = []; for (let i = 0; ; i += 1) all.push(String(i).repeat(1_000).split("").join("-"));'],
  ])('memory for %s is killed', async (_kind, body) => {
    const failure = await failureOf(ask(runtime, handlerOf(body)));
    // Where the stack is used up before the heap, the process ends without a word.
    expect(failure).toMatchObject({ name: 'ScriptCrashed', reason: expect.stringMatching(/^(?:memory|crashed)$/) });
  });

  it('memory outside the heap gets no more of it', async () => {
    const script = handlerOf(`
      const all = [];
      try {
        for (;;) all.push(new Uint8Array(50_000_000).fill(1));
      } catch (error) {
        return new Response(all.length + ' ' + error.message);
      }
    `);
    const [count, ...message] = (await ask(runtime, script)).split(' ');
    // V8 keeps a part of what is mapped for itself, which depends on the processor.
    if (process.platform === 'linux') expect(Number(count)).toBeLessThan(12);
    expect(message.join(' ')).toBe('Array buffer allocation failed');
  });

  it.each([
    ['huge', 'return new Response("x".repeat(1_000_001));'],
    [
      'endless',
      'return new Response(new ReadableStream({ pull(c) { c.enqueue(new Uint8Array(65_536)); } }, { highWaterMark: 0 }));',
    ],
  ])('answers that are %s are cut off', async (_kind, body) => {
    const script = handlerOf(unlessWarm(body));
    expect(await failureOf(ask(runtime, script))).toBeInstanceOf(ScriptTooLarge);
    expect(await ask(runtime, script, {}, '/warm')).toBe('');
  });

  it('is left alone for a while after it crashed, longer each time', async () => {
    const script = handlerOf('const all = []; for (;;) all.push(new Array(1_000).fill({}));');
    await failureOf(ask(runtime, script));
    const failure = await failureOf(ask(runtime, script));
    expect(failure).toBeInstanceOf(ScriptPaused);
    expect((failure as ScriptPaused).retryAt.getTime()).toBeGreaterThan(Date.now() - 1_000);
  });
});

describe('a script that breaks out', () => {
  it.each([
    ['a process', "const { execSync } = await import('node:child_process'); return new Response(execSync('id'));"],
    ['a file', "const { readFileSync } = await import('node:fs'); return new Response(readFileSync('/etc/passwd'));"],
    ['a thread', "const { Worker } = await import('node:worker_threads'); new Worker('1'); return new Response('ok');"],
    ['eval', "return new Response(eval('1 + 1'));"],
    ['a function of text', "return new Response(new Function('return 2')());"],
    [
      'compiled WebAssembly',
      'await WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])); return new Response();',
    ],
    [
      'a raw socket',
      "const { connect } = await import('cloudflare:sockets'); await connect('127.0.0.1:22').opened; return new Response();",
    ],
    [
      'a socket of Node',
      `const { connect } = await import('node:net');
       await new Promise((resolve, reject) => connect(22, '127.0.0.1').once('connect', resolve).once('error', reject));
       return new Response();`,
    ],
    [
      'a WebSocket',
      "const { webSocket } = await fetch('http://127.0.0.1/', { headers: { upgrade: 'websocket' } }); webSocket.accept(); return new Response();",
    ],
  ])('gets no %s', async (_what, body) => {
    const outcome = await runtime.run(handlerOf(body), { path: '/v1' }, LIMITS);
    expect([outcome.status, outcome.logs.length]).toEqual([500, 1]);
  });

  it('sees no environment, no bindings and no other script', async () => {
    const script = handlerOf(`
      const { env: imported } = await import('cloudflare:workers');
      const main = Object.keys(await import('main'));
      return Response.json([{ ...env }, { ...imported }, { ...process.env }, main, typeof globalThis.left]);
    `);
    await ask(runtime, handlerOf('globalThis.left = 1; return new Response();'));
    expect(JSON.parse(await ask(runtime, script))).toEqual([{}, {}, {}, ['default'], 'undefined']);
  });

  it('writes into the log of no other call, whatever it replaces', async () => {
    const script = handlerOf(
      `if (request.url.endsWith('/victim')) {
        await scheduler.wait(300);
        return new Response([...seen].join());
      }
      console.log('mine');
      if (request.url.endsWith('/forged')) return new Response();
      const { default: main } = await import('main');
      await main.fetch(new Request('http://script/forged', { method: 'POST', headers: { 'x-script-call': 'startup' } }), {}, ctx);
      return new Response();`,
      `const seen = new Set();
      const spied = [[Headers.prototype, 'get'], [Headers.prototype, 'delete'], [JSON, 'stringify'], [Promise.prototype, 'then']];
      for (const [owner, name] of spied) {
        const method = owner[name];
        owner[name] = function (...values) {
          for (const each of values) if (/^[0-9a-f]{32}/.test(each)) seen.add(each);
          return Reflect.apply(method, this, values);
        };
      }`,
    );
    const [victim, other] = await Promise.all(
      ['/victim', '/other'].map((path) => runtime.run(script, { path }, LIMITS)),
    );
    expect(other!.logs.map(({ message }) => message)).toEqual(['mine']);
    expect([victim!.body.toString(), victim!.logs]).toEqual(['', []]);
  });
});
