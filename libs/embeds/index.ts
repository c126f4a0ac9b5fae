export { OutboundEmbeds, type EmbedDescription, type EmbeddedTarget } from './outbound-embeds.js';
