/** Conversations. */
import '../http/conversations/conversations/ingesting.spec.js';
import '../http/conversations/clusters/clusters.spec.js';
