export { OutboundEmbeds, type EmbedDescription } from './outbound-embeds.js';
