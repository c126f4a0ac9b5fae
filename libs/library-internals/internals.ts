/** One use of what a library does not publish, and what is used in its place when it is switched off. */
export interface Internal {
  /** The packages, whose versions are exact in package.json. */
  readonly packages: readonly string[];
  /** What of them is private. */
  readonly uses: string;
  readonly reason: string;
  /** Measured as docs/adr/0047-library-internals.md says. */
  readonly gain: string;
  /** The public way. */
  readonly instead: string;
}

/** Everything that can be switched off, by the name that QUIRE_LIBRARY_INTERNALS takes. */
export const INTERNALS = {
  'pg-statements': {
    packages: ['pg', 'pg-protocol'],
    uses: 'the callbacks and caches of the connection that runs a query, and how a value is prepared',
    reason: 'Nearly every statement is a prepared one: its columns need to be described only once for each connection.',
    gain: '17 instead of 25 µs of processor time for a statement with one row',
    instead: 'client.query({ name, text, values })',
  },
  'nest-parameters': {
    packages: ['@nestjs/common', '@nestjs/core'],
    uses: 'the metadata of the parameters of handlers',
    reason:
      'Only bodies, queries and path parameters that have a class need a pipe; a global one runs for every parameter.',
    gain: '48 instead of 52 µs for a whole request with three parameters',
    instead: 'app.useGlobalPipes()',
  },
  'validation-metadata': {
    packages: ['class-validator', 'class-transformer'],
    uses: 'the storages in which their decorators keep what they were given',
    reason:
      'class-transformer takes time that grows with the square of the number of keys, and class-validator checks every item of a list that is too long.',
    gain: '1.3 instead of 9.8 µs for a small body; 43 µs instead of 2.9 ms for one with 2,000 unknown members',
    instead: 'plainToInstance() and validateSync()',
  },
} as const satisfies Record<string, Internal>;

export type InternalName = keyof typeof INTERNALS;

/** What has no public counterpart, and so no switch: where it is used and why. */
export const WITHOUT_SWITCH = {
  'graphile-worker': {
    packages: ['graphile-worker'],
    uses: 'the tables _private_jobs and _private_tasks',
    reason: 'The view graphile_worker.jobs leaves out the payload, by which parked jobs are listed and recognized.',
    where: 'libs/library-internals/job-tables.ts',
  },
  pdfmake: {
    packages: ['pdfmake'],
    uses: 'the classes that lay out and draw, and the document of PDFKit below them',
    reason: 'pdfmake itself lays out a whole document in memory; the press draws and writes it part by part.',
    where: 'libs/print/press/',
  },
} as const;

export const INTERNAL_NAMES = Object.keys(INTERNALS) as InternalName[];

const ONE = `(?:${INTERNAL_NAMES.join('|')})`;

/** What the setting may be: `on`, `off`, or the names of what is switched off. */
export const INTERNALS_SETTING = new RegExp(`^(?:on|off|${ONE}(?: *, *${ONE})*)$`);

/** What a value of the setting switches off. Other values are refused where settings are read. */
export function switchedOff(setting: string): ReadonlySet<InternalName> {
  if (setting === 'off') return new Set(INTERNAL_NAMES);
  const given = setting.split(',').map((name) => name.trim());
  return new Set(INTERNAL_NAMES.filter((name) => given.includes(name)));
}

let off: ReadonlySet<InternalName> | undefined;

/** Whether it is used in this process. The setting is read once, so ask when something is constructed, not for each call. */
export function usesInternal(name: InternalName): boolean {
  off ??= switchedOff(process.env['QUIRE_LIBRARY_INTERNALS']?.trim() || 'on');
  return !off.has(name);
}
