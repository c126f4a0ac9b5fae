import { beforeAll, describe, expect, it } from '@jest/globals';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import 'reflect-metadata';
import { REACTS_TO, RUNS_JOB } from '#kernel/application/reactions';
import { Command, Query } from '#kernel/domain/messages';
import { ROOT, sourceFiles } from './source-files.js';

type Class = abstract new (...args: never[]) => unknown;

const { contexts } = createRequire(join(ROOT, 'package.json'))('./context-map.cjs') as {
  contexts: Record<string, unknown>;
};

/** What @nestjs/cqrs writes on a handler: the class of the message it answers. */
const HANDLES = ['__commandHandler__', '__queryHandler__'];
/** What the kernel writes on a provider that reacts to an event or runs jobs; both name jobs. */
const MARKS = [REACTS_TO, RUNS_JOB];

/** Folders of the product that hold messages, and those that hold what answers, hears or runs. */
const WITH_MESSAGES = /^(src\/[^/]+\/(contract|([\w-]+\/)?application)|libs\/kernel\/application)\//;
const WITH_PROVIDERS = /^src\/[^/]+\/([\w-]+\/)?(application|infrastructure)\//;

let messages: Class[];
let written: Class[];
let events: { eventName: string; file: string }[];
let listed: Class[];

beforeAll(async () => {
  const modules: Class[] = [];
  for (const name of Object.keys(contexts)) {
    const module = (await import(`../../src/${name}/${name}.module.js`)) as Record<string, unknown>;
    modules.push(...Object.values(module).filter(isClass));
  }
  expect(modules).toHaveLength(Object.keys(contexts).length);
  listed = modules.flatMap((module) => providersOf(module));

  const exported = new Map<string, Class[]>();
  for (const path of sourceFiles()) {
    if (!WITH_MESSAGES.test(path) && !WITH_PROVIDERS.test(path)) continue;
    const module = (await import(`../../${path.replace(/\.ts$/, '.js')}`)) as Record<string, unknown>;
    exported.set(path, Object.values(module).filter(isClass));
  }
  const from = (folders: RegExp) => [
    ...new Set([...exported].filter(([path]) => folders.test(path)).flatMap(([, classes]) => classes)),
  ];
  const all = from(WITH_MESSAGES).filter(
    (found) => found.prototype instanceof Command || found.prototype instanceof Query,
  );
  // What others are made from is never sent itself.
  messages = all.filter((found) => !all.some((other) => Object.getPrototypeOf(other) === found));
  written = from(WITH_PROVIDERS).filter((found) => answeredBy(found) !== undefined || marksOf(found).length > 0);
  events = [...exported].flatMap(([file, classes]) =>
    classes.flatMap((found) => {
      const { eventName } = found as { eventName?: unknown };
      return typeof eventName === 'string' && !file.endsWith('/index.ts') ? [{ eventName, file }] : [];
    }),
  );
});

function isClass(value: unknown): value is Class {
  return typeof value === 'function' && /^class\b/.test(Function.prototype.toString.call(value));
}

/** The providers of a module, and of those it imports; a module that several import counts once. */
function providersOf(module: Class, known = new Set<Class>()): Class[] {
  if (known.has(module)) return [];
  known.add(module);
  const imported = (Reflect.getMetadata('imports', module) ?? []) as Class[];
  const providers = (Reflect.getMetadata('providers', module) ?? []) as (Class | { useClass?: Class })[];
  const own = providers.flatMap((provider) => {
    if (typeof provider === 'function') return [provider];
    return provider.useClass ? [provider.useClass] : [];
  });
  return [...own, ...imported.flatMap((other) => providersOf(other, known))];
}

function answeredBy(handler: Class): Class | undefined {
  const keys = HANDLES.filter((key) => Reflect.hasOwnMetadata(key, handler));
  return keys[0] === undefined ? undefined : (Reflect.getOwnMetadata(keys[0], handler) as Class);
}

/** The names of the jobs that a provider runs. */
function marksOf(provider: Class): string[] {
  return MARKS.flatMap((key) => {
    const mark = Reflect.getOwnMetadata(key, provider) as { name: string } | undefined;
    return mark ? [mark.name] : [];
  });
}

