export { AddressRules } from './address-rules.js';
export { GuardedOutbound, type GuardedOutboundOptions, type ResolveHost } from './guarded-outbound.js';
export * from './outbound.js';
