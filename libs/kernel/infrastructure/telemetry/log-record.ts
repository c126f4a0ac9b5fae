import { TraceFlags, type SpanContext } from '@opentelemetry/api';
import type { ProtobufLogsSerializer } from '@opentelemetry/otlp-transformer';
import type { Resource } from '@opentelemetry/resources';
import { hrTimeOf } from './hr-time.js';

/** What the SDK encodes. */
export type LogRecord = Parameters<typeof ProtobufLogsSerializer.serializeRequest>[0][number];

/** Numbers of OpenTelemetry for the levels of the log. */
const SEVERITIES: Readonly<Record<string, number>> = { trace: 1, debug: 5, info: 9, warn: 13, error: 17, fatal: 21 };
/** Characters of a member, and of the message. */
const MOST_CHARACTERS = 4_000;
const MOST_MEMBERS = 32;
const SCOPE = { name: 'quire' };

interface Line {
  time?: string;
  level?: string;
  msg?: string;
  trace_id?: string;
  span_id?: string;
  err?: { type?: string; message?: string; stack?: string };
  [member: string]: unknown;
}

type Attributes = Record<string, string | number | boolean>;

/** A line of the log with its members as attributes. A record that the SDK makes costs more, and has nothing else exported. */
export function recordOf(line: string, resource: Resource): LogRecord {
  const {
    time = '',
    level = '',
    msg = '',
    trace_id: traceId,
    span_id: spanId,
    err,
    ...others
  } = JSON.parse(line) as Line;
  const writtenAt = hrTimeOf(Date.parse(time));
  const spanContext = spanContextOf(traceId, spanId);
  return {
    hrTime: writtenAt,
    hrTimeObserved: writtenAt,
    severityNumber: SEVERITIES[level] ?? 0,
    severityText: level,
    body: msg.slice(0, MOST_CHARACTERS),
    ...attributesOf(others, err),
    ...(spanContext && { spanContext }),
    resource,
    instrumentationScope: SCOPE,
  };
}

function spanContextOf(traceId: string | undefined, spanId: string | undefined): SpanContext | undefined {
  return traceId === undefined || spanId === undefined
    ? undefined
    : { traceId, spanId, traceFlags: TraceFlags.SAMPLED };
}

/** The first of the members, those that are objects as JSON, and how many are left out. */
function attributesOf(
  members: Record<string, unknown>,
  err: Line['err'],
): { attributes: Attributes; droppedAttributesCount: number } {
  const attributes: Attributes = {};
  let left = MOST_MEMBERS;
  const add = (name: string, value: unknown): void => {
    if (value === undefined || value === null || left-- <= 0) return;
    const written = isPlain(value) ? value : JSON.stringify(value);
    attributes[name] = typeof written === 'string' ? written.slice(0, MOST_CHARACTERS) : written;
  };
  add('exception.type', err?.type);
  add('exception.message', err?.message);
  add('exception.stacktrace', err?.stack);
  for (const name in members) add(name, members[name]);
  return { attributes, droppedAttributesCount: Math.max(0, -left) };
}

function isPlain(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}
