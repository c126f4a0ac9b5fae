/** Spaces and what they hold, over HTTP. */
import '../http/adapted-reads.spec.js';
import '../http/collections.spec.js';
import '../http/content-writing.spec.js';
import '../http/edits-and-locks.spec.js';
import '../http/files.spec.js';
import '../http/links.spec.js';
import '../http/permissions.spec.js';
import '../http/revisions.spec.js';
import '../http/search.spec.js';
import '../http/space-content.spec.js';
import '../http/space-copies.spec.js';
import '../http/spaces.spec.js';
import '../http/templates.spec.js';
import '../http/transfers.spec.js';
