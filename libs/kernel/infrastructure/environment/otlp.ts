import { BlockList, isIPv6 } from 'node:net';

export const SIGNALS = ['traces', 'metrics', 'logs'] as const;
export type Signal = (typeof SIGNALS)[number];

/** Where and what is exported by the protocol of OpenTelemetry (OTLP). */
export interface OtlpSettings {
  /** Without a trailing slash; the paths of the signals follow. */
  endpoint: string;
  /** Sent with each export. */
  headers: Readonly<Record<string, string>>;
  signals: ReadonlySet<Signal>;
  /** The part of traces that is recorded, 0 to 1. */
  ratio: number;
  /** Most traces that a process begins in a second by itself. */
  tracesPerSecond: number;
  /** Who may say to which trace a request belongs, and whether it is recorded. */
  parents: BlockList;
}

type Name =
  | 'QUIRE_OTLP_ENDPOINT'
  | 'QUIRE_OTLP_HEADERS'
  | 'QUIRE_OTLP_SIGNALS'
  | 'QUIRE_TRACE_RATIO'
  | 'QUIRE_TRACES_PER_SECOND'
  | 'QUIRE_TRACE_PARENTS';

interface Reader {
  readonly problems: string[];
  text(name: Name): string | undefined;
  integer(name: Name, min: number, max: number): number;
  address(name: Name): string | undefined;
  matching(name: Name, form: RegExp, allowed: string): string | undefined;
  list(name: Name, holds: (entry: string) => boolean, allowed: string): string[];
}

const HEADER = String.raw`[\w!#$%&'*+.^|~-]{1,100}=[\x21-\x2b\x2d-\x7e]{0,4000}`;
const HEADERS = new RegExp(`^${HEADER}(?: *, *${HEADER}){0,19}$`);
const MOST_TRACES = 10_000;
const RATIO = /^(?:0(?:\.\d{1,9})?|1(?:\.0{1,9})?)$/;

/** `isNetwork`: whether an entry is an address or a network. */
export function otlpSettings(read: Reader, isNetwork: (entry: string) => boolean): OtlpSettings | undefined {
  const endpoint = read.address('QUIRE_OTLP_ENDPOINT')?.replace(/\/+$/, '');
  const headers = read.matching('QUIRE_OTLP_HEADERS', HEADERS, 'headers as name=value, separated by commas');
  const signals = read.list('QUIRE_OTLP_SIGNALS', isSignal, SIGNALS.join(', '));
  const ratio = read.matching('QUIRE_TRACE_RATIO', RATIO, 'a number from 0 to 1');
  const tracesPerSecond = read.integer('QUIRE_TRACES_PER_SECOND', 1, MOST_TRACES);
  const parents = read.list('QUIRE_TRACE_PARENTS', isNetwork, 'IP addresses and networks like 10.0.0.0/8');
  if (endpoint === undefined) {
    if (headers !== undefined || parents.length > 0)
      read.problems.push('QUIRE_OTLP_ENDPOINT must be set when QUIRE_OTLP_HEADERS or QUIRE_TRACE_PARENTS are');
    return undefined;
  }
  return {
    endpoint,
    headers: headersOf(headers, read),
    signals: new Set(signals.filter(isSignal)),
    ratio: Number(ratio),
    tracesPerSecond,
    parents: blockList(parents.filter(isNetwork)),
  };
}

function isSignal(entry: string): entry is Signal {
  return SIGNALS.some((signal) => signal === entry);
}

/** Values are percent-encoded, as OpenTelemetry has it. */
function headersOf(text: string | undefined, { problems }: Reader): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const pair of text?.split(',') ?? []) {
    const [name = '', value = ''] = pair.trim().split(/=(.*)/s);
    try {
      headers[name.toLowerCase()] = decodeURIComponent(value);
    } catch {
      problems.push('QUIRE_OTLP_HEADERS has a value that is not percent-encoded');
    }
  }
  if (Object.values(headers).some((value) => /[^\x20-\x7e]/.test(value)))
    problems.push('QUIRE_OTLP_HEADERS has a value with other characters than a header may have');
  return headers;
}

function blockList(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}
