/** Conversations. */
import '../http/conversations/conversations/ingesting.spec.js';