const repeated = (names: readonly string[]): string[] => names.filter((name, at) => names.indexOf(name) !== at);

/** The messages that have no handler among the providers, or several. */
function wronglyHandled(sent: readonly Class[], providers: readonly Class[]): { message: string; handlers: number }[] {
  const handled = providers.map(answeredBy);
  return sent
    .map((message) => ({ message: message.name, handlers: handled.filter((one) => one === message).length }))
    .filter(({ handlers }) => handlers !== 1);
}

const unlisted = (found: readonly Class[], providers: readonly Class[]): string[] =>
  found.filter((one) => !providers.includes(one)).map(({ name }) => name);

const isJobName = (job: string): boolean => /^[a-z]+(\.[a-z]+(-[a-z]+)*)$/.test(job);

const isOfItsContext = ({ eventName, file }: { eventName: string; file: string }): boolean =>
  /^src\/([^/]+)\/contract\/\S+ \1\.[a-z]+(-[a-z]+)*$/.test(`${file} ${eventName}`);

describe('every message', () => {
  it('is found', () => {
    expect(messages.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['GetSpace', 'CreateSpace', 'CallerByToken']),
    );
  });

  it('has exactly one handler among the providers of the modules', () => {
    expect(wronglyHandled(messages, listed)).toEqual([]);
  });

  it('has a name of its own in the whole product', () => {
    expect(repeated(messages.map(({ name }) => name))).toEqual([]);
  });

  it('is noticed when nothing or two handle it, and when it has the name of another', () => {
    const [first, second] = messages as [Class, Class];
    const handler = listed.find((one) => answeredBy(one) === second) as Class;
    const others = listed.filter((one) => answeredBy(one) !== first);
    expect(wronglyHandled([first, second], [...others, handler])).toEqual([
      { message: first.name, handlers: 0 },
      { message: second.name, handlers: 2 },
    ]);
    expect(repeated(['GetSpace', 'GetPage', 'GetSpace'])).toEqual(['GetSpace']);
  });
});

describe('every provider', () => {
  it('that reacts to an event or runs a job is found', () => {
    const marks = written.flatMap(marksOf);
    expect(marks.length).toBeGreaterThan(30);
    expect(marks).toEqual(expect.arrayContaining(['content.purge-spaces', 'organization.keep-audit-event']));
  });

  it('that answers a message, reacts to an event or runs a job is listed in its module', () => {
    expect(unlisted(written, listed)).toEqual([]);
  });

  it('that reacts to an event or runs a job has a name of its own for its jobs', () => {
    const jobs = listed.flatMap(marksOf);
    expect(repeated(jobs)).toEqual([]);
    expect(jobs.filter((job) => !isJobName(job))).toEqual([]);
  });

  it.each([
    ['a job', (one: Class) => Reflect.hasOwnMetadata(RUNS_JOB, one)],
    ['a reaction', (one: Class) => Reflect.hasOwnMetadata(REACTS_TO, one)],
    ['a handler', (one: Class) => answeredBy(one) !== undefined],
  ])('is noticed when its module lacks it: %s', (_what, isOne) => {
    const gone = listed.find(isOne) as Class;
    expect(
      unlisted(
        written,
        listed.filter((one) => one !== gone),
      ),
    ).toEqual([gone.name]);
  });

  it('is noticed when the name of its job is out of form', () => {
    expect(['purgeSpaces', 'content.PurgeSpaces', 'content.purge spaces'].filter(isJobName)).toEqual([]);
  });
});

describe('every event', () => {
  it('is named after its context and what happened, once', () => {
    const names = events.map(({ eventName }) => eventName);
    expect(names).toContain('content.space-deleted');
    expect(repeated(names)).toEqual([]);
    expect(events.filter((event) => !isOfItsContext(event))).toEqual([]);
  });

  it('is noticed under the name of another context, or outside the contract', () => {
    const eventName = 'content.space-planted';
    for (const file of ['src/publishing/contract/events.ts', 'src/content/spaces/domain/events.ts'])
      expect(isOfItsContext({ eventName, file })).toBe(false);
    expect(isOfItsContext({ eventName, file: 'src/content/contract/events.ts' })).toBe(true);
  });
});
