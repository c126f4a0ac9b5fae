import { TraceFlags } from '@opentelemetry/api';
import type { Resource } from '@opentelemetry/resources';
import { ProtobufBytes } from './protobuf-bytes.js';

/** Numbers of OpenTelemetry for the levels of the log. */
const SEVERITIES: Readonly<Record<string, number>> = { trace: 1, debug: 5, info: 9, warn: 13, error: 17, fatal: 21 };
/** Characters of a member, and of the message. */
const MOST_CHARACTERS = 4_000;
const MOST_MEMBERS = 32;
const MOST_IN_NAME = 1_000;
/** Bytes of an attribute, or a value, of so many characters. */
const MOST_BYTES = 3 * (MOST_IN_NAME + MOST_CHARACTERS) + 32;
/** Characters of a line that is read; a longer one is text. */
const LONGEST = 1_000_000;
const SCOPE = 'quire';
const NANOSECONDS = 1_000_000n;

/** An object of JSON. */
type Line = Readonly<Record<string, unknown>>;

/** Texts that have fields of their own. */
const OWN = ['time', 'level', 'msg', 'trace_id', 'span_id'] as const;
type Own = Partial<Record<(typeof OWN)[number], string>>;

/** Fields of an ExportLogsServiceRequest of OTLP 1, message by message. */
const REQUEST = { resourceLogs: 1 };
const RESOURCE_LOGS = { resource: 1, scopeLogs: 2 };
const RESOURCE = { attributes: 1 };
const SCOPE_LOGS = { scope: 1, logRecords: 2 };
const RECORD = {
  time: 1,
  severityNumber: 2,
  severityText: 3,
  body: 5,
  attributes: 6,
  droppedAttributes: 7,
  flags: 8,
  traceId: 9,
  spanId: 10,
  observedTime: 11,
};
const KEY_VALUE = { key: 1, value: 2 };
const ANY_VALUE = { text: 1, boolean: 2, integer: 3, double: 4 };

/**
 * Lines of the log as a request of OTLP, which they are encoded into as they come. The encoder of the SDK takes objects,
 * which outlive collections of garbage while they wait, and goes through each text twice, letter by letter: it was
 * most of what exporting a line took (docs/performance.md).
 */
export class LogBatch {
  readonly #bytes = new ProtobufBytes();
  #count = 0;
  #resource = 0;
  #scope = 0;

  constructor(private readonly resource: Resource) {}

  get count(): number {
    return this.#count;
  }

  get length(): number {
    return this.#bytes.length;
  }

  /** Adds a line of JSON. */
  add(text: string): void {
    if (this.#count++ === 0) this.#begin();
    const record = this.#bytes.beginMessage(SCOPE_LOGS.logRecords);
    const own = this.#addMembers(read(text));
    this.#addTimes(own.time);
    this.#addSeverity(own.level ?? '');
    this.#addValue(RECORD.body, own.msg ?? '');
    this.#addTrace(own);
    this.#bytes.endMessage(record);
  }

  /** The request with all lines, which are in this no more. */
  takeAll(): Buffer {
    if (this.#count === 0) return this.#bytes.takeAll();
    this.#bytes.endMessage(this.#scope);
    this.#bytes.endMessage(this.#resource);
    this.#count = 0;
    return this.#bytes.takeAll();
  }

  #begin(): void {
    this.#resource = this.#bytes.beginMessage(REQUEST.resourceLogs);
    const resource = this.#bytes.beginMessage(RESOURCE_LOGS.resource);
    for (const [name, value] of Object.entries(this.resource.attributes))
      this.#addAttribute(RESOURCE.attributes, name, value);
    this.#bytes.endMessage(resource);
    this.#scope = this.#bytes.beginMessage(RESOURCE_LOGS.scopeLogs);
    const scope = this.#bytes.beginMessage(SCOPE_LOGS.scope);
    this.#bytes.text(1, SCOPE);
    this.#bytes.endMessage(scope);
  }

  #addTimes(time = ''): void {
    const ms = Date.parse(time);
    const nanoseconds = Number.isFinite(ms) ? BigInt(ms) * NANOSECONDS : 0n;
    this.#bytes.fixed64(RECORD.time, nanoseconds);
    this.#bytes.fixed64(RECORD.observedTime, nanoseconds);
  }

  #addSeverity(level: string): void {
    const severity = SEVERITIES[level];
    if (severity !== undefined) this.#bytes.integer(RECORD.severityNumber, severity);
    this.#bytes.text(RECORD.severityText, level.slice(0, MOST_CHARACTERS));
  }

  /**
   * The first of the members, those that are objects as JSON, and how many are left out; but not those with fields of
   * their own, which it answers.
   */
  #addMembers(line: Line): Own {
    const own: Own = {};
    let left = MOST_MEMBERS;
    const add = (name: string, value: unknown): void => {
      if (value !== undefined && value !== null && left-- > 0) this.#addAttribute(RECORD.attributes, name, value);
    };
    const { err } = line;
    const hasError = err !== null && typeof err === 'object';
    if (hasError) {
      const { type, message, stack } = err as Line;
      add('exception.type', type);
      add('exception.message', message);
      add('exception.stacktrace', stack);
    }
    for (const name in line) {
      const value = line[name];
      if (typeof value === 'string' && isOwn(name)) own[name] = value;
      else if (name !== 'err' || !hasError) add(name, value);
    }
    if (left < 0) this.#bytes.integer(RECORD.droppedAttributes, -left);
    return own;
  }

  #addTrace({ trace_id: traceId, span_id: spanId }: Own): void {
    if (traceId === undefined || spanId === undefined) return;
    this.#bytes.fixed32(RECORD.flags, TraceFlags.SAMPLED);
    this.#bytes.hex(RECORD.traceId, traceId);
    this.#bytes.hex(RECORD.spanId, spanId);
  }

  #addAttribute(field: number, name: string, value: unknown): void {
    const attribute = this.#bytes.beginMessage(field, MOST_BYTES);
    this.#bytes.text(KEY_VALUE.key, name.slice(0, MOST_IN_NAME));
    this.#addValue(KEY_VALUE.value, value);
    this.#bytes.endMessage(attribute, MOST_BYTES);
  }

  #addValue(field: number, value: unknown): void {
    const message = this.#bytes.beginMessage(field, MOST_BYTES);
    if (typeof value === 'string') this.#bytes.text(ANY_VALUE.text, value.slice(0, MOST_CHARACTERS));
    else if (typeof value === 'boolean') this.#bytes.integer(ANY_VALUE.boolean, Number(value));
    else if (typeof value !== 'number')
      this.#bytes.text(ANY_VALUE.text, String(JSON.stringify(value)).slice(0, MOST_CHARACTERS));
    else if (Number.isSafeInteger(value) && value >= 0) this.#bytes.integer(ANY_VALUE.integer, value);
    else this.#bytes.double(ANY_VALUE.double, value);
    this.#bytes.endMessage(message, MOST_BYTES);
  }
}

const isOwn = (name: string): name is keyof Own => OWN.includes(name as (typeof OWN)[number]);

/** What is no object of JSON is a message. */
function read(text: string): Line {
  if (text.length > LONGEST) return { msg: text };
  try {
    const line: unknown = JSON.parse(text);
    if (line !== null && typeof line === 'object') return line as Line;
  } catch {
    // As it is.
  }
  return { msg: text.trimEnd() };
}
