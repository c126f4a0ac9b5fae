/** Conversations. */
import '../http/conversations/conversations/ingesting.spec.js';
import '../http/conversations/conversations/deleted-organization.spec.js';
import '../http/conversations/clusters/clusters.spec.js';
import '../http/conversations/conversations/script-ingestion.spec.js';
import '../http/conversations/issues/issues.spec.js';
import '../http/conversations/documentation/documentation.spec.js';
import '../http/conversations/documentation/written-page.spec.js';
import '../http/conversations/issues/issues-by-model.spec.js';
import '../contexts/conversations/clusters/at-once.spec.js';
import '../http/conversations/clusters/model-labels.spec.js';
import '../http/conversations/clusters/vectors.spec.js';
