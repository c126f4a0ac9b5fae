export type { Availability } from './availability.js';
export type { CallLimits, ScriptOutcome, Settled } from './call.js';
export type { LogEntry, LogLevel, LogLimits } from './call-logs.js';
export type { EgressContext, EgressHandler, EgressRequest, EgressResponse } from './egress.js';
export { refusal } from './egress.js';
export { outboundEgress, type LocalServer, type OutboundEgressOptions } from './outbound-egress.js';
export * from './errors.js';
export type { ScriptAnswer, ScriptRequest } from './exchange.js';
export { ScriptRuntime, type Script, type ScriptRuntimeOptions } from './script-runtime.js';
